/** This module makes pictures of pages and finds the share of pixels in which two of them differ. */
import { runNow } from '#tools/corpus/tools.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Rows from the top. */
  readonly pixels: Uint8Array;
  readonly bytesPerPixel: 3 | 4;
}

/**
 * The difference of brightness, of 255, that counts: less is the rounding of an edge, and colour alone its smoothing
 * for a screen's stripes.
 */
const THRESHOLD = 48;
const DPI = 72;
const MAX_SIDE = 2000;

export function differingShare(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  const pixels = a.width * a.height;
  let differing = 0;
  for (let pixel = 0; pixel < pixels; pixel++) if (differs(a, b, pixel)) differing++;
  return differing / Math.max(1, pixels);
}

function differs(a: Picture, b: Picture, pixel: number): boolean {
  return Math.abs(brightness(a, pixel) - brightness(b, pixel)) > THRESHOLD;
}

function brightness({ pixels, bytesPerPixel }: Picture, pixel: number): number {
  const at = pixel * bytesPerPixel;
  return ((pixels[at] ?? 0) * 3 + (pixels[at + 1] ?? 0) * 6 + (pixels[at + 2] ?? 0)) / 10;
}

/** Answers MuPDF's pictures of the first pages, or null when it does not draw the document. */
export function drawWithMupdf(path: string, pages: number): Picture[] | null {
  const size = ['-r', String(DPI), '-w', String(MAX_SIDE), '-h', String(MAX_SIDE)];
  const { status, stdout } = runNow('mutool', ['draw', '-q', '-F', 'ppm', '-o', '-', ...size, path, `1-${pages}`]);
  return status === null ? null : [...readPixmaps(stdout)];
}

/** Reads portable pixmaps (P6) one after another. */
function* readPixmaps(bytes: Buffer): Generator<Picture> {
  let offset = 0;
  for (;;) {
    const header = /^P6\s(?:#[^\n]*\n)?(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', offset, offset + 200));
    if (!header) return;
    const [whole, width, height] = [header[0], Number(header[1]), Number(header[2])];
    const start = offset + whole.length;
    offset = start + width * height * 3;
    yield { width, height, pixels: bytes.subarray(start, offset), bytesPerPixel: 3 };
  }
}
