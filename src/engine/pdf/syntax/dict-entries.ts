/**
 * The entries of a dictionary, in the order in which their keys were first set. A document may have a million
 * dictionaries, nearly all of a few entries: those are one flat list of keys and values, which takes half the memory of a
 * Map and is searched as fast. Above `MAX_LISTED` entries a Map takes over.
 *
 * While entries are gone over, the one at hand may be changed or removed, and no other.
 */
import type { PdfObject } from './objects.ts';

const MAX_LISTED = 16;

/** A key or a value; no value is a plain string. */
export type Slot = string | PdfObject;

export class DictEntries implements Iterable<[string, PdfObject]> {
  /** Key, value, key, value, and so on. Whoever goes over a list keeps it: it is copied when its length changes. */
  #list: Slot[];
  #map: Map<string, PdfObject> | null = null;

  /** @param entries the last of equal keys wins */
  constructor(entries: Iterable<readonly [string, PdfObject]> = []) {
    this.#list = [];
    for (const [key, value] of entries) this.set(key, value);
  }

  /**
   * Takes over a list of keys and values.
   *
   * @param list belongs to the entries from now on
   */
  static ofList(list: Slot[]): DictEntries {
    const entries = new DictEntries();
    if (list.length <= 2 * MAX_LISTED && !hasEqualKeys(list)) entries.#list = list;
    else for (let at = 0; at < list.length; at += 2) entries.set(keyIn(list, at), valueIn(list, at));
    return entries;
  }

  get size(): number {
    return this.#map === null ? this.#list.length >> 1 : this.#map.size;
  }

  get(key: string): PdfObject | undefined {
    if (this.#map !== null) return this.#map.get(key);
    const list = this.#list;
    for (let at = 0; at < list.length; at += 2) if (list[at] === key) return valueIn(list, at);
    return undefined;
  }

  has(key: string): boolean {
    return this.#map === null ? indexOf(this.#list, key) >= 0 : this.#map.has(key);
  }

  set(key: string, value: PdfObject): this {
    if (this.#map !== null) this.#map.set(key, value);
    else {
      const at = indexOf(this.#list, key);
      if (at >= 0) this.#list[at + 1] = value;
      else if (this.#list.length < 2 * MAX_LISTED) this.#list = this.#list.concat(key, [value]);
      else this.#map = new Map<string, PdfObject>(this).set(key, value);
    }
    return this;
  }

  delete(key: string): boolean {
    if (this.#map !== null) return this.#map.delete(key);
    const at = indexOf(this.#list, key);
    if (at >= 0) this.#list = this.#list.toSpliced(at, 2);
    return at >= 0;
  }

  clear(): void {
    this.#list = [];
    this.#map = null;
  }

  /** Brings the keys into the order of their characters. */
  sort(): void {
    if (this.#isSorted()) return;
    const sorted = [...this].toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (this.#map !== null) this.#map = new Map(sorted);
    else this.#list = sorted.flatMap<Slot>((entry) => entry);
  }

  /** The quickest way over all of them: nothing is made for an entry. */
  forEach(visit: (value: PdfObject, key: string) => void): void {
    if (this.#map !== null) return this.#map.forEach((value, key) => visit(value, key));
    const list = this.#list;
    for (let at = 0; at < list.length; at += 2) visit(valueIn(list, at), keyIn(list, at));
  }

  [Symbol.iterator](): IterableIterator<[string, PdfObject]> {
    return this.#map === null ? new ListIterator(this.#list, pairIn) : this.#map[Symbol.iterator]();
  }

  keys(): IterableIterator<string> {
    return this.#map === null ? new ListIterator(this.#list, keyIn) : this.#map.keys();
  }

  values(): IterableIterator<PdfObject> {
    return this.#map === null ? new ListIterator(this.#list, valueIn) : this.#map.values();
  }

  valueList(): PdfObject[] {
    const values: PdfObject[] = [];
    this.forEach((value) => values.push(value));
    return values;
  }

  #isSorted(): boolean {
    let last = '';
    for (const key of this.keys()) {
      if (key < last) return false;
      last = key;
    }
    return true;
  }
}

class ListIterator<T> implements IterableIterator<T> {
  readonly #list: readonly Slot[];
  readonly #read: (list: readonly Slot[], at: number) => T;
  #at = 0;

  constructor(list: readonly Slot[], read: (list: readonly Slot[], at: number) => T) {
    this.#list = list;
    this.#read = read;
  }

  next(): IteratorResult<T> {
    const at = this.#at;
    if (at >= this.#list.length) return { done: true, value: undefined };
    this.#at = at + 2;
    return { done: false, value: this.#read(this.#list, at) };
  }

  [Symbol.iterator](): this {
    return this;
  }
}

function indexOf(list: readonly Slot[], key: string): number {
  for (let at = 0; at < list.length; at += 2) if (list[at] === key) return at;
  return -1;
}

function hasEqualKeys(list: readonly Slot[]): boolean {
  for (let at = 2; at < list.length; at += 2) if (indexOf(list, keyIn(list, at)) !== at) return true;
  return false;
}

function keyIn(list: readonly Slot[], at: number): string {
  const key = list[at];
  return typeof key === 'string' ? key : '';
}

function valueIn(list: readonly Slot[], at: number): PdfObject {
  const value = list[at + 1];
  return value === undefined || typeof value === 'string' ? null : value;
}

function pairIn(list: readonly Slot[], at: number): [string, PdfObject] {
  return [keyIn(list, at), valueIn(list, at)];
}
