/** Runs a stream through its filters (ISO 32000-2, 7.4). */
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import { Dict, Name, type PdfObject, type Resolver, type Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeAscii85, decodeAsciiHex } from './ascii.ts';
import { decodeBrotli } from './brotli.ts';
import { inflate } from './flate.ts';
import { decodeLzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import { decodeRunLength } from './run-length.ts';

/** A filter that was not decoded, with its parameters. */
export interface Filter {
  readonly name: string;
  readonly parms: Dict | null;
}

export interface Decoded {
  readonly bytes: Uint8Array;
  /** The filters that remain, from the first image filter or unknown filter on. */
  readonly remaining: readonly Filter[];
  /** True if the data ended early or were broken. `bytes` holds the data before the damage. */
  readonly damaged: boolean;
  /** The output of all filters together in bytes, because the last one may shrink it. */
  readonly work: number;
}

/** The result of one filter. */
export interface FilterOutput {
  readonly bytes: Uint8Array;
  readonly damaged: boolean;
}

type FilterFunction = (input: Uint8Array, limit: number, parms: Dict | null, stream: Dict) => FilterOutput;

/** Filters whose output is data and not pixels. They are decoded, and the canonical compression replaces them. */
const DATA_FILTERS: ReadonlyMap<string, FilterFunction> = new Map<string, FilterFunction>([
  [
    'FlateDecode',
    (input, limit, parms, stream) => withPredictor(inflate(input, limit, pixelBytes(stream, parms)), parms),
  ],
  [
    'LZWDecode',
    (input, limit, parms) => withPredictor(decodeLzw(input, limit, parms?.integer('EarlyChange') ?? 1), parms),
  ],
  ['BrotliDecode', (input, limit, parms) => withPredictor(decodeBrotli(input, limit), parms)],
  ['ASCII85Decode', decodeAscii85],
  ['ASCIIHexDecode', decodeAsciiHex],
  ['RunLengthDecode', decodeRunLength],
]);

/** Filters whose output is pixels (7.4.6 to 7.4.9). The data of an image end with at most one of them. */
const IMAGE_FILTERS: ReadonlySet<string> = new Set(['CCITTFaxDecode', 'DCTDecode', 'JBIG2Decode', 'JPXDecode']);

/** Abbreviations that are allowed in inline images and also occur in streams (table 92). */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['Fl', 'FlateDecode'],
  ['LZW', 'LZWDecode'],
  ['A85', 'ASCII85Decode'],
  ['AHx', 'ASCIIHexDecode'],
  ['RL', 'RunLengthDecode'],
  ['CCF', 'CCITTFaxDecode'],
  ['DCT', 'DCTDecode'],
]);

/** The filters of a stream in the order of decoding, without a `Crypt` that changes nothing (7.4.10). */
function filtersOf(dict: Dict, resolver: Resolver): Filter[] {
  const names = listOf(dict.has('Filter') ? dict.get('Filter') : dict.get('F'), resolver);
  const parms = listOf(dict.has('DecodeParms') ? dict.get('DecodeParms') : dict.get('DP'), resolver);
  if (names.length > LIMITS.filtersPerStream) exceeded('filtersPerStream');
  return names
    .map((name, index) => {
      const value = name instanceof Name ? name.value : '';
      const own = parms[index];
      return { name: ABBREVIATIONS.get(value) ?? value, parms: own instanceof Dict ? own : null };
    })
    .filter(({ name, parms: own }) => name !== 'Crypt' || (own?.name('Name') ?? 'Identity') !== 'Identity');
}

/** The full names of all filters of a stream. */
export function filterNamesOf(dict: Dict, resolver: Resolver): string[] {
  return filtersOf(dict, resolver).map(({ name }) => name);
}

/** Undefined for a filter that cannot be decoded here. Shared dictionaries belong only to drafts of BrotliDecode. */
function functionOf({ name, parms }: Filter): FilterFunction | undefined {
  return name === 'BrotliDecode' && parms?.has('D') === true ? undefined : DATA_FILTERS.get(name);
}

/** The first filter that prevents the decoding of a stream; undefined if there is none. */
export function obstacleOf(dict: Dict, resolver: Resolver): Filter | undefined {
  return filtersOf(dict, resolver).find((filter) => functionOf(filter) === undefined);
}

/** The first filter that prevents the decoding of an image, which may end with a filter for pixels. */
export function imageObstacleOf(dict: Dict, resolver: Resolver): Filter | undefined {
  const filters = filtersOf(dict, resolver);
  const data = IMAGE_FILTERS.has(filters.at(-1)?.name ?? '') ? filters.slice(0, -1) : filters;
  return data.find((filter) => functionOf(filter) === undefined);
}

/** @throws PdfFailure RESOURCE_LIMIT_EXCEEDED if the data decode to more than `limit` bytes */
export function decodeStream(stream: Stream, resolver: Resolver, limit: number): Decoded {
  const filters = filtersOf(stream.dict, resolver);
  let bytes = stream.raw;
  let damaged = false;
  let work = 0;
  for (const [index, filter] of filters.entries()) {
    const undo = functionOf(filter);
    if (!undo) return { bytes, remaining: filters.slice(index), damaged, work };
    const output = undo(bytes, limit, filter.parms, stream.dict);
    bytes = output.bytes;
    work += bytes.length;
    damaged ||= output.damaged;
  }
  return { bytes, remaining: [], damaged, work };
}

/** The approximate size of the pixels of an image, including the filter type of each row; 0 for any other stream. */
function pixelBytes(stream: Dict, parms: Dict | null): number {
  const bitsPerPixel = (stream.integer('BitsPerComponent') ?? 1) * (parms?.integer('Colors') ?? 3);
  const rowBytes = Math.ceil(((stream.integer('Width') ?? 0) * bitsPerPixel) / 8) + 1;
  return rowBytes * (stream.integer('Height') ?? 0);
}

function withPredictor(output: FilterOutput, parms: Dict | null): FilterOutput {
  if (parms === null || (parms.integer('Predictor') ?? 1) <= 1) return output;
  const plain = undoPredictor(output.bytes, {
    predictor: parms.integer('Predictor') ?? 1,
    colors: parms.integer('Colors') ?? 1,
    bitsPerComponent: parms.integer('BitsPerComponent') ?? 8,
    columns: parms.integer('Columns') ?? 1,
  });
  return { bytes: plain.bytes, damaged: output.damaged || plain.damaged };
}

function listOf(object: PdfObject, resolver: Resolver): PdfObject[] {
  if (object === null) return [];
  return Array.isArray(object) ? object.map((item) => resolver.resolve(item)) : [object];
}
