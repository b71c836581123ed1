/**
 * Inline images in one spelling (ISO 32000-2, 8.9.7): abbreviated keys in a fixed order, data without filters, and
 * hexadecimal digits, so that the data never contain the operator that ends them.
 */
import { dropDefaults, FAX_DEFAULTS } from '#engine/pdf/schema/defaults.ts';
import type { Budget } from '#engine/pdf/budget.ts';
import { decodeStream } from '#engine/pdf/filters/decode.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { isBoundary, isWhiteSpace, Lexer } from '#engine/pdf/syntax/lexer.ts';
import { Dict, Name, type PdfArray, type PdfObject, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { ByteWriter, writeObject } from '#engine/pdf/syntax/serialize.ts';
import { endOfAsciiData, firstImageEnd, ImageEnds, NOWHERE, readImageEntries } from './operations.ts';

/** Tables 91 and 92. The entries are written in this order. */
const KEYS: Readonly<Record<string, string>> = {
  BitsPerComponent: 'BPC',
  ColorSpace: 'CS',
  Decode: 'D',
  DecodeParms: 'DP',
  Filter: 'F',
  Height: 'H',
  ImageMask: 'IM',
  Intent: 'Intent',
  Interpolate: 'I',
  Length: 'L',
  Width: 'W',
};
const FULL_KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries(KEYS).flatMap(([full, short]) => [
    [full, full],
    [short, full],
  ]),
);
const FILTERS: Readonly<Record<string, string>> = { CCITTFaxDecode: 'CCF', DCTDecode: 'DCT' };

const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ['G', 1],
  ['DeviceGray', 1],
  ['RGB', 3],
  ['DeviceRGB', 3],
  ['CMYK', 4],
  ['DeviceCMYK', 4],
]);

export interface InlineImage {
  /** The entries between `BI` and `ID`. */
  readonly entries: Uint8Array;
  /** The data up to the filter that is written. Reading hexadecimal digits undoes this filter. */
  readonly data: Uint8Array;
  /** Names that may be colour spaces of the resources. */
  readonly names: readonly string[];
  /** The first byte after `EI`. */
  readonly end: number;
}

/**
 * The limit of the image data of one content stream. The written form is counted, so a second pass over the output
 * counts the same.
 */
const MAX_DATA_BYTES = 16 * 1024 * 1024;
/** The cost of reading an image, relative to reading an operator. */
const OPERATORS_PER_IMAGE = 128;

export class InlineImages {
  readonly #bytes: Uint8Array;
  readonly #ends: ImageEnds;
  readonly #budget: Budget;
  /** Images beyond the limit do not change. */
  #allowanceBytes = MAX_DATA_BYTES;

  constructor(bytes: Uint8Array, budget: Budget) {
    this.#bytes = bytes;
    this.#ends = new ImageEnds(bytes);
    this.#budget = budget;
  }

  /** Reads from after `BI`. Undefined if readers may disagree about the entries or the end of the image. */
  read(start: number): InlineImage | undefined {
    this.#budget.spend('operators', OPERATORS_PER_IMAGE);
    const lexer = new Lexer(this.#bytes, start);
    const dict = entriesOf(readImageEntries(lexer) ?? [null]);
    const first = lexer.position + 1;
    if (!dict || !isWhiteSpace(this.#bytes[first - 1]) || this.#hasReturns(dict, start, first)) return undefined;
    const size = sizeOf(dict);
    const found = this.#find(dict, first, size);
    if (!found) return undefined;
    const { bytes: decoded, filters } = this.#decode(dict, this.#bytes.subarray(first, found.dataEnd)) ?? {};
    if (!decoded || !filters || (filters.length === 0 && decoded.length < (size ?? 0))) return undefined;
    const data = filters.length === 0 ? decoded.subarray(0, size) : decoded;
    this.#allowanceBytes -= data.length;
    this.#budget.spendDecoded(Math.max(0, 2 * data.length - (found.dataEnd - first)));
    const entries = spell(dict, filters, 2 * data.length + 1);
    return { entries, data, names: namesOf(dict.get('ColorSpace')), end: found.end };
  }

  /** Readers differ about a string with a carriage return, and about a line end of two characters. */
  #hasReturns(dict: Dict, start: number, first: number): boolean {
    const hasString = dict.values().some((value) => hasStringIn(value));
    const atEnd = this.#bytes[first - 1] === 0x0d && this.#bytes[first] === 0x0a;
    return atEnd || (hasString && this.#bytes.subarray(start, first).includes(0x0d));
  }

  /** The ends of the data and of the image; undefined unless only one place is possible. */
  #find(dict: Dict, first: number, size: number | undefined): { dataEnd: number; end: number } | undefined {
    const bytes = this.#bytes;
    const ascii = endOfAsciiData(bytes, dict, first);
    if (ascii !== undefined) return { dataEnd: ascii - 2, end: ascii };
    if (dict.has('Filter')) {
      const end = this.#ends.after(first, first);
      if (end < 0 || end !== firstImageEnd(bytes, first)) return undefined;
      return { dataEnd: end - 3, end };
    }
    if (size === undefined) return undefined;
    let at = first + size;
    while (at < first + size + 2 && isWhiteSpace(bytes[at])) at++;
    const isEnd = bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isBoundary(bytes[at + 2]);
    return isEnd ? { dataEnd: first + size, end: at + 2 } : undefined;
  }

  #decode(dict: Dict, raw: Uint8Array): { bytes: Uint8Array; filters: Filters } | undefined {
    try {
      const { bytes, remaining, damaged } = decodeStream(new Stream(dict, raw), NOWHERE, this.#allowanceBytes);
      const isKnown = remaining.every(({ name }) => name in FILTERS);
      if (damaged || !isKnown) return undefined;
      return { bytes, filters: remaining.map(({ name, parms }) => ({ name: FILTERS[name] ?? name, parms })) };
    } catch (error) {
      if (error instanceof PdfFailure) return undefined;
      throw error;
    }
  }
}

type Filters = readonly { readonly name: string; readonly parms: Dict | null }[];

/** The entries under their full keys; undefined if a key occurs twice or is missing. */
function entriesOf(items: readonly PdfObject[]): Dict | undefined {
  const dict = new Dict(NOWHERE);
  if (items.length % 2 !== 0) return undefined;
  for (let at = 0; at < items.length; at += 2) {
    const key = items[at];
    if (!(key instanceof Name)) return undefined;
    const full = FULL_KEYS.get(key.value);
    if (full === undefined) continue;
    if (dict.has(full)) return undefined;
    dict.set(full, items[at + 1] ?? null);
  }
  return dict;
}

/** The number of bytes of the samples; undefined if the image does not define it. */
function sizeOf(dict: Dict): number | undefined {
  const [width, height] = [dict.integer('Width'), dict.integer('Height')];
  const isMask = dict.boolean('ImageMask') ?? false;
  const bits = isMask ? 1 : dict.integer('BitsPerComponent');
  const components = isMask ? 1 : componentsOf(dict.get('ColorSpace'));
  if (width === undefined || height === undefined || bits === undefined || components === undefined) return undefined;
  const size = Math.ceil((width * bits * components) / 8) * height;
  return width > 0 && height > 0 && bits > 0 && Number.isSafeInteger(size) ? size : undefined;
}

function componentsOf(space: PdfObject): number | undefined {
  if (space instanceof Name) return COMPONENTS.get(space.value);
  const family = Array.isArray(space) ? space[0] : undefined;
  return family instanceof Name && (family.value === 'I' || family.value === 'Indexed') ? 1 : undefined;
}

function spell(dict: Dict, filters: Filters, length: number): Uint8Array {
  const spelled = new Dict(NOWHERE);
  for (const [full, short] of Object.entries(KEYS)) {
    const value = full === 'Length' ? length : full === 'Filter' ? filterNames(filters) : dict.get(full);
    if (full === 'DecodeParms') setParms(spelled, filters);
    else if (value !== null && !saysDefault(dict, full, value)) spelled.set(short, value);
  }
  const out = new ByteWriter();
  writeObject(out, { numberOf: () => undefined }, spelled);
  return out.take().slice(2, -2);
}

/** Tables 87 and 88. The samples of colour spaces with a predefined name are from 0 to 1. */
function saysDefault(dict: Dict, key: string, value: PdfObject): boolean {
  if (key === 'ImageMask' || key === 'Interpolate') return value === false;
  const isMask = dict.boolean('ImageMask') ?? false;
  if (key === 'BitsPerComponent') return isMask && value === 1 && !dict.has('ColorSpace');
  if (key !== 'Decode' || !Array.isArray(value)) return false;
  const space = dict.get('ColorSpace');
  const components = isMask ? 1 : space instanceof Name ? COMPONENTS.get(space.value) : undefined;
  return value.length === 2 * (components ?? 0) && value.every((item, index) => item === index % 2);
}

function filterNames(filters: Filters): PdfObject {
  const hex = new Name('AHx');
  return filters.length === 0 ? hex : [hex, ...filters.map(({ name }) => new Name(name))];
}

function setParms(spelled: Dict, filters: Filters): void {
  const parms: PdfArray = filters.map(({ name, parms: written }) => {
    if (!written) return null;
    const entries = sorted(written);
    if (name === 'CCF') dropDefaults(NOWHERE, entries, FAX_DEFAULTS);
    return entries.size === 0 ? null : entries;
  });
  if (parms.some((parm) => parm !== null)) spelled.set('DP', [null, ...parms]);
}

function sorted(dict: Dict): Dict {
  const entries = [...dict].filter(([, value]) => value !== null);
  return Dict.of(
    NOWHERE,
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function namesOf(space: PdfObject): string[] {
  return (Array.isArray(space) ? space : [space]).flatMap((item) => (item instanceof Name ? [item.value] : []));
}

/** A value that cannot be resolved here counts as one with a string. */
function hasStringIn(value: PdfObject): boolean {
  if (value instanceof PdfString || value instanceof Dict) return true;
  return (
    Array.isArray(value) &&
    value.some((item) => item instanceof PdfString || item instanceof Dict || Array.isArray(item))
  );
}
