/**
 * The eight kinds of PDF object (ISO 32000-2, 7.3) and the indirect reference (7.3.10). Integers, and reals with a
 * fraction of zero, are JavaScript numbers. A real with a fraction has its exact canonical decimal text in `Real`, so
 * that no float is ever printed. Arrays are plain arrays that may hold references. A `Dict` knows its document and
 * resolves references in its typed accessors.
 */

import { DictEntries, type Slot } from './dict-entries.ts';

export type PdfObject = null | boolean | number | Real | Name | PdfString | PdfArray | Dict | Stream | Ref;

/** An array (7.3.6). Its elements are as written, so each must be resolved by the document. */
export type PdfArray = PdfObject[];

/** A name (7.3.5). One character of `value` is one byte, without escapes and without the slash. */
export class Name {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** A number with a fraction (7.3.3), as its shortest exact decimal text, for example `-0.25`. */
export class Real {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  get value(): number {
    return Number(this.text);
  }
}

/**
 * A string (7.3.4): its bytes after unescaping and decryption. It stores only their position, because most strings are
 * never read, and a view of bytes takes twice the memory of all other data.
 */
export class PdfString {
  readonly #source: Uint8Array;
  readonly #start: number;
  readonly #end: number;

  constructor(source: Uint8Array, start = 0, end = source.length) {
    this.#source = source;
    this.#start = start;
    this.#end = end;
  }

  /** A view of the bytes, made anew for each call. */
  get bytes(): Uint8Array {
    const isAll = this.#start === 0 && this.#end === this.#source.length;
    return isAll ? this.#source : this.#source.subarray(this.#start, this.#end);
  }
}

/** An indirect reference (7.3.10). */
export class Ref {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation = 0) {
    this.number = number;
    this.generation = generation;
  }
}

/** Resolves a reference to its object. A reference without an object is null (7.3.10). */
export interface Resolver {
  resolve(object: PdfObject | undefined): PdfObject;
}

/** A dictionary (7.3.7). Accessors resolve references and return undefined if the value has another kind. */
export class Dict extends DictEntries {
  readonly #resolver: Resolver;

  /**
   * @param list key, value, key, value, and so on. The dictionary owns the list after the call. The last of equal keys
   * counts.
   */
  constructor(resolver: Resolver, list?: Slot[]) {
    super(list);
    this.#resolver = resolver;
  }

  static of(resolver: Resolver, entries: Iterable<readonly [string, PdfObject]>): Dict {
    const dict = new Dict(resolver);
    for (const [key, value] of entries) dict.set(key, value);
    return dict;
  }

  /** The resolved value; null if absent. */
  get(key: string): PdfObject {
    return this.#resolver.resolve(this.raw(key));
  }

  /** The dictionary under the key, or that of a stream. */
  dict(key: string): Dict | undefined {
    return dictOf(this.get(key));
  }

  stream(key: string): Stream | undefined {
    const value = this.get(key);
    return value instanceof Stream ? value : undefined;
  }

  array(key: string): PdfArray | undefined {
    const value = this.get(key);
    return Array.isArray(value) ? value : undefined;
  }

  name(key: string): string | undefined {
    return toName(this.get(key));
  }

  string(key: string): PdfString | undefined {
    const value = this.get(key);
    return value instanceof PdfString ? value : undefined;
  }

  /** An integer or a real. */
  number(key: string): number | undefined {
    return toNumber(this.get(key));
  }

  integer(key: string): number | undefined {
    const value = this.get(key);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
  }

  boolean(key: string): boolean | undefined {
    const value = this.get(key);
    return typeof value === 'boolean' ? value : undefined;
  }

  ref(key: string): Ref | undefined {
    const value = this.raw(key);
    return value instanceof Ref ? value : undefined;
  }
}

/** A stream (7.3.8): its dictionary and its stored bytes, decrypted but not decoded. */
export class Stream {
  readonly dict: Dict;
  raw: Uint8Array;

  constructor(dict: Dict, raw: Uint8Array) {
    this.dict = dict;
    this.raw = raw;
  }

  /** Replaces the bytes by unfiltered ones. */
  replace(bytes: Uint8Array): void {
    this.raw = bytes;
    this.dict.delete('Filter');
    this.dict.delete('DecodeParms');
  }
}

/** Whether the object is a reference or a container. */
export function leadsOn(object: PdfObject): boolean {
  if (typeof object !== 'object' || object === null) return false;
  return !(object instanceof Name || object instanceof PdfString || object instanceof Real);
}

/** An object that contains others. */
export type Container = Dict | PdfArray | Stream;

export function isContainer(value: PdfObject): value is Container {
  return value instanceof Dict || value instanceof Stream || Array.isArray(value);
}

/** The dictionary itself, or that of a stream. */
export function dictOf(object: Dict | Stream): Dict;
export function dictOf(object: PdfObject | undefined): Dict | undefined;
export function dictOf(object: PdfObject | undefined): Dict | undefined {
  if (object instanceof Dict) return object;
  return object instanceof Stream ? object.dict : undefined;
}

/** The value of a name; undefined for any other object. */
export function toName(object: PdfObject | undefined): string | undefined {
  return object instanceof Name ? object.value : undefined;
}

/** The value of an integer or a real; undefined for any other object. */
export function toNumber(object: PdfObject | undefined): number | undefined {
  if (typeof object === 'number') return object;
  return object instanceof Real ? object.value : undefined;
}

/** The number object of a computed value: six decimals, no exponent, never -0. */
export function fromNumber(value: number): number | Real {
  const text = value.toFixed(6).replace(/\.?0+$/, '');
  return text.includes('.') ? new Real(text) : Number(text) + 0;
}
