/**
 * `npm run converge -- --false-merges [DIR] [--pairs 10000] [--from 0] [--keep DIR]`: two documents that differ give two hashes.
 *
 * Each pair is a document of the folder, and the same with one change to one page. PDFium draws both pages: a pair counts as
 * visible when a pixel differs at 150 dpi, and a pair with one hash is drawn at 600 dpi. Exits 1 when such a pair shows a difference,
 * in MuPDF as well.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UnreadablePdf, withPdfium } from '#engine/text/pdfium.ts';
import { chanceOf } from '#test/properties/mutations.ts';
import { seedFiles } from '#test/properties/campaign.ts';
import { plainHash } from '#tools/quality/normalize-files.ts';
import { isInstalled, runNow } from '#tools/quality/programs.ts';
import { type Model, modelOf } from '#tools/quality/converge/model.ts';
import { serialize } from '#tools/quality/converge/serializer.ts';
import { sha256 } from '#tools/figures.ts';
import { changePage, pagesOf } from './changes.ts';

const MAX_SEED_BYTES = 100_000;
const PAGES = 3;
const COARSE_DPI = 150;
const FINE_DPI = 600;
const A4_WIDTH_INCHES = 8.27;
const PROGRESS_EVERY = 500;

interface Base {
  readonly name: string;
  readonly model: Model;
  readonly file: Uint8Array;
  readonly hash: string;
  readonly pages: readonly number[];
  readonly pictures: Map<number, string | null>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'false-merges': { type: 'boolean' },
    pairs: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    of: { type: 'string' },
    keep: { type: 'string' },
  },
});
const from = Number(values.from);
const pairs = Number(values.pairs);
const { keep } = values;
const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-false-merges-'));
if (keep !== undefined) mkdirSync(keep, { recursive: true });

const files = seedFiles(resolve(positionals[0] ?? '../shared/corpus/dev')).filter(
  (file) => readFileSync(file).length <= MAX_SEED_BYTES,
);
const perFile = Math.ceil(Number(values.of ?? pairs) / files.length);
const counts = new Map<string, number>();
const falseMerges: string[] = [];
let base: Base | null = null;
for (let index = from; index < from + pairs; index++) {
  const path = files[Math.floor(index / perFile)];
  if (path === undefined) break;
  if (index === from || index % perFile === 0) base = await openBase(path);
  count(base === null ? 'no pair: the document is refused' : await tryPair(base, index));
  if ((index - from + 1) % PROGRESS_EVERY === 0) process.stderr.write(`${index - from + 1} done\n`);
}
for (const [what, number] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  process.stdout.write(`${String(number).padStart(7)}  ${what}\n`);
for (const name of falseMerges) process.stdout.write(`MISS ${name}\n`);
process.stdout.write(`${falseMerges.length === 0 ? 'ok  ' : 'MISS'} ${falseMerges.length} false merges\n`);
rmSync(scratch, { recursive: true, force: true });
if (falseMerges.length > 0) process.exitCode = 1;

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

async function tryPair({ name, model, file, hash, pages, pictures }: Base, index: number): Promise<string> {
  const chance = chanceOf(index);
  const page = Math.floor(chance() * Math.min(PAGES, pages.length));
  const changed = changePage(model, pages[page] ?? 0, chance);
  if (changed === null) return 'no pair: the page shows nothing that can be changed';
  const other = serialize(changed.model);
  const otherHash = await plainHash(other);
  if (otherHash === null) return 'no pair: the changed document is refused';
  if (!pictures.has(page)) pictures.set(page, await picture(file, page, COARSE_DPI));
  const isVisible = pictures.get(page) !== (await picture(other, page, COARSE_DPI));
  const seen = isVisible ? 'visible' : 'not visible at 150 dpi';
  if (otherHash !== hash) return `${seen}, two hashes: ${changed.kind}`;
  if (!isVisible && (await picture(file, page, FINE_DPI)) === (await picture(other, page, FINE_DPI))) {
    return `not visible at 600 dpi, one hash: ${changed.kind}`;
  }
  // PDFium marks fields without an appearance, and the marks are no part of the page.
  if (!differsInMupdf(file, other, page)) return `marked by PDFium alone, one hash: ${changed.kind}`;
  falseMerges.push(`${index} ${name} page ${page + 1}: ${changed.kind}`);
  if (keep !== undefined) {
    writeFileSync(join(keep, `${index}-a.pdf`), file);
    writeFileSync(join(keep, `${index}-b.pdf`), other);
  }
  return `visible, one hash: ${changed.kind}`;
}

/** Without MuPDF, PDFium alone decides. */
function differsInMupdf(file: Uint8Array, other: Uint8Array, page: number): boolean {
  if (!isInstalled('mutool')) return true;
  const [a, b] = [file, other].map((bytes) => {
    const path = join(scratch, 'page.pdf');
    writeFileSync(path, bytes);
    return sha256(
      runNow('mutool', ['draw', '-q', '-r', String(FINE_DPI), '-F', 'ppm', '-o', '-', path, String(page + 1)]).stdout,
    );
  });
  return a !== b;
}

/** Returns null for unsuitable documents: the engine rejects them, or they cannot be written from a model. */
async function openBase(path: string): Promise<Base | null> {
  try {
    const model = modelOf(new Uint8Array(readFileSync(path)));
    const file = serialize(model);
    const hash = await plainHash(file);
    const pages = pagesOf(model);
    if (hash === null || pages.length === 0) return null;
    return { name: basename(path), model, file, hash, pages, pictures: new Map() };
  } catch {
    return null;
  }
}

/** The hash of the page in PDFium; null if it draws none. */
async function picture(file: Uint8Array, page: number, dpi: number): Promise<string | null> {
  try {
    const width = Math.round(A4_WIDTH_INCHES * dpi);
    return await withPdfium(file, (pdf) => sha256(pdf.renderWithFields(page, width).rgba));
  } catch (error) {
    if (error instanceof UnreadablePdf || (error instanceof Error && error.name === 'RuntimeError')) return null;
    throw error;
  }
}
