/** Runs a stream through its filters (ISO 32000-2, 7.4). */
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import { Dict, Name, type PdfObject, type Resolver, type Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeAscii85, decodeAsciiHex } from './ascii.ts';
import { inflate } from './flate.ts';
import { decodeLzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import { decodeRunLength } from './run-length.ts';

/** One filter still in the way, with its parameters. */
export interface Filter {
  readonly name: string;
  readonly parms: Dict | null;
}

export interface Decoded {
  readonly bytes: Uint8Array;
  /** Filters not undone: from the first image or unknown filter on. */
  readonly remaining: readonly Filter[];
  /** The data ended early or was broken; `bytes` is what came before. */
  readonly damaged: boolean;
  /** What all of the filters put out together, in bytes: the last may make little of a lot. */
  readonly work: number;
}

/** What a filter made of its input. */
export interface FilterOutput {
  readonly bytes: Uint8Array;
  readonly damaged: boolean;
}

type FilterFunction = (input: Uint8Array, limit: number, parms: Dict | null, stream: Dict) => FilterOutput;

/** Filters whose output is data, not pixels: these are undone and replaced by the canonical compression. */
const DATA_FILTERS: ReadonlyMap<string, FilterFunction> = new Map<string, FilterFunction>([
  [
    'FlateDecode',
    (input, limit, parms, stream) => withPredictor(inflate(input, limit, pixelBytes(stream, parms)), parms),
  ],
  [
    'LZWDecode',
    (input, limit, parms) => withPredictor(decodeLzw(input, limit, parms?.integer('EarlyChange') ?? 1), parms),
  ],
  ['ASCII85Decode', decodeAscii85],
  ['ASCIIHexDecode', decodeAsciiHex],
  ['RunLengthDecode', decodeRunLength],
]);

/** Abbreviations allowed in inline images, and met in streams (Table 92). */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['Fl', 'FlateDecode'],
  ['LZW', 'LZWDecode'],
  ['A85', 'ASCII85Decode'],
  ['AHx', 'ASCIIHexDecode'],
  ['RL', 'RunLengthDecode'],
  ['CCF', 'CCITTFaxDecode'],
  ['DCT', 'DCTDecode'],
]);

/** The filters of a stream in order of decoding. `Crypt` has been dealt with on decryption and is left out. */
function filtersOf(dict: Dict, resolver: Resolver): Filter[] {
  const names = listOf(dict.has('Filter') ? dict.get('Filter') : dict.get('F'), resolver);
  const parms = listOf(dict.has('DecodeParms') ? dict.get('DecodeParms') : dict.get('DP'), resolver);
  if (names.length > LIMITS.filtersPerStream) exceeded('filters per stream');
  return names
    .map((name, index) => {
      const value = name instanceof Name ? name.value : '';
      const own = parms[index];
      return { name: ABBREVIATIONS.get(value) ?? value, parms: own instanceof Dict ? own : null };
    })
    .filter(({ name }) => name !== 'Crypt');
}

/** Whether the stream decodes to data wholly: no image filter, no unknown one. */
export function isData(dict: Dict, resolver: Resolver): boolean {
  return filtersOf(dict, resolver).every(({ name }) => DATA_FILTERS.has(name));
}

/** @throws PdfFailure RESOURCE_LIMIT_EXCEEDED when the data decode to more than `limit` bytes. */
export function decodeStream(stream: Stream, resolver: Resolver, limit: number): Decoded {
  const filters = filtersOf(stream.dict, resolver);
  let bytes = stream.raw;
  let damaged = false;
  let work = 0;
  for (const [index, { name, parms }] of filters.entries()) {
    const filter = DATA_FILTERS.get(name);
    if (!filter) return { bytes, remaining: filters.slice(index), damaged, work };
    const output = filter(bytes, limit, parms, stream.dict);
    bytes = output.bytes;
    work += bytes.length;
    damaged ||= output.damaged;
  }
  return { bytes, remaining: [], damaged, work };
}

/** Answers about what the pixels of an image take, with the filter type of each row; 0 of any other stream. */
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
