/**
 * The messages between the page and the frame that draws a document. The frame has read hostile bytes, so the page
 * checks its messages. They contain only numbers, text and pixels.
 */

/** Parts of the build that pdf.js requests, because the frame has no network. */
export const PART_KINDS = ['cMapUrl', 'standardFontDataUrl', 'wasmUrl'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** The page asks; one request is under way at a time, and is answered by its number. */
export type FrameRequest =
  | {
      readonly kind: 'open';
      readonly id: number;
      readonly bytes: ArrayBuffer;
      /** The scripts of the workers: the frame may load nothing, and makes them of these. */
      readonly parser: ArrayBuffer;
      readonly renderer: ArrayBuffer;
    }
  /** The page as large as it fits into the box, in pixels. */
  | { readonly kind: 'draw'; readonly id: number; readonly page: number; readonly box: Size }
  | { readonly kind: 'read'; readonly id: number; readonly page: number }
  /** The tags of the document for screen readers. */
  | { readonly kind: 'outline'; readonly id: number };

/** The answer to `need`; null where there is no such part. */
export interface PartMessage {
  readonly kind: 'part';
  readonly id: number;
  readonly bytes: ArrayBuffer | null;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a page, each with four bytes: red, green, blue, alpha. */
export interface Drawing extends Size {
  readonly pixels: ArrayBuffer;
}

/** One element of the structure (ISO 32000-2, 14.7), in the order of reading. */
export interface OutlineItem {
  readonly page: number;
  /** The depth of the element. */
  readonly depth: number;
  /** The type of the element, for example `H1`. */
  readonly role: string;
  /** The text of the element, or its replacement text. */
  readonly text: string;
}

export interface Outline {
  /** True if the document declares that it is tagged. */
  readonly isTagged: boolean;
  /** The language that the document states; empty without one. */
  readonly language: string;
  readonly items: readonly OutlineItem[];
  /** True if the document has more items or pages than the list. */
  readonly isCut: boolean;
}

const FRAME_FAILURES = ['password', 'unreadable'] as const;
export type FrameFailure = (typeof FRAME_FAILURES)[number];

export type FrameMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'need'; readonly id: number; readonly part: PartKind; readonly name: string }
  | { readonly kind: 'opened'; readonly id: number; readonly pages: number }
  | ({ readonly kind: 'drawn'; readonly id: number } & Drawing)
  | { readonly kind: 'text'; readonly id: number; readonly text: string }
  | ({ readonly kind: 'outline'; readonly id: number } & Outline)
  | { readonly kind: 'failed'; readonly id: number; readonly reason: FrameFailure };

/** A drawing of this size takes 64 MB. */
export const MAX_PIXELS = 16_000_000;
/** Browsers draw no canvas that is longer. */
const MAX_SIDE = 16_384;
/** More than the text of any page that people read. */
export const MAX_TEXT_LENGTH = 200_000;
/** Larger than any document that was ever shown to us. */
export const MAX_PAGES = 1_000_000;
export const MAX_NAME_LENGTH = 64;
/** A longer list is useless for people. */
export const MAX_OUTLINE_ITEMS = 500;
export const MAX_OUTLINE_DEPTH = 32;
export const MAX_OUTLINE_TEXT = 160;

/** The message, where it is one; null for anything else. */
export function frameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  const { kind, id, pages, part, name, text, width, height, pixels, reason } = data;
  if (kind === 'ready') return { kind };
  if (!isCount(id)) return null;
  switch (kind) {
    case 'need':
      return isOneOf(PART_KINDS, part) && isText(name, MAX_NAME_LENGTH) ? { kind, id, part, name } : null;
    case 'opened':
      return isCount(pages) && pages >= 1 && pages <= MAX_PAGES ? { kind, id, pages } : null;
    case 'drawn':
      return isSide(width) && isSide(height) && isPixels(pixels, width * height)
        ? { kind, id, width, height, pixels }
        : null;
    case 'text':
      return isText(text, MAX_TEXT_LENGTH) ? { kind, id, text } : null;
    case 'outline':
      return outlineMessage(id, data);
    case 'failed':
      return isOneOf(FRAME_FAILURES, reason) ? { kind, id, reason } : null;
    default:
      return null;
  }
}

function outlineMessage(
  id: number,
  { isTagged, language, items, isCut }: Record<string, unknown>,
): FrameMessage | null {
  if (typeof isTagged !== 'boolean' || typeof isCut !== 'boolean' || !isText(language, MAX_OUTLINE_TEXT)) return null;
  if (!Array.isArray(items) || items.length > MAX_OUTLINE_ITEMS) return null;
  const checked = items.flatMap((item: unknown): OutlineItem[] => {
    if (!isRecord(item)) return [];
    const { page, depth, role, text } = item;
    const isSound = isPage(page) && isCount(depth) && depth <= MAX_OUTLINE_DEPTH && isText(role, MAX_NAME_LENGTH);
    return isSound && isText(text, MAX_OUTLINE_TEXT) ? [{ page, depth, role, text }] : [];
  });
  return checked.length === items.length ? { kind: 'outline', id, isTagged, language, items: checked, isCut } : null;
}

/** Reads messages of the page. The frame ignores other pages. */
export function hostMessage(data: unknown): FrameRequest | PartMessage | null {
  if (!isRecord(data)) return null;
  const { kind, id, page, bytes, parser, renderer, box } = data;
  if (!isCount(id)) return null;
  switch (kind) {
    case 'open':
      return isBuffer(bytes) && isBuffer(parser) && isBuffer(renderer) ? { kind, id, bytes, parser, renderer } : null;
    case 'draw':
      return isPage(page) && isSize(box) ? { kind, id, page, box: { width: box.width, height: box.height } } : null;
    case 'read':
      return isPage(page) ? { kind, id, page } : null;
    case 'outline':
      return { kind, id };
    case 'part':
      return bytes === null || isBuffer(bytes) ? { kind, id, bytes } : null;
    default:
      return null;
  }
}

/**
 * The scale of a page relative to 72 dots an inch. The page fits the box, and a limit holds for its pixels. Null for
 * a page without a size.
 */
export function scaleToFit(page: Size, box: Size): number | null {
  const scale = Math.min(
    Math.min(box.width, MAX_SIDE) / page.width,
    Math.min(box.height, MAX_SIDE) / page.height,
    Math.sqrt(MAX_PIXELS / (page.width * page.height)),
  );
  return Number.isFinite(scale) && scale > 0 ? scale : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPage(value: unknown): value is number {
  return isCount(value) && value >= 1 && value <= MAX_PAGES;
}

function isSide(value: unknown): value is number {
  return isCount(value) && value >= 1 && value <= MAX_SIDE;
}

function isSize(value: unknown): value is Size {
  return isRecord(value) && isSide(value['width']) && isSide(value['height']);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

function isBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer;
}

function isPixels(value: unknown, count: number): value is ArrayBuffer {
  return isBuffer(value) && count <= MAX_PIXELS && value.byteLength === 4 * count;
}

function isOneOf<const T extends string>(words: readonly T[], value: unknown): value is T {
  return words.some((word) => word === value);
}
