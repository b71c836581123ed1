/**
 * The door to HarfBuzz (WebAssembly) and to the TrueType files it reads: `faces/*.ttf.br`, each compressed without loss.
 * Library and files are loaded when a document first needs them, and are the same for every document after it.
 */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type * as HarfBuzzModule from 'harfbuzzjs';
import type { Point, Segment } from './cff/outline.ts';

/** The files that lie in `faces`, without their ending (faces/README.md). */
export const FONT_FILES = [
  'LiberationMono-Bold',
  'LiberationMono-BoldItalic',
  'LiberationMono-Italic',
  'LiberationMono-Regular',
  'LiberationSans-Bold',
  'LiberationSans-BoldItalic',
  'LiberationSans-Italic',
  'LiberationSans-Regular',
  'LiberationSerif-Bold',
  'LiberationSerif-BoldItalic',
  'LiberationSerif-Italic',
  'LiberationSerif-Regular',
] as const;

export type FontFile = (typeof FONT_FILES)[number];

/** One face of a font file; all measures are in thousandths of an em. */
export interface OpenTypeFace {
  /** The glyph the face's character map has for a code point; undefined where it has none. */
  glyphOf(codePoint: number): number | undefined;
  advance(glyph: number): number;
  /** The filled outline with its components put together; quadratic curves are raised to cubic ones. */
  outline(glyph: number): Segment[];
}

type HarfBuzz = typeof HarfBuzzModule;

const FACES = new Map<FontFile, OpenTypeFace>();

export async function loadFace(file: FontFile): Promise<OpenTypeFace> {
  const known = FACES.get(file);
  if (known !== undefined) return known;
  const harfBuzz = await import('harfbuzzjs');
  const face = new HarfBuzzFace(harfBuzz, fontBytes(file));
  FACES.set(file, face);
  return face;
}

/** The file as its makers published it. */
export function fontBytes(file: FontFile): Uint8Array {
  return brotliDecompressSync(readFileSync(new URL(`./faces/${file}.ttf.br`, import.meta.url)));
}

class HarfBuzzFace implements OpenTypeFace {
  readonly #harfBuzz: HarfBuzz;
  readonly #font: HarfBuzzModule.Font;
  readonly #scale: number;

  constructor(harfBuzz: HarfBuzz, bytes: Uint8Array) {
    const face = new harfBuzz.Face(new harfBuzz.Blob(bytes));
    this.#harfBuzz = harfBuzz;
    this.#font = new harfBuzz.Font(face);
    this.#scale = 1000 / face.upem;
  }

  glyphOf(codePoint: number): number | undefined {
    return this.#font.nominalGlyph(codePoint);
  }

  advance(glyph: number): number {
    return Math.round(this.#font.glyphHAdvance(glyph) * this.#scale);
  }

  outline(glyph: number): Segment[] {
    const pen = new Pen(this.#scale);
    this.#font.drawGlyph(glyph, drawFunctions(this.#harfBuzz), pen);
    return pen.segments;
  }
}

/** Collects what HarfBuzz draws. */
class Pen {
  readonly segments: Segment[] = [];
  readonly #scale: number;
  #last: Point = { x: 0, y: 0 };

  constructor(scale: number) {
    this.#scale = scale;
  }

  move(x: number, y: number): void {
    this.#add('move', [this.#point(x, y)]);
  }

  line(x: number, y: number): void {
    this.#add('line', [this.#point(x, y)]);
  }

  curve(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#add('curve', [this.#point(x1, y1), this.#point(x2, y2), this.#point(x, y)]);
  }

  /** A quadratic curve is the cubic one whose control points lie two thirds of the way to its own. */
  quadratic(controlX: number, controlY: number, x: number, y: number): void {
    const [from, control, to] = [this.#last, this.#point(controlX, controlY), this.#point(x, y)];
    this.#add('curve', [between(from, control), between(to, control), to]);
  }

  #add(kind: Segment['kind'], points: readonly Point[]): void {
    this.segments.push({ kind, points });
    this.#last = points.at(-1) ?? this.#last;
  }

  #point(x: number, y: number): Point {
    return { x: x * this.#scale, y: y * this.#scale };
  }
}

function between(end: Point, control: Point): Point {
  return { x: end.x + (2 * (control.x - end.x)) / 3, y: end.y + (2 * (control.y - end.y)) / 3 };
}

type DrawFunctions = InstanceType<HarfBuzz['DrawFuncs']>;

/** The callbacks are given to HarfBuzz once; each call brings the pen it draws with. */
let functions: DrawFunctions | undefined;

/** A charstring closes its paths by itself, so closing draws nothing. */
function drawFunctions(harfBuzz: HarfBuzz): DrawFunctions {
  if (functions !== undefined) return functions;
  const made = new harfBuzz.DrawFuncs();
  made.setMoveToFunc((x, y, pen) => penOf(pen).move(x, y));
  made.setLineToFunc((x, y, pen) => penOf(pen).line(x, y));
  made.setQuadraticToFunc((cx, cy, x, y, pen) => penOf(pen).quadratic(cx, cy, x, y));
  made.setCubicToFunc((x1, y1, x2, y2, x, y, pen) => penOf(pen).curve(x1, y1, x2, y2, x, y));
  made.setClosePathFunc(() => undefined);
  functions = made;
  return made;
}

function penOf(drawData: unknown): Pen {
  if (drawData instanceof Pen) return drawData;
  throw new TypeError('HarfBuzz draws without a pen');
}
