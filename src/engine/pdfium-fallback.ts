/**
 * PDFium as the second reader of a customer's bytes. Its rules of repair differ from ours, so it may find pages where
 * we find none, and show us what another reader would have shown. Either way we go on with the copy it writes, which
 * our own limits apply to. PDFium is compiled into one module, so the copy depends on nothing but the bytes.
 */
import { viewOf } from '#engine/pdf/syntax/byte-search.ts';
import { PdfFailure } from './pdf/failure.ts';
import type { PdfDocument } from './pdf/document.ts';
import { openDocument } from './pdf/read/open.ts';
import { refuseExpansion } from './text/expansion.ts';
import { refuseLongText } from './text/long-text.ts';
import { type PdfiumDocument, UnreadablePdf, withPdfium } from './text/pdfium.ts';

/** PDFium holds the file, its objects and the copy in one memory. */
const MAX_BYTES = 32 * 1024 * 1024;
/** PDFium looks for the end of every stream, through the rest of the file where there is none. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;
/** How many pages are read, and how many are asked for: a page that cannot be loaded is none. */
const MAX_PAGES = 200;
const MAX_TRIES = 400;

/** Failures that mean we could not read on; all others are verdicts. */
const HOPELESS: ReadonlySet<string> = new Set(['CORRUPT_UNRECOVERABLE', 'NO_PAGES']);

/** Answers undefined when there is no second chance, or it is of no use. */
export async function openWithPdfium(input: Uint8Array, failure: PdfFailure): Promise<PdfDocument | undefined> {
  if (!HOPELESS.has(failure.code) || isTooMuch(input)) return undefined;
  try {
    const copy = await withPdfium(input, (document) => (document.pageCount > 0 ? document.save() : undefined));
    return copy && openDocument(copy);
  } catch (error) {
    if (error instanceof UnreadablePdf || error instanceof PdfFailure) return undefined;
    throw error;
  }
}

/** The text of every page that PDFium shows of the bytes; undefined when it shows none or the limits are in the way. */
export function readWithPdfium(input: Uint8Array): Promise<readonly string[] | undefined> {
  if (isTooMuch(input)) return Promise.resolve(undefined);
  return ifReadable(async () => {
    const copy = await withPdfium(input, (document) => document.save());
    return textsOf(copy, openDocument(copy));
  });
}

/** @param pdf the same document, to count beforehand what PDFium would have to go through */
export function textsOf(bytes: Uint8Array, pdf: PdfDocument): Promise<readonly string[] | undefined> {
  if (bytes.length > MAX_BYTES) return Promise.resolve(undefined);
  return ifReadable(() => {
    refuseExpansion(pdf);
    refuseLongText(pdf);
    return withPdfium(bytes, readPages);
  });
}

function readPages(document: PdfiumDocument): string[] {
  const texts: string[] = [];
  const tries = Math.min(document.pageCount, MAX_TRIES);
  for (let index = 0; index < tries && texts.length < MAX_PAGES; index++) {
    const text = tryToRead(document, index);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

function tryToRead(document: PdfiumDocument, index: number): string | undefined {
  try {
    return document.text(index);
  } catch (error) {
    if (error instanceof UnreadablePdf) return undefined;
    throw error;
  }
}

/** PDFium ends itself when its memory, which has a fixed bound, is used up. */
async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isLimit = error instanceof PdfFailure || error instanceof WebAssembly.RuntimeError;
    if (isLimit || error instanceof UnreadablePdf) return undefined;
    throw error;
  }
}

/** Whether PDFium is not given these bytes: counted beforehand, for they are nobody's but the customer's. */
export function isTooMuch(input: Uint8Array): boolean {
  return input.length > MAX_BYTES || searchedBytes(input) > MAX_SEARCHED_BYTES;
}

/** How far the next `endstream` and the next `endobj` are from every `stream`, all together; read from the end. */
function searchedBytes(input: Uint8Array): number {
  const view = viewOf(input);
  const before = (mark: string, at: number): number => (at <= 0 ? -1 : view.lastIndexOf(mark, at - 1, 'latin1'));
  let [endStream, endObject, total] = [input.length, input.length, 0];
  let object = before('endobj', input.length);
  for (let at = before('stream', input.length); at >= 0; at = before('stream', at)) {
    for (; object > at; object = before('endobj', object)) endObject = object;
    if (view.toString('latin1', Math.max(0, at - 3), at) === 'end') endStream = at;
    else total += endStream + endObject - 2 * at;
  }
  return total;
}
