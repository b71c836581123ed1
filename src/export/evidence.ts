/** The evidence of one submission: a ZIP file that somebody files, and checks later without the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldInMemory } from './scratch.ts';
import { writeZip, type ZipEntry } from './zip.ts';

export interface EvidenceFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array | string>;
}

export interface EvidenceOptions {
  /** Of the one folder in the ZIP file. */
  readonly folder: string;
  /** The time of every entry. */
  readonly date: Date;
}

/** They tell what is what, and check it. */
const GUIDE = ['HOW-TO-VERIFY.txt', 'verify.py'].map((name) => ({
  name,
  text: readFileSync(join(import.meta.dirname, 'evidence', name), 'utf8'),
}));

/**
 * The ZIP file's bytes: the same for the same files, whenever they are written. Nothing is compressed, because the bytes
 * of a compressor change with its version; what is large among the files is compressed inside.
 */
export async function* writeEvidence(
  { folder, date }: EvidenceOptions,
  files: readonly EvidenceFile[],
): AsyncGenerator<Uint8Array> {
  const guide = GUIDE.map(({ name, text }) => ({ name, content: once(text) }));
  const sorted = [...files, ...guide].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const { name, content } of sorted)
      yield { name: `${folder}/${name}`, content: bytesOf(content), compress: false };
  }
  await using directory = heldInMemory();
  yield* writeZip(entries(), { date, directory });
}

/** A text as the content of one file. */
export async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* bytesOf(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}
