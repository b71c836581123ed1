/** Renders pages and finds the content of one picture that another one lacks. */
import { runNow } from '#tools/quality/programs.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Rows from the top. */
  readonly pixels: Uint8Array;
  readonly bytesPerPixel: 3 | 4;
}

/** The least colour difference that counts, of 255. A smaller one is rounding of an edge. */
const THRESHOLD = 96;
/** The side of the squares for counting missing pixels, about one and a half letters. */
const SQUARE = 16;
/** A page with another size lacks all pixels. */
const WHOLE_SQUARE = SQUARE * SQUARE;
const DPI = 72;
const MAX_SIDE = 2000;

/**
 * The greatest number of pixels in a square of 16 by 16 whose colour the other picture lacks at the same place and
 * beside it. A shift by less than a pixel or another smoothing does not count, but a letter, a tick or a thin line
 * does.
 */
export function missingSpot(from: Picture, other: Picture): number {
  if (from.width !== other.width || from.height !== other.height) return WHOLE_SQUARE;
  const squares = new Uint16Array(Math.ceil(from.width / SQUARE) * Math.ceil(from.height / SQUARE));
  for (let y = 0; y < from.height; y++) {
    const row = Math.floor(y / SQUARE) * Math.ceil(from.width / SQUARE);
    for (let x = 0; x < from.width; x++) {
      const at = row + Math.floor(x / SQUARE);
      if (!hasNear(other, from, x, y)) squares[at] = (squares[at] ?? 0) + 1;
    }
  }
  return squares.reduce((most, count) => Math.max(most, count), 0);
}

/** Whether the picture has the colour of `from` at (x, y) or beside it. */
function hasNear(picture: Picture, from: Picture, x: number, y: number): boolean {
  if (isAlike(picture, x, y, from, x, y)) return true;
  const [bottom, right] = [Math.min(y + 1, picture.height - 1), Math.min(x + 1, picture.width - 1)];
  for (let beside = Math.max(0, y - 1); beside <= bottom; beside++) {
    for (let column = Math.max(0, x - 1); column <= right; column++) {
      if (isAlike(picture, column, beside, from, x, y)) return true;
    }
  }
  return false;
}

function isAlike(a: Picture, ax: number, ay: number, b: Picture, bx: number, by: number): boolean {
  const [i, j] = [(ay * a.width + ax) * a.bytesPerPixel, (by * b.width + bx) * b.bytesPerPixel];
  for (let color = 0; color < 3; color++) {
    if (Math.abs((a.pixels[i + color] ?? 0) - (b.pixels[j + color] ?? 0)) > THRESHOLD) return false;
  }
  return true;
}

/** Returns MuPDF's pictures of the first pages, or null if it does not draw the document. */
export function drawWithMupdf(path: string, pages: number): Picture[] | null {
  const size = ['-r', String(DPI), '-w', String(MAX_SIDE), '-h', String(MAX_SIDE)];
  const { status, stdout } = runNow('mutool', ['draw', '-q', '-F', 'ppm', '-o', '-', ...size, path, `1-${pages}`]);
  return status === null ? null : [...readPixmaps(stdout)];
}

/** Returns poppler's pictures of the first pages, or null if it does not draw the document. */
export function drawWithPoppler(path: string, pages: number): Picture[] | null {
  const { status, stdout } = runNow('pdftoppm', ['-cropbox', '-r', String(DPI), '-l', String(pages), path]);
  // Poppler writes one pixel for a page whose size it cannot find.
  return status === null ? null : [...readPixmaps(stdout)].filter(({ width, height }) => width * height > 1);
}

/** Reads consecutive portable pixmaps (P6). */
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
