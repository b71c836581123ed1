/**
 * The entries of a dictionary, in the order in which their keys were first set. A document may have a million
 * dictionaries, nearly all with a few entries. These are one flat list of keys and values, which takes half the memory
 * of a Map and is searched as fast. Above `MAX_LISTED` entries a Map replaces the list. During an iteration the caller
 * may change or remove the current entry and no other.
 */
import type { PdfObject } from './objects.ts';

const MAX_LISTED = 16;

/** A key or a value. A value is never a plain string. */
export type Slot = string | PdfObject;

export class DictEntries implements Iterable<[string, PdfObject]> {
  /** Key, value, key, value, and so on. An iteration holds the list, so a change of its length makes a copy. */
  #list: Slot[];
  #map: Map<string, PdfObject> | null = null;

  /**
   * @param list key, value, key, value, and so on. The entries own the list after the call. The last of equal keys
   * counts.
   */
  constructor(list: Slot[] = []) {
    const isTaken = list.length <= 2 * MAX_LISTED && !hasEqualKeys(list);
    this.#list = isTaken ? list : [];
    if (!isTaken) for (let at = 0; at < list.length; at += 2) this.set(keyIn(list, at), valueIn(list, at));
  }

  get size(): number {
    return this.#map === null ? this.#list.length >> 1 : this.#map.size;
  }

  /** The value as written, which may be a reference. */
  raw(key: string): PdfObject | undefined {
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

  /** Sorts the keys by their characters. */
  sort(): void {
    if (this.#isSorted()) return;
    const sorted = [...this].toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (this.#map !== null) this.#map = new Map(sorted);
    else this.#list = sorted.flatMap<Slot>((entry) => entry);
  }

  /** The fastest iteration, because it allocates nothing for an entry. */
  forEach(visit: (value: PdfObject, key: string) => void): void {
    if (this.#map !== null) return this.#map.forEach((value, key) => visit(value, key));
    const list = this.#list;
    for (let at = 0; at < list.length; at += 2) visit(valueIn(list, at), keyIn(list, at));
  }

  [Symbol.iterator](): IterableIterator<[string, PdfObject]> {
    return this.#map === null ? new ListIterator(this.#list) : this.#map[Symbol.iterator]();
  }

  /** The current keys. */
  keys(): string[] {
    const keys: string[] = [];
    this.forEach((_, key) => keys.push(key));
    return keys;
  }

  /** The current values, as written. */
  values(): PdfObject[] {
    const values: PdfObject[] = [];
    this.forEach((value) => values.push(value));
    return values;
  }

  #isSorted(): boolean {
    let last = '';
    let isSorted = true;
    this.forEach((_, key) => {
      isSorted &&= key >= last;
      last = key;
    });
    return isSorted;
  }
}

class ListIterator implements IterableIterator<[string, PdfObject]> {
  readonly #list: readonly Slot[];
  #at = 0;

  constructor(list: readonly Slot[]) {
    this.#list = list;
  }

  next(): IteratorResult<[string, PdfObject]> {
    const at = this.#at;
    if (at >= this.#list.length) return { done: true, value: undefined };
    this.#at = at + 2;
    return { done: false, value: [keyIn(this.#list, at), valueIn(this.#list, at)] };
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
