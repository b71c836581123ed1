/**
 * Colour spaces in one spelling (ISO 32000-2, 8.6.3). A colour space without parameters is a name and not an array of
 * one name. The colours of an indexed space are a string and not a stream (8.6.6.3).
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import {
  type Container,
  Dict,
  dictOf,
  Name,
  type PdfArray,
  type PdfObject,
  PdfString,
  Stream,
} from '#engine/pdf/syntax/objects.ts';
import { componentsOf } from './components.ts';

/** These colour spaces need no parameters (8.6.4, 8.6.6.2). */
const NAMED: ReadonlySet<string> = new Set(['DeviceCMYK', 'DeviceGray', 'DeviceRGB', 'Pattern']);

/**
 * Images and shadings, groups and profiles have these keys. In resources, `ColorSpace` is a dictionary of colour
 * spaces.
 */
const KEYS = ['Alternate', 'CS', 'ColorSpace'] as const;

/** The index of the base colour space in the array of each family, and the least number of items (8.6.6). */
const BASES: ReadonlyMap<string, { readonly at: number; readonly length: number }> = new Map([
  ['DeviceN', { at: 2, length: 4 }],
  ['Indexed', { at: 1, length: 4 }],
  ['Pattern', { at: 1, length: 2 }],
  ['Separation', { at: 2, length: 4 }],
]);

const MAX_INDEX = 255;
/** No lookup table needs more bytes than this. Decoding a larger stream would cost too much. */
const MAX_LOOKUP_BYTES = 65_536;

/** References are already replaced by their values. */
export function spellColorSpaces(pdf: PdfDocument, container: Container): void {
  if (Array.isArray(container)) return spellParameters(pdf, container);
  const dict = dictOf(container);
  for (const key of KEYS) {
    const value = dict.raw(key);
    if (value instanceof Dict) spellNamed(value);
    else if (Array.isArray(value)) dict.set(key, plain(value));
  }
}

function spellNamed(spaces: Dict): void {
  for (const [name, space] of spaces) if (Array.isArray(space)) spaces.set(name, plain(space));
}

function spellParameters(pdf: PdfDocument, space: PdfArray): void {
  const family = space[0] instanceof Name ? space[0].value : '';
  const base = BASES.get(family);
  if (!base || space.length < base.length) return;
  space[base.at] = plain(space[base.at]);
  if (family === 'Indexed') space[3] = lookupOf(pdf, space) ?? space[3] ?? null;
}

function plain(space: PdfObject | undefined): PdfObject {
  const [name] = Array.isArray(space) && space.length === 1 ? space : [];
  return name instanceof Name && NAMED.has(name.value) ? name : (space ?? null);
}

/**
 * Exactly the bytes that the colours need; undefined if there are fewer, since readers fill them up in different ways.
 */
function lookupOf(pdf: PdfDocument, [, base, last, lookup]: PdfArray): PdfString | undefined {
  const components = componentsOf(pdf, base ?? null);
  if (components === undefined || typeof last !== 'number' || last < 0 || last > MAX_INDEX) return undefined;
  const bytes = lookup instanceof PdfString ? lookup.bytes : lookup instanceof Stream ? dataOf(pdf, lookup) : undefined;
  const size = (last + 1) * components;
  return bytes && bytes.length >= size ? new PdfString(bytes.slice(0, size)) : undefined;
}

function dataOf(pdf: PdfDocument, stream: Stream): Uint8Array | undefined {
  if (stream.raw.length > MAX_LOOKUP_BYTES) return undefined;
  const { bytes, remaining, damaged } = pdf.decode(stream);
  return remaining.length === 0 && !damaged ? bytes : undefined;
}
