/** Documents to measure with, and figures from times. */
import { readFileSync } from 'node:fs';
import type { CorpusFile } from '#test/corpus/files.ts';

export interface Document {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Every n-th readable file, so that all sources take part; bombs are another question. */
export function readDocuments(files: readonly CorpusFile[], count: number): Document[] {
  const usable = files.filter(({ path, readable }) => readable && !path.includes('/bombs/'));
  const step = Math.max(1, usable.length / count);
  const chosen = Array.from({ length: Math.min(count, usable.length) }, (_, index) => usable[Math.floor(index * step)]);
  return chosen.flatMap((file) => (file ? [{ path: file.path, bytes: new Uint8Array(readFileSync(file.path)) }] : []));
}

/** User and system time of this process. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
