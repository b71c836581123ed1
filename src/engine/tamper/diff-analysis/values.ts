/** Helpers about objects that several rules share. */
import { type Box } from '#engine/content/matrix.ts';
import { Dict, type PdfArray, type PdfObject, Ref, Stream, toNumber } from '#engine/pdf/syntax/objects.ts';

/** Whether the value can contain other objects. */
export function isContainer(value: PdfObject | undefined): boolean {
  return value instanceof Ref || value instanceof Dict || Array.isArray(value);
}

export function references(value: PdfObject): Set<number> {
  const items: PdfArray = Array.isArray(value) ? value : [];
  return new Set(items.flatMap((item) => (item instanceof Ref ? [item.number] : [])));
}

/** The items of a list that are direct objects. */
export function directIn(value: PdfObject): PdfObject[] {
  return Array.isArray(value) ? value.filter((item) => item !== null && !(item instanceof Ref)) : [];
}

/** References in both lists with different generations. Some readers follow only one of them (7.3.10). */
export function renumbered(before: PdfObject, after: PdfObject): number[] {
  const [was, is] = [generations(before), generations(after)];
  return [...is].flatMap(([number, generation]) => {
    const old = was.get(number);
    return old === undefined || old === generation ? [] : [number];
  });
}

function generations(value: PdfObject): Map<number, number> {
  const items: PdfArray = Array.isArray(value) ? value : [];
  return new Map(items.flatMap((item) => (item instanceof Ref ? [[item.number, item.generation]] : [])));
}

export function arrayLength(value: PdfObject): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Whether a widget has an area on its page. */
export function isVisible(widget: Dict): boolean {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (widget.array('Rect') ?? []).map((side) => toNumber(side) ?? 0);
  return x1 !== x2 && y1 !== y2;
}

/** NoZoom and NoRotate (table 167): at another scale or rotation the annotation covers another part of the page. */
const OWN_SIZE = (1 << 3) | (1 << 4);

export function isOfOwnSize(annotation: Dict): boolean {
  return ((annotation.integer('F') ?? 0) & OWN_SIZE) !== 0;
}

/** No icon of a reader is larger than an inch. In units of user space. */
export const MAX_ICON_SIDE = 72;

/** Annotations whose appearance is a small icon. */
export const ICONS: ReadonlySet<string> = new Set(['Text', 'Caret', 'FileAttachment']);

const FONT_TYPES: ReadonlySet<string> = new Set(['Font', 'FontDescriptor', 'Encoding', 'CMap']);

/**
 * Whether an object is part of a font, an encoding or an image, and not itself an appearance or a resource dictionary.
 */
export function isDrawnWith(object: PdfObject): boolean {
  if (object instanceof Stream) return object.dict.name('Subtype') !== 'Form' && !object.dict.has('BBox');
  return object instanceof Dict && FONT_TYPES.has(object.name('Type') ?? '');
}

export function isLargerThan(box: Box | undefined, side: number): boolean {
  return box !== undefined && Math.max(box.right - box.left, box.top - box.bottom) > side;
}
