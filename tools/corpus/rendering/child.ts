/** Looks at one document after another in a process of its own: hostile documents may hang or crash a renderer. */
import { readFileSync } from 'node:fs';
import { type PdfiumDocument, type Rendering, UnreadablePdf, withPdfium } from '#engine/text/pdfium.ts';
import { isInstalled } from '#tools/corpus/tools.ts';
import type { RenderingComparison, RenderingRequest, PageDifference, RendererComparison } from './comparison.ts';
import { differingShare, drawWithMupdf, type Picture } from './picture.ts';

const PAGES = 3;
/** This is about 72 dpi on an ordinary page. */
const WIDTH = 600;

interface PdfiumRendering {
  /** The pages that load: a damaged tree may claim any number. */
  readonly pageCount: number;
  /** Null when a page does not load. */
  readonly text: string | null;
  readonly pictures: readonly { readonly page: number; readonly picture: Picture | null }[];
}

process.on('message', (request: RenderingRequest) => {
  compareRendering(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      throw error;
    },
  );
});

async function compareRendering({ before, after }: RenderingRequest): Promise<RenderingComparison> {
  const [was, is] = [await renderWithPdfium(before), await renderWithPdfium(after)];
  const count = is?.pageCount ?? 0;
  return {
    renderers: [await comparePdfium(before, was, is), compareMupdf(before, after, Math.min(PAGES, count))],
    pageCount: was?.pageCount ?? null,
    sameText: was && is && was.text !== null ? was.text === is.text : null,
  };
}

function renderWithPdfium(path: string): Promise<PdfiumRendering | null> {
  return readPdfium(path, (pdf) => {
    const texts = Array.from({ length: pdf.pageCount }, (_, page) => attempt(() => pdf.text(page)));
    const loaded = texts.flatMap((text, page) => (text === null ? [] : [page]));
    return {
      pageCount: loaded.length,
      pictures: loaded.slice(0, PAGES).map((page) => ({
        page,
        picture: attempt(() => pictureOf(pdf.renderWithFields(page, WIDTH))),
      })),
      text: texts.includes(null) ? null : words(texts.map((text) => text ?? '')),
    };
  });
}

/** Answers null when PDFium does not open the document. */
async function readPdfium<T>(path: string, read: (pdf: PdfiumDocument) => T): Promise<T | null> {
  try {
    return await withPdfium(new Uint8Array(readFileSync(path)), read);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

function pictureOf({ width, height, rgba }: Rendering): Picture {
  return { width, height, pixels: rgba, bytesPerPixel: 4 };
}

/** An abort of the module is an answer too: the original is hostile. */
function isUnreadable(error: unknown): boolean {
  return error instanceof UnreadablePdf || (error instanceof Error && error.name === 'RuntimeError');
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadablePdf) return null;
    throw error;
  }
}

function words(texts: readonly string[]): string {
  return texts.join(' ').normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

async function comparePdfium(
  before: string,
  was: PdfiumRendering | null,
  is: PdfiumRendering | null,
): Promise<RendererComparison> {
  const missing = !was ? 'does not open the original' : !is ? 'does not open the output' : null;
  const pages: PageDifference[] = [];
  for (const [index, { page, picture }] of (is?.pictures ?? []).entries()) {
    const original = was?.pictures[index];
    if (!original?.picture || !picture) continue;
    const difference = differingShare(original.picture, picture);
    const asShown = difference === 0 ? null : await drawAppearances(before, original.page);
    const otherwise = asShown ? differingShare(asShown, picture) : difference;
    pages.push({ page: page + 1, difference: Math.min(difference, otherwise) });
  }
  const repaged = was && is && was.pageCount !== is.pageCount ? 'sees other pages in the original' : null;
  return { renderer: 'PDFium', pages, missing: missing ?? repaged };
}

/**
 * The page as its annotations' appearances show it. With form fields PDFium is an editor: it draws buttons on combo
 * boxes and its own choice of colours, where flattening takes the appearances the file has.
 */
function drawAppearances(path: string, page: number): Promise<Picture | null> {
  return readPdfium(path, (pdf) => attempt(() => pictureOf(pdf.render(page, WIDTH))));
}

function compareMupdf(before: string, after: string, count: number): RendererComparison {
  if (!isInstalled('mutool')) return { renderer: 'MuPDF', pages: [], missing: 'is not installed' };
  const [was, is] = [drawWithMupdf(before, count), drawWithMupdf(after, count)];
  if (was?.length !== is?.length || !was || !is) {
    return { renderer: 'MuPDF', pages: [], missing: 'does not draw the original' };
  }
  const pages = is.flatMap((picture, page) => {
    const original = was[page];
    return original ? { page: page + 1, difference: differingShare(original, picture) } : [];
  });
  return { renderer: 'MuPDF', pages, missing: null };
}
