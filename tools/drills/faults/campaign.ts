/**
 * A campaign of faults under load, one after the other or overlapping. After each group the service becomes idle and is
 * checked. Each violated invariant is a finding.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildId } from '#temporal/build-id.ts';
import { inject } from './inject.ts';
import type { Installation } from './installation.ts';
import { type Journal, lineOf, nextIndex } from './journal.ts';
import { allChoices, type Choice, type Fault, type Kind, type Part, planOf } from './plan.ts';
import { withServiceUnderLoad } from './service-under-load.ts';

/** The programs of one machine, each of which fails separately. */
const HOSTS = [
  { name: 'worker-2', programs: ['worker'], spool: 'shared' },
  { name: 'worker-1', programs: ['worker'], spool: 'shared' },
  { name: 'api', programs: ['api'], spool: 'shared' },
] as const;
const VERIFIER = join(import.meta.dirname, '../../../src/parser-host/verifier.ts');
/** A part without recovery within this time recovers beside the next fault. */
const RECOVERY_MS = 4_000;

export interface CampaignOptions {
  readonly seed: number;
  /** The number of faults in this run. */
  readonly count: number;
  /** The number of documents between two pauses. */
  readonly group: number;
  readonly kinds: readonly Kind[];
  readonly parts: readonly Part[] | null;
  /** The number of parallel callers. */
  readonly callers: number;
  readonly journal: Journal;
  readonly say: (line: string) => void;
}

/** Returns the findings of this run. */
export async function runCampaign(options: CampaignOptions): Promise<string[]> {
  const { seed, count, group, journal, say } = options;
  const build = buildId();
  const first = nextIndex(journal, seed);
  const findings: string[] = [];
  let span = { from: first, to: first };
  const report = (finding: string) => {
    findings.push(finding);
    say(`FOUND between ${span.from} and ${span.to}: ${finding}`);
    journal.add({ type: 'finding', at: new Date().toISOString(), build, seed, ...span, finding });
  };
  const requested = { hosts: HOSTS, callers: options.callers, seed: seed + first, report };
  return withServiceUnderLoad(requested, async ({ installation, load, settle }) => {
    const faultAt = planOf(seed, choicesOf(options, installation));
    const make = async (fault: Fault): Promise<void> => {
      const used = load.use(fault.part);
      const hit = await inject(fault, installation);
      const goneAt = performance.now();
      // Beside other faults the recovery could not be assigned to one of them.
      const isTimed = hit && fault.alone;
      if (isTimed) await load.normalize(fault.part);
      const recoveryMs = isTimed ? performance.now() - goneAt : null;
      journal.add(lineOf(fault, { build, seed, hit, recoveryMs }));
      const outcome =
        recoveryMs === null ? (hit ? '' : 'nothing to hit') : `recovered after ${Math.round(recoveryMs)} ms`;
      say(`${fault.index} ${fault.kind} ${fault.part} ${outcome}`);
      await used;
    };
    for (let index = first; index < first + count; index += group) {
      span = { from: index, to: Math.min(index + group, first + count) - 1 };
      const faults = Array.from({ length: span.to - span.from + 1 }, (_, offset) => faultAt(index + offset));
      const before = load.ledger.documents.length;
      load.resume();
      await makeAll(faults, make);
      await load.pause();
      const rest = await settle(new Set(faults.map(({ part }) => part)));
      const documents = load.ledger.documents.length - before;
      journal.add({ type: 'rest', at: new Date().toISOString(), build, afterMs: rest.afterMs, documents });
      say(`at rest after ${(rest.afterMs / 1000).toFixed(1)} s; ${documents} documents`);
    }
    return findings;
  });
}

/**
 * Each fault starts after the recovery from the one before, or beside it, but never beside another fault of the same
 * part.
 */
async function makeAll(faults: readonly Fault[], make: (fault: Fault) => Promise<void>): Promise<void> {
  const running = new Map<Part, Promise<void>>();
  let last = Promise.resolve();
  for (const fault of faults) {
    await (fault.alone ? Promise.race([last, sleep(fault.durationMs + RECOVERY_MS)]) : running.get(fault.part));
    await running.get(fault.part);
    await sleep(fault.pauseMs);
    last = make(fault);
    running.set(fault.part, last);
  }
  await Promise.all(running.values());
}

function choicesOf({ kinds, parts }: CampaignOptions, installation: Installation): Choice[] {
  return allChoices(kinds).filter(({ kind, part }) => {
    if (parts !== null && !parts.includes(part)) return false;
    if (kind === 'full-disk') return installation.diskOf(part) !== null;
    if (part === 'verapdf') return installation.hasVerapdf;
    return part !== 'verifier' || existsSync(VERIFIER);
  });
}
