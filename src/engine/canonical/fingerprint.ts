/**
 * A digest of what an object says: equal for equal graphs however they are numbered, filtered or cut into indirect
 * objects. Iterative; each object is digested once unless it lies on a cycle: how a cycle prints
 * depends also on where it was entered first.
 */
import { createHash } from '#platform';
import { trimEnd } from '#engine/pdf/join-content.ts';
import { nameKey, scalarKey } from './scalar-key.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Container, Dict, isContainer, type PdfObject, type Stream } from '#engine/pdf/syntax/objects.ts';

interface Frame {
  readonly container: Container;
  /** Keys and values in order, the first to be read last. */
  readonly pending: (string | { readonly value: PdfObject })[];
  readonly parts: string[];
  /** The least depth a reference back to an ancestor leads to. */
  back: number;
}

/** How a stream is stored says nothing of what it holds. */
const STORAGE_KEYS: ReadonlySet<string> = new Set(['DL', 'DecodeParms', 'Filter', 'Length']);

export interface Reading {
  /** What a reference to a page stands for; its number by default. */
  readonly pageLabel?: (index: number) => string;
  /** Entries of streams, besides those of storage, that are not read. */
  readonly without?: ReadonlySet<string>;
  /** The digest of a container that does not count entry by entry; undefined for the others. */
  readonly replace?: (container: Dict | Stream) => string | undefined;
  /** How a scalar counts; by default every digit of a number does. */
  readonly spell?: (scalar: PdfObject) => PdfObject;
}

export class Fingerprints {
  readonly #pdf: PdfDocument;
  readonly #known = new Map<PdfObject, string>();
  readonly #withoutInStreams: ReadonlySet<string>;
  readonly #reading: Reading;

  constructor(pdf: PdfDocument, reading: Reading = {}) {
    const { pageLabel = (index) => `page ${index}`, without = new Set() } = reading;
    this.#pdf = pdf;
    this.#reading = reading;
    this.#withoutInStreams = STORAGE_KEYS.union(without);
    // A page is what it is by its place: what it holds changes while we work.
    for (const { dict, index } of pdf.pages) this.#known.set(dict, pageLabel(index));
  }

  of(object: PdfObject): string {
    const known = this.#known.get(this.#pdf.resolve(object));
    if (known !== undefined) return known;
    const frames: Frame[] = [];
    const path = new Map<PdfObject, number>();
    let result = this.#enter(object, frames, path);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const next = frame.pending.pop();
      if (next === undefined) {
        result = this.#leave(frames, path);
        frames.at(-1)?.parts.push(result);
      } else if (typeof next === 'string') frame.parts.push(next);
      else {
        const text = this.#enter(next.value, frames, path);
        if (text !== undefined) frame.parts.push(text);
      }
    }
    return result ?? '';
  }

  /** The key of a scalar or a known container; undefined when a frame was opened for the container. */
  #enter(object: PdfObject, frames: Frame[], path: Map<PdfObject, number>): string | undefined {
    const value = this.#pdf.resolve(object);
    if (!isContainer(value)) return scalarKey(this.#reading.spell?.(value) ?? value);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const replacement = Array.isArray(value) ? undefined : this.#reading.replace?.(value);
    if (replacement !== undefined) {
      this.#known.set(value, replacement);
      return replacement;
    }
    const depth = path.get(value);
    const top = frames.at(-1);
    if (depth !== undefined && top) {
      top.back = Math.min(top.back, depth);
      return `up ${frames.length - depth}`;
    }
    this.#pdf.budget.spend('treeNodes');
    path.set(value, frames.length);
    frames.push({ container: value, pending: this.#contentsOf(value).toReversed(), parts: [], back: frames.length });
    return undefined;
  }

  #leave(frames: Frame[], path: Map<PdfObject, number>): string {
    const frame = frames.pop();
    if (!frame) return '';
    path.delete(frame.container);
    const digest = createHash('sha256').update(frame.parts.join('\n')).digest('hex');
    const parent = frames.at(-1);
    // What refers to its ancestors means something else elsewhere: it is not remembered.
    if (frame.back >= frames.length) this.#known.set(frame.container, digest);
    else if (parent) parent.back = Math.min(parent.back, frame.back);
    return digest;
  }

  #contentsOf(container: Container): (string | { value: PdfObject })[] {
    if (Array.isArray(container)) return ['array', ...container.map((value) => ({ value }))];
    if (container instanceof Dict) return ['dict', ...entriesOf(container, new Set())];
    const { bytes, remaining } = this.#pdf.decode(container);
    const filters = remaining.flatMap(({ name, parms }) => [name, { value: parms ?? null }]);
    // White space at the end of content means nothing, and some writers lose it.
    const said = container.dict.name('Subtype') === 'Form' ? trimEnd(bytes) : bytes;
    const digest = createHash('sha256').update(said).digest('hex');
    return ['stream', digest, ...filters, ...entriesOf(container.dict, this.#withoutInStreams)];
  }
}

function entriesOf(dict: Dict, without: ReadonlySet<string>): (string | { value: PdfObject })[] {
  const keys = dict.keys().filter((key) => !without.has(key) && dict.get(key) !== null);
  return keys.toSorted().flatMap((key) => [nameKey(key), { value: dict.raw(key) ?? null }]);
}
