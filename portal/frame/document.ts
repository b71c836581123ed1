/** A document in its frame: opened once, read and drawn page by page. pdf.js parses in one worker and draws in another. */
import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  PDFWorker,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { annotationText } from './annotation-text.ts';
import { PartsOfThePage } from './needs.ts';
import { type Drawing, type FrameRequest, MAX_TEXT_LENGTH, scaleToFit, type Size } from './protocol.ts';

/** An image is read whole before it is drawn small: one of 10,000 by 10,000 pixels still is. */
const MAX_IMAGE_PIXELS = 128_000_000;

/**
 * Opens the document. Nothing in it runs, because this frame is no viewer: no scripts, XFA forms, links or other
 * actions.
 */
export async function openDocument(request: FrameRequest & { kind: 'open' }): Promise<PDFDocumentProxy> {
  // Workers are made of the scripts that the page has handed over: an opaque origin could load none.
  GlobalWorkerOptions.rendererPorts = [workerOf(request.renderer)];
  const worker = PDFWorker.create({ port: workerOf(request.parser), verbosity: VerbosityLevel.ERRORS });
  return getDocument({
    data: new Uint8Array(request.bytes),
    worker,
    BinaryDataFactory: PartsOfThePage,
    // No worker fetches these. pdf.js asks for a part only if it has a name.
    useWorkerFetch: false,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    wasmUrl: 'wasm/',
    // The picture of a page does not depend on the fonts of this computer.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}

/** Draws the page with its forms and annotations, as large as the box allows. */
export async function drawPage(document: PDFDocumentProxy, number: number, box: Size): Promise<Drawing> {
  const page = await document.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const scale = scaleToFit(natural, box);
  if (scale === null) throw new RangeError('The page has no size.');
  const viewport = page.getViewport({ scale });
  const width = Math.max(1, Math.floor(viewport.width));
  const height = Math.max(1, Math.floor(viewport.height));
  const canvas = window.document.createElement('canvas');
  Object.assign(canvas, { width, height });
  // The pixels are read back at once, so they had better not be on a graphics card.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE, background: '#fff' }).promise;
  const { data } = context.getImageData(0, 0, width, height);
  page.cleanup();
  // Without this the memory of a canvas is released only by the garbage collector.
  Object.assign(canvas, { width: 0, height: 0 });
  return { width, height, pixels: data.buffer };
}

/** The text of the page, followed by the texts of fields and annotations. */
export async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const text = (await contentText(page)) + (await annotationText(page));
  page.cleanup();
  return text.slice(0, MAX_TEXT_LENGTH);
}

async function contentText(page: PDFPageProxy): Promise<string> {
  const reader = page.streamTextContent().getReader();
  let text = '';
  let end: Point | null = null;
  while (text.length < MAX_TEXT_LENGTH) {
    const { done, value } = await reader.read();
    if (done) return text;
    for (const item of value.items) {
      if (!('str' in item)) continue;
      const place = placeOf(item);
      text += (end && distance(end, place.start) > place.height / 4 ? ' ' : '') + item.str + (item.hasEOL ? '\n' : '');
      end = place.end;
    }
  }
  await reader.cancel();
  return text;
}

interface Run {
  readonly transform: readonly number[];
  readonly width: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The start and the end of a run of text on the page, in any direction. */
function placeOf({ transform, width }: Run): { readonly start: Point; readonly end: Point; readonly height: number } {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const length = Math.hypot(a, b) || 1;
  return {
    start: { x, y },
    end: { x: x + (width * a) / length, y: y + (width * b) / length },
    height: Math.hypot(c, d),
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** A classic worker: Chromium starts none of modules in an opaque origin. */
function workerOf(script: ArrayBuffer): Worker {
  return new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
}
