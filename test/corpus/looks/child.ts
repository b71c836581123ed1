/** Looks at one document after another in a process of its own: hostile documents may hang or crash a renderer. */
import { readFileSync } from 'node:fs';
import { UnreadablePdf, withPdfium } from '#engine/text/pdfium.ts';
import { isInstalled } from '#test/corpus/tools.ts';
import type { Look, LookRequest, RendererLook } from './look.ts';
import { differingShare, drawWithMupdf, type Picture } from './picture.ts';

const PAGES = 3;
/** About 72 dpi on an ordinary page. */
const WIDTH = 600;

interface Sight {
  readonly pageCount: number;
  /** Null when a page does not load. */
  readonly text: string | null;
  readonly pictures: readonly (Picture | null)[];
}

process.on('message', (request: LookRequest) => {
  look(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      throw error;
    },
  );
});

async function look({ before, after }: LookRequest): Promise<Look> {
  const [was, is] = [await see(before), await see(after)];
  const count = is?.pageCount ?? 0;
  return {
    renderers: [comparePdfium(was, is), compareMupdf(before, after, Math.min(PAGES, count))],
    pageCount: was?.pageCount ?? null,
    sameText: was && is && was.text !== null ? was.text === is.text : null,
  };
}

/** Null when PDFium does not open the document. */
async function see(path: string): Promise<Sight | null> {
  try {
    return await withPdfium(new Uint8Array(readFileSync(path)), (pdf) => ({
      pageCount: pdf.pageCount,
      pictures: Array.from({ length: Math.min(PAGES, pdf.pageCount) }, (_, page) => {
        const drawn = attempt(() => pdf.renderWithFields(page, WIDTH));
        return drawn && { width: drawn.width, height: drawn.height, pixels: drawn.rgba, bytesPerPixel: 4 };
      }),
      text: attempt(() => words(Array.from({ length: pdf.pageCount }, (_, page) => pdf.text(page)))),
    }));
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
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

function comparePdfium(was: Sight | null, is: Sight | null): RendererLook {
  const missing = !was ? 'does not open the original' : !is ? 'does not open the output' : null;
  const pages = (is?.pictures ?? []).flatMap((picture, page) => {
    const original = was?.pictures[page];
    return original && picture ? { page: page + 1, difference: differingShare(original, picture) } : [];
  });
  const repaged = was && is && was.pageCount !== is.pageCount ? 'sees other pages in the original' : null;
  return { renderer: 'PDFium', pages, missing: missing ?? repaged };
}

function compareMupdf(before: string, after: string, count: number): RendererLook {
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
