/** Documents for measurements, and figures from times. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { Stream } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import type { CorpusFile } from '#tools/quality/corpus/files.ts';

export interface Document {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads every n-th readable file, so that all sources are included. Bombs are left out. */
export function readDocuments(files: readonly CorpusFile[], count: number): Document[] {
  const usable = files.filter(({ path, readable }) => readable && !path.includes('/bombs/'));
  const step = Math.max(1, usable.length / count);
  const chosen = Array.from({ length: Math.min(count, usable.length) }, (_, index) => usable[Math.floor(index * step)]);
  return chosen.flatMap((file) => (file ? [{ path: file.path, bytes: new Uint8Array(readFileSync(file.path)) }] : []));
}

/** Answers the user and system time of this process. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The CPU time to inflate and deflate the compressed data of the outputs with native code, and to hash them. */
export function measureFloor(outputs: readonly Uint8Array[]): number {
  const deflated = outputs.flatMap(deflatedStreams);
  const before = cpuMs();
  for (const bytes of deflated) deflateSync(inflateSync(bytes), { level: 6 });
  for (const output of outputs) createHash('sha256').update(output).digest();
  return cpuMs() - before;
}

function deflatedStreams(output: Uint8Array): Uint8Array[] {
  const pdf = openDocument(output);
  return pdf
    .numbers()
    .map((number) => pdf.object(number))
    .filter((object) => object instanceof Stream)
    .filter(({ dict }) => dict.name('Filter') === 'FlateDecode')
    .map(({ raw }) => raw);
}
