/**
 * Writes `data/cmaps/cmaps.bin`: a line of JSON with the start and the end of each CMap, followed by Adobe's CMaps as
 * pdf.js packs them (`pdfjs-dist/cmaps`). Run it from the package root: `node src/engine/fonts/build/cmaps.ts`. It
 * prints the SHA-256 that `data/cmaps/README.md` names.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');
const ENDING = '.bcmap';

const names = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
const index: Record<string, readonly [start: number, end: number]> = {};
const parts: Buffer[] = [];
let length = 0;
for (const file of names.toSorted()) {
  const bytes = readFileSync(join(FOLDER, file));
  index[file.slice(0, -ENDING.length)] = [length, length + bytes.length];
  parts.push(bytes);
  length += bytes.length;
}
const packed = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...parts]);
writeFileSync(new URL('../data/cmaps/cmaps.bin', import.meta.url), packed);
console.log(`${names.length} CMaps, ${packed.length} bytes, ${createHash('sha256').update(packed).digest('hex')}`);
