/**
 * Reads objects from tokens (ISO 32000-2, 7.3). The parser is iterative with its own counted stack. Like the lexer, it
 * accepts any bytes: the end of the object closes an open container, a key without a value gets null, and a token in
 * the wrong place is skipped.
 */
import { type Budget, exceeded, LIMITS, WORDS } from '#engine/pdf/budget.ts';
import type { Slot } from './dict-entries.ts';
import type { Lexer } from './lexer.ts';
import { Dict, Name, type PdfArray, type PdfObject, Real, Ref, type Resolver } from './objects.ts';

interface Frame {
  readonly kind: 'array' | 'dict';
  readonly items: PdfObject[];
}

/** An object with many values is counted during the reading, in steps of this many words. */
const COUNTED_TOGETHER = 4096;

/** These keywords end the object although its containers are open. */
const ENDING: ReadonlySet<string> = new Set(['endobj', 'stream', 'endstream', 'obj', 'xref', 'trailer', 'startxref']);

/** The first values of keys that occur several times in a dictionary. */
const firstOfEqualKeys = new WeakMap<Dict, ReadonlyMap<string, PdfObject>>();

/** The last of equal keys counts here. Some readers use the first one and find these values. */
export function firstValues(dict: Dict): ReadonlyMap<string, PdfObject> | undefined {
  return firstOfEqualKeys.get(dict);
}

export class Parser {
  readonly lexer: Lexer;
  readonly #resolver: Resolver;
  readonly #budget: Budget | undefined;
  /** True if the last object had to be closed or repaired. */
  malformed = false;
  /** The words that were read and are not counted yet. */
  #words = 0;

  /** @param budget counts the memory during the reading, because one object may hold millions of values */
  constructor(lexer: Lexer, resolver: Resolver, budget?: Budget) {
    this.lexer = lexer;
    this.#resolver = resolver;
    this.#budget = budget;
  }

  /** One object; undefined if none starts here. The keyword or the end that was found stays unread. */
  readObject(): PdfObject | undefined {
    const object = this.#readObject();
    this.#count(0, 0);
    return object;
  }

  #readObject(): PdfObject | undefined {
    this.malformed = false;
    const stack: Frame[] = [];
    const { lexer } = this;
    for (;;) {
      const before = lexer.position;
      const kind = lexer.next();
      let value: PdfObject | undefined;
      if (kind === 'array-open' || kind === 'dict-open') {
        if (stack.length === LIMITS.nesting) exceeded('nesting');
        this.#count(kind === 'array-open' ? WORDS.array : WORDS.dictionary);
        stack.push({ kind: kind === 'array-open' ? 'array' : 'dict', items: [] });
        continue;
      } else if (kind === 'array-close' || kind === 'dict-close') {
        const frame = stack.pop();
        if (!frame) {
          lexer.position = before;
          return undefined;
        }
        if ((frame.kind === 'array') !== (kind === 'array-close')) this.malformed = true;
        value = this.#close(frame);
      } else if (kind === 'keyword' || kind === 'eof') {
        value = kind === 'eof' ? undefined : this.#keyword(stack);
        if (value === undefined) {
          if (kind === 'keyword' && stack.length > 0 && !ENDING.has(lexer.keyword)) {
            if (lexer.keyword !== 'R') this.malformed = true;
            continue;
          }
          lexer.position = before;
          return this.#closeAll(stack);
        }
      } else {
        value = this.#scalar();
        if (kind === 'string') this.#count(WORDS.string);
        else if (value instanceof Real) this.#count(WORDS.fraction);
      }
      const frame = stack.at(-1);
      if (!frame) return typeof value === 'number' ? this.#maybeReference(value) : value;
      frame.items.push(value);
      this.#count(1);
    }
  }

  /** Small amounts are collected, since each call of the budget costs time. */
  #count(words: number, atLeast = COUNTED_TOGETHER): void {
    this.#words += words;
    if (this.#words <= atLeast) return;
    this.#budget?.spend('objectWords', this.#words);
    this.#words = 0;
  }

  #scalar(): PdfObject {
    const { lexer } = this;
    if (lexer.kind === 'number') return lexer.number;
    return lexer.kind === 'name' ? lexer.name : lexer.string;
  }

  /** The value of a keyword. `R` converts the two integers before it into a reference and has no value of its own. */
  #keyword(stack: Frame[]): PdfObject | undefined {
    switch (this.lexer.keyword) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      case 'R':
        this.#reduceReference(stack.at(-1)?.items);
        return undefined;
      default:
        return undefined;
    }
  }

  #reduceReference(items: PdfObject[] | undefined): void {
    const generation = items?.at(-1);
    const number = items?.at(-2);
    if (!items || !isCount(number) || !isCount(generation)) {
      this.malformed = true;
      return;
    }
    items.length -= 2;
    items.push(new Ref(number, generation));
    this.#count(WORDS.reference - 1); // two values became one
  }

  /** At the top level a reference such as `6 0 R` needs lookahead. */
  #maybeReference(number: number): PdfObject {
    const { lexer } = this;
    const after = lexer.position;
    if (isCount(number) && lexer.next() === 'number') {
      const generation = lexer.number;
      if (lexer.next() === 'keyword' && lexer.keyword === 'R' && isCount(generation))
        return new Ref(number, generation);
    }
    lexer.position = after;
    return number;
  }

  #closeAll(stack: Frame[]): PdfObject | undefined {
    if (stack.length === 0) return undefined;
    this.malformed = true;
    let value: PdfObject = null;
    for (let frame = stack.pop(); frame; frame = stack.pop()) {
      value = this.#close(frame);
      stack.at(-1)?.items.push(value);
    }
    return value;
  }

  #close({ kind, items }: Frame): PdfArray | Dict {
    // `slice` allocates the exact length. The original array has spare capacity.
    return kind === 'array' ? items.slice() : this.#toDict(items);
  }

  /** Pairs keys with values. The last of equal keys counts, and values without a key are skipped. */
  #toDict(items: readonly PdfObject[]): Dict {
    const dict = this.#paired(items) ?? this.#salvaged(items);
    if (dict.size < items.length >> 1) noteFirstValues(dict, items);
    return dict;
  }

  /** Undefined unless every second item is a key with a value after it. */
  #paired(items: readonly PdfObject[]): Dict | undefined {
    if (items.length % 2 !== 0) return undefined;
    // `slice` allocates the exact length. The original list has spare capacity.
    const list: Slot[] = items.slice();
    for (let at = 0; at < list.length; at += 2) {
      const key = items[at];
      if (!(key instanceof Name)) return undefined;
      list[at] = key.value;
    }
    return new Dict(this.#resolver, list);
  }

  #salvaged(items: readonly PdfObject[]): Dict {
    const dict = new Dict(this.#resolver);
    for (let at = 0; at < items.length;) {
      const key = items[at++];
      if (!(key instanceof Name)) {
        this.malformed = true;
        continue;
      }
      dict.set(key.value, at < items.length ? (items[at++] ?? null) : null);
    }
    return dict;
  }
}

function noteFirstValues(dict: Dict, items: readonly PdfObject[]): void {
  const first = new Map<string, PdfObject>();
  for (let at = 0; at < items.length; at += 2) {
    const key = items[at];
    if (key instanceof Name && !first.has(key.value)) first.set(key.value, items[at + 1] ?? null);
  }
  firstOfEqualKeys.set(dict, first);
}

function isCount(value: PdfObject | undefined): value is number {
  return typeof value === 'number' && value >= 0 && Number.isSafeInteger(value);
}
