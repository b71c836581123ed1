/**
 * Compares two values from two revisions. They are equal if they have the same content: direct or by references with
 * other numbers, compressed or not. References with the same number and generation count as equal, because a change of
 * the object behind them is reported for that object.
 */
import { compareBytes } from '#platform';
import { PdfFailure } from './failure.ts';
import type { PdfDocument } from './document.ts';
import { Dict, Name, type PdfObject, PdfString, Real, Ref, Stream } from './syntax/objects.ts';

/**
 * The limits of compared values in one comparison, whose result is then "not the same", and in all comparisons
 * together.
 */
const MAX_STEPS = 5000;
const MAX_STEPS_IN_ALL = 20_000_000;
/** Streams up to this size are compared decoded, others as they are stored. */
const MAX_DECODED_BYTES = 4 * 1024 * 1024;
/** These entries describe the storage of a stream and not its content. */
const STORAGE_KEYS: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms', 'DL']);

type Pair = readonly [PdfObject, PdfObject];

export class Comparison {
  readonly #before: PdfDocument;
  readonly #after: PdfDocument;
  readonly #followed = new Set<number>();
  #steps = 0;

  constructor(before: PdfDocument, after: PdfDocument) {
    this.#before = before;
    this.#after = after;
  }

  same(before: PdfObject | undefined, after: PdfObject | undefined): boolean {
    return this.#walk([before ?? null, after ?? null], MAX_STEPS);
  }

  /**
   * Also compares the objects behind references with the same number. Each is compared once, since one difference is
   * enough.
   */
  sameBehind(before: PdfObject | undefined, after: PdfObject | undefined): boolean {
    return this.#walk([before ?? null, after ?? null], MAX_STEPS_IN_ALL, this.#followed);
  }

  /** @param followed the numbers of the objects that were compared; undefined if references are not followed */
  #walk(start: Pair, maxSteps: number, followed?: Set<number>): boolean {
    const pending: Pair[] = [start];
    for (let step = 0; pending.length > 0; step++) {
      if (step === maxSteps || this.#steps++ >= MAX_STEPS_IN_ALL) return false;
      const pair = pending.pop();
      if (pair && !this.#compare(pair, pending, followed)) return false;
    }
    return true;
  }

  #compare([before, after]: Pair, pending: Pair[], followed?: Set<number>): boolean {
    if (before instanceof Ref && after instanceof Ref && before.number === after.number) {
      if (before.generation !== after.generation) return false;
      if (!followed || followed.has(before.number)) return true;
      followed.add(before.number);
    }
    const a = this.#before.resolve(before);
    const b = this.#after.resolve(after);
    if (a instanceof Dict && b instanceof Dict) return pushEntries(a, b, pending, NO_KEYS);
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [index, item] of a.entries()) pending.push([item, b[index] ?? null]);
      return true;
    }
    if (a instanceof Stream && b instanceof Stream) {
      return this.#sameData(a, b) && pushEntries(a.dict, b.dict, pending, STORAGE_KEYS);
    }
    return sameScalar(a, b);
  }

  #sameData(a: Stream, b: Stream): boolean {
    if (isWellStored(this.#before, a) && !isWellStored(this.#after, b)) return false;
    const isStoredAlike = ['Filter', 'DecodeParms'].every((key) => this.same(a.dict.raw(key), b.dict.raw(key)));
    if (isStoredAlike && sameBytes(a.raw, b.raw)) return true;
    if (a.raw.length > MAX_DECODED_BYTES || b.raw.length > MAX_DECODED_BYTES) return false;
    const x = decoded(this.#before, a);
    const y = decoded(this.#after, b);
    return x !== undefined && y !== undefined && sameBytes(x, y);
  }
}

/** Whether every reader finds the same data. With a wrong length some readers read less (7.3.8.2). */
function isWellStored(pdf: PdfDocument, { dict, raw }: Stream): boolean {
  return dict.get('Length') === raw.length && namesFilters(pdf, dict);
}

/** The names of filters in inline images (table 92). Some readers accept them for other streams too. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(['AHx', 'A85', 'LZW', 'Fl', 'RL', 'CCF', 'DCT']);

/** Whether `/Filter` is one full name or several. With other values some readers decode nothing. */
export function namesFilters(pdf: PdfDocument, stream: Dict): boolean {
  const filter = stream.get('Filter');
  const filters = Array.isArray(filter) ? filter.map((one) => pdf.resolve(one)) : [filter];
  return filters.every((one) => one === null || (one instanceof Name && !ABBREVIATIONS.has(one.value)));
}

/** Returns undefined for data that cannot be decoded within the limits. */
function decoded(pdf: PdfDocument, stream: Stream): Uint8Array | undefined {
  try {
    return pdf.bytesOf(stream);
  } catch (error) {
    if (error instanceof PdfFailure) return undefined;
    throw error;
  }
}

const NO_KEYS: ReadonlySet<string> = new Set();

function pushEntries(a: Dict, b: Dict, pending: Pair[], ignored: ReadonlySet<string>): boolean {
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    if (!ignored.has(key)) pending.push([a.raw(key) ?? null, b.raw(key) ?? null]);
  }
  return true;
}

function sameScalar(a: PdfObject, b: PdfObject): boolean {
  if (a instanceof Name) return b instanceof Name && a.value === b.value;
  if (a instanceof Real) return b instanceof Real && a.text === b.text;
  if (a instanceof PdfString) return b instanceof PdfString && sameBytes(a.bytes, b.bytes);
  return a === b;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return compareBytes(a, b) === 0;
}
