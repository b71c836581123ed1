/** Measures that the engine reads the text of pages like one of two other readers, apart from white space. */
import { readFileSync } from 'node:fs';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';
import type { Output } from '#tools/quality/corpus/evidence.ts';
import { isInstalled, mapAll, run } from '#tools/quality/programs.ts';
import { type Exception, type Score, score } from '#tools/quality/scores.ts';
import { letters } from './words.ts';

/** More pages of a document add no information. */
const MAX_PAGES = 60;
const GOAL = 0.98;

interface Reading {
  readonly name: string;
  readonly engine: string;
  readonly pdfium: string;
  readonly poppler: string;
}

export async function ownText(outputs: readonly Output[]): Promise<Score> {
  const readings = await mapAll(outputs, readingsOf);
  return score('text of pages as poppler or PDFium reads it, white space left out', GOAL, readings.flat(), judge);
}

async function readingsOf(output: Output): Promise<Reading[]> {
  const poppler = await rawTextOf(output.path);
  return textsOf(output.path).map((engine, index) => ({
    name: `${output.file.name}, page ${index + 1}`,
    engine,
    pdfium: output.pages[index] ?? '',
    poppler: poppler[index] ?? '',
  }));
}

function textsOf(path: string): string[] {
  try {
    const pdf = openDocument(new Uint8Array(readFileSync(path)));
    const extractor = new TextExtractor(pdf);
    return pdf.pages.slice(0, MAX_PAGES).map((page) => {
      let text = '';
      const add = (piece: string): void => {
        text += piece;
      };
      extractor.read(page, { text: add, separate: () => add(' ') });
      return text;
    });
  } catch (error) {
    if (error instanceof PdfFailure) return [];
    throw error;
  }
}

/** The text in content order, page by page. */
async function rawTextOf(path: string): Promise<string[]> {
  if (!isInstalled('pdftotext')) return [];
  const { stdout } = await run('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-']);
  return stdout.toString().split('\f');
}

function judge({ name, engine, pdfium, poppler }: Reading): Exception | null {
  const ours = comparable(engine);
  const theirs = [comparable(poppler), comparable(pdfium)];
  if (theirs.includes(ours)) return null;
  const sizes = [ours, ...theirs].map(({ length }) => length).join('/');
  return { name, what: `${differenceOf(ours, theirs)}, ${sizes} characters here, in poppler, in PDFium` };
}

function differenceOf(ours: string, theirs: readonly string[]): string {
  if (theirs.some((text) => sorted(text) === sorted(ours))) return 'another order';
  if (new Set(theirs).size === 1) return 'both read it otherwise';
  return 'three ways to read it';
}

/**
 * Control characters and direction marks. PDFium writes U+0002 for a hyphen at the end of a line, so hyphens are not
 * compared.
 */
// oxlint-disable-next-line no-control-regex
const NOT_COMPARED = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2061-\u206f\ufffe\u2010\u2011-]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Both readers reorder right-to-left text, so such a page is compared as a bag of characters. */
function comparable(text: string): string {
  const plain = letters(text.toWellFormed()).replaceAll(NOT_COMPARED, '');
  return RIGHT_TO_LEFT.test(plain) ? sorted(plain) : plain;
}

function sorted(text: string): string {
  return [...text].toSorted().join('');
}
