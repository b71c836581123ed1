/**
 * Access to HarfBuzz (WebAssembly) and to the TrueType files that it reads: `faces/*.ttf.br`, each compressed without
 * loss. The library and the files are loaded when a document first needs them, and all later documents share them.
 */
import type * as HarfBuzzModule from 'harfbuzzjs';
import { decodeBrotli } from '#engine/pdf/filters/brotli.ts';
import { nativeBrotli, readData } from '#platform';
import type { Point, Segment } from './cff/outline.ts';

/** The files in `faces` without their extension (faces/README.md). */
export const FONT_FILES = [
  'DroidSansFallback',
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
  'NotoSansArabic-Regular',
  'NotoSansDevanagari-Regular',
  'NotoSansThai-Regular',
] as const;

export type FontFile = (typeof FONT_FILES)[number];

/** One face of a font file; all measures are in thousandths of an em. */
export interface OpenTypeFace {
  readonly file: FontFile;
  readonly ascent: number;
  readonly descent: number;
  /** The glyph of a code point in the character map of the face; undefined if there is none. */
  glyphOf(codePoint: number): number | undefined;
  advance(glyph: number): number;
  /** The filled outline with its components joined. Quadratic curves become cubic ones. */
  outline(glyph: number): Segment[];
  /**
   * The glyphs of a text in one direction, from left to right, after joining, reordering and the placement of marks.
   */
  shape(text: string, rightToLeft: boolean): ShapedGlyph[];
}

export interface ShapedGlyph {
  readonly glyph: number;
  /** The text of the glyph. If a group cannot be separated, each glyph has a part of its text. */
  readonly text: string;
  /** The distance to the next glyph. */
  readonly advance: number;
  /** The horizontal distance from its position to the drawn glyph. */
  readonly x: number;
  readonly y: number;
}

/** Loads each face synchronously at its first use. */
export type FaceLibrary = (file: FontFile) => OpenTypeFace;

type HarfBuzz = typeof HarfBuzzModule;

const FACES = new Map<FontFile, OpenTypeFace>();

export async function openFaceLibrary(): Promise<FaceLibrary> {
  const harfBuzz = await import('harfbuzzjs');
  return (file) => {
    const known = FACES.get(file);
    if (known !== undefined) return known;
    const face = new HarfBuzzFace(harfBuzz, file);
    FACES.set(file, face);
    return face;
  };
}

/** The file as its makers published it. */
export function fontBytes(file: FontFile): Uint8Array {
  const packed = readData(`fonts/faces/${file}.ttf.br`);
  return nativeBrotli?.(packed) ?? decodeBrotli(packed, Infinity).bytes;
}

class HarfBuzzFace implements OpenTypeFace {
  readonly file: FontFile;
  readonly ascent: number;
  readonly descent: number;
  readonly #harfBuzz: HarfBuzz;
  readonly #font: HarfBuzzModule.Font;
  /** One buffer serves all texts, because WebAssembly memory is released only by garbage collection. */
  readonly #buffer: HarfBuzzModule.Buffer;
  readonly #scale: number;

  constructor(harfBuzz: HarfBuzz, file: FontFile) {
    const face = new harfBuzz.Face(new harfBuzz.Blob(fontBytes(file)));
    this.file = file;
    this.#harfBuzz = harfBuzz;
    this.#font = new harfBuzz.Font(face);
    this.#buffer = new harfBuzz.Buffer();
    this.#scale = 1000 / face.upem;
    const { ascender, descender } = this.#font.hExtents();
    this.ascent = this.#scaled(ascender);
    this.descent = this.#scaled(descender);
  }

  glyphOf(codePoint: number): number | undefined {
    return this.#font.nominalGlyph(codePoint);
  }

  advance(glyph: number): number {
    return this.#scaled(this.#font.glyphHAdvance(glyph));
  }

  outline(glyph: number): Segment[] {
    const pen = new Pen(this.#scale);
    this.#font.drawGlyph(glyph, drawFunctions(this.#harfBuzz), pen);
    return pen.segments;
  }

  shape(text: string, rightToLeft: boolean): ShapedGlyph[] {
    const { ClusterLevel, Direction, shape } = this.#harfBuzz;
    const buffer = this.#buffer;
    buffer.reset();
    buffer.addText(text);
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
    // A buffer without a language takes the language of the process.
    buffer.setLanguage('und');
    buffer.guessSegmentProperties();
    shape(this.#font, buffer);
    const positions = buffer.getGlyphPositions();
    const infos = buffer.getGlyphInfos();
    const texts = clusterTexts(
      text,
      infos.map(({ cluster }) => cluster),
    );
    return infos.map(({ codepoint }, index) => ({
      glyph: codepoint,
      text: texts[index] ?? '',
      advance: this.#scaled(positions[index]?.xAdvance ?? 0),
      x: this.#scaled(positions[index]?.xOffset ?? 0),
      y: this.#scaled(positions[index]?.yOffset ?? 0),
    }));
  }

  #scaled(units: number): number {
    return Math.round(units * this.#scale);
  }
}

/** The text of a glyph that adds nothing to the text of its group. */
const NO_TEXT = '\u200b';

/**
 * The text of each glyph. A cluster is the index of the first UTF-16 unit of a group, and the group ends where the next
 * one starts. Its characters go to its glyphs one by one, and the last glyph gets the rest.
 */
function clusterTexts(text: string, clusters: readonly number[]): string[] {
  const starts = [...new Set(clusters)].toSorted((a, b) => a - b);
  const left = new Map(starts.map((start, index) => [start, Array.from(text.slice(start, starts[index + 1]))]));
  const glyphs = new Map<number, number>();
  for (const start of clusters) glyphs.set(start, (glyphs.get(start) ?? 0) + 1);
  return clusters.map((start) => {
    const waiting = (glyphs.get(start) ?? 1) - 1;
    glyphs.set(start, waiting);
    const characters = left.get(start) ?? [];
    const own = characters.splice(0, waiting === 0 ? characters.length : 1).join('');
    return own === '' ? NO_TEXT : own;
  });
}

/** Collects the drawing calls of HarfBuzz. */
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

  /** The control points of the equal cubic curve lie at two thirds of the way to the quadratic one. */
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

/** HarfBuzz gets the callbacks once. Each call passes the pen that it draws with. */
let functions: DrawFunctions | undefined;

/** A charstring closes its paths implicitly, so closing draws nothing. */
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
