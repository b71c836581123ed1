/**
 * `npm run pages -- DIR [STEP]`: pages that are known again although a court or a registry stamped them.
 *
 * Every STEP-th readable PDF below the folder is normalized, then twice more after each page got stamps in its margins,
 * with other words and in another way each time. Prints the share of pages with the same fingerprint without margins,
 * and pairs of different pages that have one. Exits 1 when a goal is missed.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { pageFingerprints } from '#engine/page/page-fingerprints.ts';
import { readBox } from '#engine/content/matrix.ts';
import { marginBands } from '#engine/page/margin-band.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';
import { readCorpus } from '#tools/quality/corpus/files.ts';
import { print } from '#tools/quality/scores.ts';
import { sha256 } from '#tools/figures.ts';
import { stampedCopy } from './stamps.ts';

const GOAL = 0.99;
const COPIES = [1, 2];
const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;

const directory = resolve(process.argv[2] ?? '../shared/corpus/dev');
const step = Number(process.argv[3] ?? 1);

/** The text of a page is another sign that two pages are equal. */
interface Known extends PageFingerprints {
  readonly place: string;
  readonly text: string;
}

const pages: Known[] = [];
const missed: string[] = [];
let [files, stamped, matched, blank, exact] = [0, 0, 0, 0, 0];
for (const { path, name } of readCorpus(directory).filter(({ readable }, index) => readable && index % step === 0)) {
  const input = new Uint8Array(readFileSync(path));
  const before = await pagesOf(input, name);
  if (before === null) continue;
  files++;
  pages.push(...before);
  for (const copy of COPIES) await compareWith(input, copy, name, before);
}
const falsePairs = pairsOf(pages, ({ withoutMargins }) => withoutMargins);
const falseExact = pairsOf(pages, ({ fingerprint }) => fingerprint);
const pairs = (pages.length * (pages.length - 1)) / 2;
print(`${files} files with ${pages.length} pages normalize; ${blank} pages have a blank body and are left out.`);
print(`stamped pages with the fingerprint of their source, without margins: ${matched} of ${stamped}`);
print(`stamped pages with the fingerprint of their source, with margins: ${exact} of ${stamped}`);
print(`pairs of pages: ${pairs}; with one fingerprint and other text: ${falseExact.length}`);
print(`pairs of pages: ${pairs}; with one fingerprint without margins and other text: ${falsePairs.length}`);
for (const line of [...missed, ...falseExact, ...falsePairs].slice(0, 50)) print(`     ${line}`);
if (stamped === 0 || matched / stamped < GOAL || falsePairs.length + falseExact.length > 0) process.exitCode = 1;

async function compareWith(input: Uint8Array, copy: number, name: string, before: readonly Known[]): Promise<void> {
  const found = await stampedPages(input, copy);
  if (found === null) return void missed.push(`${name}: the stamped copy ${copy} does not normalize`);
  for (const [index, page] of before.entries()) {
    const after = found.pages[index];
    if (page.withoutMargins === null) {
      blank++;
      continue;
    }
    stamped++;
    if (after?.fingerprint === page.fingerprint) exact++;
    if (after?.withoutMargins === page.withoutMargins) matched++;
    else missed.push(`${page.place}: not matched after ${found.ways[index]}`);
  }
}

async function stampedPages(input: Uint8Array, copy: number) {
  try {
    const { bytes, ways } = stampedCopy(input, copy);
    const { bytes: output } = await normalize(bytes, OPTIONS);
    const found = output && pageFingerprints(output);
    return found ? { pages: found, ways } : null;
  } catch (error) {
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}

async function pagesOf(input: Uint8Array, name: string): Promise<Known[] | null> {
  const { bytes } = await normalize(input, OPTIONS);
  const found = bytes && pageFingerprints(bytes);
  if (!bytes || !found) return null;
  const pdf = openDocument(bytes);
  const extractor = new TextExtractor(pdf);
  return found.map((page, index) => {
    const source = pdf.pages[index];
    const text = source ? bodyText(pdf, extractor, source) : '';
    return { ...page, place: `${name} page ${index + 1}`, text: sha256(text) };
  });
}

/** The text of a page without the lines in its top and bottom margins. */
function bodyText(pdf: PdfDocument, extractor: TextExtractor, page: Page): string {
  const box = readBox(pdf, page.dict.array('CropBox') ?? page.dict.array('MediaBox'));
  const isInBand = box ? marginBands(box, page.dict.number('Rotate') ?? 0, 1) : () => false;
  let [text, shown] = ['', ''];
  const sink = { text: (piece: string) => (shown += piece), separate: () => undefined };
  extractor.read(page, sink, {
    glyphs({ box: place }) {
      if (!isInBand(place)) text += shown;
      shown = '';
    },
    image: () => undefined,
    layer: () => undefined,
  });
  return text;
}

/** Pairs with one fingerprint and different text, each first page with each later one. */
function pairsOf(all: readonly Known[], of: (page: Known) => string | null): string[] {
  const groups = Map.groupBy(all, of);
  groups.delete(null);
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group;
    const differing = others.filter(({ text }) => text !== first?.text);
    return differing.map(({ place }) => `${first?.place} = ${place}`);
  });
}
