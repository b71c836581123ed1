/** Renders one document after another in a separate process, because hostile documents may hang or crash a renderer. */
import { readFileSync } from 'node:fs';
import { type PdfiumDocument, type Rendering, UnreadablePdf, withPdfium } from '#engine/text/pdfium.ts';
import { isInstalled } from '#tools/quality/programs.ts';
import {
  agree,
  type PageDifference,
  type Renderer,
  type RendererComparison,
  type RenderingComparison,
  type RenderingRequest,
} from './comparison.ts';
import { drawWithMupdf, drawWithPoppler, missingSpot, type Picture } from './picture.ts';

const PAGES = 3;
/** This is about 72 dpi on an ordinary page. */
const WIDTH = 600;

interface PdfiumRendering {
  /** The number of pages that load, because a damaged tree may state any number. */
  readonly pageCount: number;
  /** Null if a page does not load. */
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
  const count = Math.min(PAGES, is?.pageCount ?? 0);
  const pdfium = comparePdfium(was, is);
  const mupdf = compareByTool('MuPDF', 'mutool', (path) => drawWithMupdf(path, count), { before, after });
  const third = (): RendererComparison =>
    compareByTool('poppler', 'pdftoppm', (path) => drawWithPoppler(path, count), { before, after });
  return {
    renderers: [pdfium, mupdf, ...(agree(pdfium, mupdf) ? [] : [third()])],
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

/** Returns null if PDFium does not open the document. */
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

/** An abort of the module is a valid result for a hostile original. */
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

function comparePdfium(was: PdfiumRendering | null, is: PdfiumRendering | null): RendererComparison {
  const missing = !was ? 'does not open the original' : !is ? 'does not open the output' : null;
  const pages = (is?.pictures ?? []).flatMap(({ page, picture }, index) => {
    const original = was?.pictures[index]?.picture;
    return original && picture ? [difference(page, original, picture)] : [];
  });
  const repaged = was && is && was.pageCount !== is.pageCount ? 'sees other pages in the original' : null;
  return { renderer: 'PDFium', pages, missing: missing ?? repaged };
}

function compareByTool(
  renderer: Renderer,
  tool: string,
  draw: (path: string) => Picture[] | null,
  { before, after }: RenderingRequest,
): RendererComparison {
  if (!isInstalled(tool)) return { renderer, pages: [], missing: 'is not installed' };
  const [was, is] = [draw(before), draw(after)];
  if (!was || was.length === 0 || was.length !== is?.length) {
    return { renderer, pages: [], missing: 'does not draw the original' };
  }
  const pages = is.flatMap((picture, page) => {
    const original = was[page];
    return original ? [difference(page, original, picture)] : [];
  });
  return { renderer, pages, missing: null };
}

function difference(page: number, was: Picture, is: Picture): PageDifference {
  return { page: page + 1, lost: missingSpot(was, is), added: missingSpot(is, was) };
}
