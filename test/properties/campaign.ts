/** Runs mutated files through limited parser children and compares every result with the guarantees for any input. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { findResidue } from '#engine/sanitize/residue.ts';
import { pageCount } from '#engine/text/pdfium.ts';
import { createParserPool, type ParserPool } from '#src/parser-host/pool.ts';
import { type Attempt, attempt } from '#test/hostile/attempt.ts';
import { chanceOf, mutate } from './mutations.ts';

const MAX_SEED_BYTES = 200_000;
/** The deadline of the product for small documents. A shorter one would only find a busy host. */
const DEADLINE_MS = 60_000;
const PROGRESS_EVERY = 500;
const MEMORY_MB = 768;
const PROCESSES = 2;

const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;

/** Results that are our faults for any input. */
const FAULTS: ReadonlySet<string> = new Set([
  'INTERNAL_ERROR',
  'PARSER_KILLED',
  'PROCESSING_TIMEOUT',
  'NOT_IDEMPOTENT',
  'OUTPUT_INVALID',
  'ACTIVE_CONTENT_RESIDUE',
]);

export interface Campaign {
  readonly count: number;
  readonly seed: number;
  readonly directory: string;
  /** The first mutation of the run. Number n is the same in every campaign with the seed. */
  readonly from?: number;
  readonly onFinding?: (finding: Finding) => void;
  /** Called regularly with the number of completed mutations. */
  readonly onProgress?: (done: number) => void;
}

export interface Finding {
  readonly index: number;
  readonly source: string;
  readonly fault: string;
  readonly input: Uint8Array;
}

export interface Tally {
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
}

export async function runCampaign(campaign: Campaign): Promise<Tally> {
  const { count, seed, directory, from = 0, onFinding, onProgress } = campaign;
  const files = seedFiles(directory);
  const pool = createParserPool({ processes: PROCESSES, memoryMb: MEMORY_MB, maxWaiting: 8, deadlineMs: DEADLINE_MS });
  const outcomes = new Map<string, number>();
  const findings: Finding[] = [];
  let next = from;
  const work = async (): Promise<void> => {
    for (let index = next++; index < from + count; index = next++) {
      if (index > from && index % PROGRESS_EVERY === 0) onProgress?.(index - from);
      const { source, input } = mutant(files, seed, index);
      const outcome = await attempt(pool, `mutation ${index}`, input, OPTIONS);
      outcomes.set(outcome.code, (outcomes.get(outcome.code) ?? 0) + 1);
      const fault = await faultOf(pool, outcome);
      if (fault === null) continue;
      const finding = { index, source, fault, input };
      findings.push(finding);
      onFinding?.(finding);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  await pool.close();
  return { outcomes, findings };
}

/** Mutation number `index` of the seed: one of the files, changed with parts of another. */
export function mutant(files: readonly string[], seed: number, index: number): { source: string; input: Uint8Array } {
  const chance = chanceOf(Math.imul(seed, 0x9e3779b1) ^ index);
  const choose = (): string => files[Math.floor(chance() * files.length)] ?? '';
  const source = choose();
  return { source, input: mutate(readFileSync(source), readFileSync(choose()), chance) };
}

/** Sorted, so that a seed means the same in every folder. */
export function seedFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.toLowerCase().endsWith('.pdf'))
    .toSorted()
    .map((file) => join(directory, file))
    .filter((file) => statSync(file).isFile() && statSync(file).size <= MAX_SEED_BYTES);
}

async function faultOf(pool: ParserPool, { code, message, stage, bytes }: Attempt): Promise<string | null> {
  if (FAULTS.has(code)) return `${code} in ${stage}: ${message}`;
  if (code !== 'SUCCESS') return null;
  if (bytes === null) return 'SUCCESS without output';
  const pages = await pageCount(bytes).catch((error: unknown) => String(error));
  if (typeof pages === 'string' || pages === 0) return `SUCCESS, but PDFium finds ${pages} pages`;
  const [residue] = findResidue(bytes);
  if (residue !== undefined) return `SUCCESS with ${residue}`;
  const again = await attempt(pool, 'second pass', bytes, OPTIONS);
  if (again.bytes === null) return `the second pass ends with ${again.code}: ${again.message}`;
  return Buffer.compare(again.bytes, bytes) === 0 ? null : 'the second pass gives other bytes';
}
