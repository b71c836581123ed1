/**
 * Finds objects of an update in which readers find different values: a repeated key in a dictionary, a repeated number
 * in an object stream, or an object that needs repair.
 */
import { Budget } from '#engine/pdf/budget.ts';
import { Comparison } from '#engine/pdf/comparison.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { headerAt, readIndirectObject } from '#engine/pdf/read/loader.ts';
import type { XrefEntry } from '#engine/pdf/read/structure.ts';
import { latin1, Lexer } from '#engine/pdf/syntax/lexer.ts';
import { Dict, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { firstValues } from '#engine/pdf/syntax/parser.ts';
import type { RevisionHistory } from './revisions.ts';

const HEADER_WINDOW_BYTES = 64;
// oxlint-disable-next-line no-control-regex
const PLAIN_HEADER = /^[\0\s]*\d+[\0\s]+\d+[\0\s]+obj(?![^\0\s<[(/])/;

/** @returns the numbers of such objects in revisions after the given one; 0 is a trailer */
export function ambiguousObjects(bytes: Uint8Array, history: RevisionHistory, index: number): number[] {
  const written = history.entriesAfter(index);
  if (written.size === 0) return [];
  const reader = new Readers(bytes, [history.view(index), history.view(history.last)], written);
  const numbers = [...written].filter(([number, entry]) => reader.differ(number, entry)).map(([number]) => number);
  if (history.trailersAfter(index).some((trailer) => reader.differOn(null, trailer))) numbers.push(0);
  return numbers.toSorted((a, b) => a - b);
}

class Readers {
  readonly #bytes: Uint8Array;
  readonly #before: PdfDocument;
  readonly #after: PdfDocument;
  readonly #written: ReadonlyMap<number, XrefEntry>;
  readonly #withBefore: Comparison;
  readonly #withItself: Comparison;
  readonly #budget: Budget;
  readonly #packed = new Map<number, readonly number[]>();

  constructor(
    bytes: Uint8Array,
    [before, after]: readonly [PdfDocument, PdfDocument],
    written: ReadonlyMap<number, XrefEntry>,
  ) {
    this.#bytes = bytes;
    this.#before = before;
    this.#after = after;
    this.#written = written;
    this.#withBefore = new Comparison(before, after);
    this.#withItself = new Comparison(after, after);
    this.#budget = new Budget(bytes.length);
  }

  differ(number: number, entry: XrefEntry): boolean {
    if (entry.kind === 'free') return false;
    const object = this.#after.object(number);
    const isWritten =
      entry.kind === 'offset' ? this.#isPlain(entry.offset, number) : this.#isPacked(number, entry.stream, entry.index);
    const isRepaired = this.#after.problems.some(
      ({ code, objectNumber }) => code === 'syntax' && objectNumber === number,
    );
    return (
      !isWritten || isRepaired || this.#holdsOther(number, object) || this.differOn(this.#before.object(number), object)
    );
  }

  /** Whether the first of equal keys has a value that is neither the last one nor the earlier one. */
  differOn(before: PdfObject, after: PdfObject): boolean {
    const pending: (readonly [PdfObject, PdfObject])[] = [[before, after]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [was, is] = next.map((object) => (object instanceof Stream ? object.dict : object));
      if (Array.isArray(is)) for (const item of is) pending.push([null, item]);
      if (!(is instanceof Dict)) continue;
      for (const [key, value] of is) pending.push([was instanceof Dict ? (was.raw(key) ?? null) : null, value]);
      for (const [key, first] of firstValues(is) ?? []) {
        const isOld = was instanceof Dict && this.#withBefore.same(was.raw(key), first);
        if (!isOld && !this.#withItself.same(first, is.raw(key))) return true;
      }
    }
    return false;
  }

  /** Whether the object is complete from its number to `endobj`, as every reader expects it. */
  #isPlain(offset: number, number: number): boolean {
    if (headerAt(this.#bytes, offset, number) < 0) return true; // `misplaced-objects.ts` finds these
    if (!PLAIN_HEADER.test(latin1(this.#bytes.subarray(offset, offset + HEADER_WINDOW_BYTES)))) return false;
    const found = readIndirectObject(this.#bytes, offset, this.#after, this.#budget);
    if (!found) return true;
    const lexer = new Lexer(this.#bytes, found.end);
    const isEnded = (keyword: string): boolean => lexer.next() === 'keyword' && lexer.keyword.startsWith(keyword);
    if (found.object instanceof Stream && !(this.#beginsLine(found.object) && isEnded('endstream'))) return false;
    return isEnded('endobj');
  }

  /** Some readers count a carriage return without a line feed as data (7.3.8.1). */
  #beginsLine({ raw }: Stream): boolean {
    return this.#bytes[raw.byteOffset - this.#bytes.byteOffset - 1] === 0x0a;
  }

  /** Some readers find a packed object by its number, others by its position. */
  #isPacked(number: number, stream: number, index: number): boolean {
    const numbers = this.#numbersIn(stream);
    return numbers[index] === number && numbers.indexOf(number) === numbers.lastIndexOf(number);
  }

  /** Whether an object stream has an object that the cross-reference finds in an earlier revision. */
  #holdsOther(number: number, object: PdfObject): boolean {
    if (!(object instanceof Stream) || object.dict.name('Type') !== 'ObjStm') return false;
    return this.#numbersIn(number).some((one) => !this.#written.has(one) && this.#before.object(one) !== null);
  }

  #numbersIn(objectStream: number): readonly number[] {
    const known = this.#packed.get(objectStream);
    if (known) return known;
    const stream = this.#after.object(objectStream);
    const numbers: number[] = [];
    if (stream instanceof Stream) {
      const lexer = new Lexer(this.#after.bytesOf(stream) ?? stream.raw);
      const count = stream.dict.integer('N') ?? 0;
      while (numbers.length < count && lexer.next() === 'number' && typeof lexer.number === 'number') {
        numbers.push(lexer.number);
        lexer.next();
      }
    }
    this.#packed.set(objectStream, numbers);
    return numbers;
  }
}
