/**
 * `node tools/quality/canon-check/collect.ts OUTPUTS COUNT DIR…`: canonical PDFs for the agreement of `contentHash`, with the engine's answer for each.
 *
 * The files are the outputs of the fixtures, of the documents in each DIR and of the vectors. Copies of these files with another
 * character of text follow until there are COUNT. The tool writes each file into OUTPUTS, under its SHA-256, and a line of JSON about it.
 */
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalFiles, filesWithOtherText, type CanonicalFile } from './files.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/pdf');

const [folder = '', goal = '', ...directories] = process.argv.slice(2);
const paths = [FIXTURES, ...directories].flatMap((directory) =>
  globSync(join(resolve(directory), '**/*.{pdf,PDF}')).toSorted(),
);
mkdirSync(folder, { recursive: true });

const files: CanonicalFile[] = [];
for await (const file of canonicalFiles(paths)) take(file);
const documents = files.length;
for await (const file of filesWithOtherText([...files])) {
  if (files.length >= Number(goal)) break;
  take(file);
}
process.stderr.write(
  `${files.length} canonical files: ${documents} of documents, ${files.length - documents} with other text\n`,
);
if (files.length < Number(goal)) process.exitCode = 1;

function take(file: CanonicalFile): void {
  const { bytes, sha256, contentHash } = file;
  const path = join(folder, `${sha256}.pdf`);
  writeFileSync(path, bytes);
  files.push(file);
  process.stdout.write(`${JSON.stringify({ path, canonical: true, contentHash })}\n`);
}
