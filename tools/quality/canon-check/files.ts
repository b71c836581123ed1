/** Canonical PDFs for the agreement of `contentHash`, in the same order for the same documents. */
import { readFileSync } from 'node:fs';
import { chanceOf } from '#test/properties/mutations.ts';
import { changeText, pagesOf } from '#tools/quality/converge/false-merges/changes.ts';
import { modelOf } from '#tools/quality/converge/model.ts';
import { serialize } from '#tools/quality/converge/serializer.ts';
import { readVectors } from '#tools/generate/vectors/vector.ts';
import { sha256 } from '#tools/figures.ts';
import { answerOf } from './answer.ts';

export interface CanonicalFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly contentHash: string | null;
}

/** Larger documents take most of the time, and their changes add no cases. */
const MAX_CHANGED_BYTES = 100_000;

/** The outputs of the documents, then those of the vectors, each once. */
export async function* canonicalFiles(paths: readonly string[]): AsyncGenerator<CanonicalFile> {
  const known = new Set<string>();
  const isNew = (file: CanonicalFile): boolean => known.size < known.add(file.sha256).size;
  for (const path of paths) {
    const file = await canonicalFile(readFileSync(path));
    if (file && isNew(file)) yield file;
  }
  for (const { output, contentHash } of readVectors()) {
    if (output === undefined) continue;
    const file = fileOf(Buffer.from(output, 'base64'), contentHash);
    if (isNew(file)) yield file;
  }
}

/** Copies with another character of text, in rounds over the files. No two of these files have one `contentHash`. */
export async function* filesWithOtherText(files: readonly CanonicalFile[]): AsyncGenerator<CanonicalFile> {
  const hashes = new Set(files.map(({ contentHash }) => contentHash));
  let sources = files.filter(({ bytes, contentHash }) => bytes.length <= MAX_CHANGED_BYTES && contentHash !== null);
  for (let round = 0; sources.length > 0; round++) {
    const changeable: CanonicalFile[] = [];
    for (const [index, source] of sources.entries()) {
      const file = await withOtherText(source, chanceOf(round * files.length + index));
      if (!file || hashes.has(file.contentHash)) continue;
      hashes.add(file.contentHash);
      changeable.push(source);
      yield file;
    }
    sources = changeable;
  }
}

async function withOtherText({ bytes }: CanonicalFile, chance: () => number): Promise<CanonicalFile | null> {
  const model = modelOf(bytes);
  const pages = pagesOf(model);
  const changed = changeText(model, pages[Math.floor(chance() * pages.length)] ?? 0, chance);
  return changed && canonicalFile(serialize(changed.model));
}

async function canonicalFile(input: Uint8Array): Promise<CanonicalFile | null> {
  const { output, contentHash = null } = await answerOf(input);
  return output ? fileOf(output, contentHash) : null;
}

function fileOf(bytes: Uint8Array, contentHash: string | null): CanonicalFile {
  return { bytes, sha256: sha256(bytes), contentHash };
}
