/** The faults and findings of all runs: a file with lines of JSON, and a table with their sums. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Fault, type Kind, KINDS } from './plan.ts';

const madeSchema = z.object({
  type: z.literal('fault'),
  at: z.string(),
  /** The build of the tested code: `temporal/build-id.ts`. */
  build: z.string(),
  seed: z.number(),
  index: z.number(),
  kind: z.string(),
  part: z.string(),
  alone: z.boolean(),
  durationMs: z.number(),
  /** False if there was no target. */
  hit: z.boolean(),
  /** The time from the end of the cause to the next normalized document; null if other faults overlapped. */
  recoveryMs: z.number().nullable(),
});
const findingSchema = z.object({
  type: z.literal('finding'),
  at: z.string(),
  build: z.string(),
  seed: z.number(),
  /** The faults since the last idle state. */
  from: z.number(),
  to: z.number(),
  finding: z.string(),
});
const restSchema = z.object({
  type: z.literal('rest'),
  at: z.string(),
  build: z.string(),
  afterMs: z.number(),
  documents: z.number(),
});
const lineSchema = z.discriminatedUnion('type', [madeSchema, findingSchema, restSchema]);

export type Made = z.infer<typeof madeSchema>;
export type Line = z.infer<typeof lineSchema>;

export interface Journal {
  readonly lines: readonly Line[];
  add(line: Line): void;
}

/** @param file null for a journal that is not continued */
export function openJournal(file: string | null): Journal {
  const lines = file !== null && existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').map(parsed) : [];
  return {
    lines,
    add(line) {
      lines.push(line);
      if (file !== null) appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}

function parsed(line: string): Line {
  return lineSchema.parse(JSON.parse(line));
}

/** The index of the next fault. */
export function nextIndex({ lines }: Journal, seed: number): number {
  return made(lines)
    .filter((line) => line.seed === seed)
    .reduce((next, { index }) => Math.max(next, index + 1), 0);
}

export function lineOf(fault: Fault, facts: Pick<Made, 'build' | 'seed' | 'hit' | 'recoveryMs'>): Made {
  const { index, kind, part, alone, durationMs } = fault;
  return { type: 'fault', at: new Date().toISOString(), index, kind, part, alone, durationMs, ...facts };
}

/** A table of faults by kind and part, recovery times and findings. */
export function summary({ lines }: Journal): string {
  const hits = made(lines).filter(({ hit }) => hit);
  const kinds = (Object.keys(KINDS) as Kind[]).map((kind) => rowOf(kind, hits));
  const findings = lines.filter((line) => line.type === 'finding');
  const rests = lines.filter((line) => line.type === 'rest');
  const lastFinding = lines.findLastIndex((line) => line.type === 'finding');
  const since = made(lines.slice(lastFinding + 1)).filter(({ hit }) => hit);
  const builds = new Set(since.map(({ build }) => build));
  const documents = rests.reduce((sum, rest) => sum + rest.documents, 0);
  return [
    `${'kind'.padEnd(12)} ${'faults'.padStart(6)} ${'median'.padStart(8)} ${'longest'.padStart(8)}  by part`,
    ...kinds,
    `${'in all'.padEnd(12)} ${String(hits.length).padStart(6)}   ${documents} documents; at rest after ${spread(rests.map(({ afterMs }) => afterMs))}`,
    `${findings.length} findings; ${since.length} faults since the last one, on ${builds.size} build(s)`,
  ].join('\n');
}

function rowOf(kind: Kind, hits: readonly Made[]): string {
  const own = hits.filter((line) => line.kind === kind);
  // The time of an overlapping fault would include another fault.
  const times = own.flatMap(({ alone, recoveryMs }) => (alone && recoveryMs !== null ? [recoveryMs] : []));
  const parts = KINDS[kind].map((part) => `${part} ${own.filter((line) => line.part === part).length}`);
  const columns = [
    kind.padEnd(12),
    String(own.length).padStart(6),
    seconds(median(times)),
    seconds(Math.max(...times)),
  ];
  return `${columns.join(' ')}  ${parts.join(', ')}`;
}

function made(lines: readonly Line[]): Made[] {
  return lines.filter((line) => line.type === 'fault');
}

function spread(times: readonly number[]): string {
  return `${seconds(median(times)).trim()}, at most ${seconds(Math.max(...times)).trim()}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? -Infinity;
}

function seconds(ms: number): string {
  return (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : '-').padStart(8);
}
