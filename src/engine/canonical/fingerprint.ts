/**
 * A digest of the content of an object. Equal graphs have equal digests, however they are numbered, filtered or divided
 * into indirect objects. The walk is iterative and digests each object once. Objects on a cycle are the exception,
 * because their digest depends on the object at which the walk entered the cycle.
 */
import { createHash } from '#platform';
import { trimEnd } from '#engine/pdf/join-content.ts';
import { nameKey, scalarKey } from './scalar-key.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Container, Dict, isContainer, type PdfObject, type Stream } from '#engine/pdf/syntax/objects.ts';

interface Frame {
  readonly container: Container;
  /** Keys and values in reverse order, since the last one is read first. */
  readonly pending: (string | { readonly value: PdfObject })[];
  readonly parts: string[];
  /** The least depth of an ancestor that a reference leads back to. */
  back: number;
}

/** These entries describe how a stream is stored and not its content. */
const STORAGE_KEYS: ReadonlySet<string> = new Set(['DL', 'DecodeParms', 'Filter', 'Length']);

export interface Reading {
  /** The text that represents a reference to a page; its number by default. */
  readonly pageLabel?: (index: number) => string;
  /** Entries of streams that the digest leaves out, besides those of storage. */
  readonly without?: ReadonlySet<string>;
  /** The digest of a container whose entries are not read one by one; undefined for other containers. */
  readonly replace?: (container: Dict | Stream) => string | undefined;
  /** The scalar that the digest uses; by default every digit of a number counts. */
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
    // A page is identified by its position, because its content changes during the work.
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

  /** The key of a scalar or a known container; undefined if the container was pushed as a frame. */
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
    // The digest of a container that refers to its ancestors is valid only at this position, so it is not cached.
    if (frame.back >= frames.length) this.#known.set(frame.container, digest);
    else if (parent) parent.back = Math.min(parent.back, frame.back);
    return digest;
  }

  #contentsOf(container: Container): (string | { value: PdfObject })[] {
    if (Array.isArray(container)) return ['array', ...container.map((value) => ({ value }))];
    if (container instanceof Dict) return ['dict', ...entriesOf(container, new Set())];
    const { bytes, remaining } = this.#pdf.decode(container);
    const filters = remaining.flatMap(({ name, parms }) => [name, { value: parms ?? null }]);
    // White space at the end of content has no effect, and some writers drop it.
    const said = container.dict.name('Subtype') === 'Form' ? trimEnd(bytes) : bytes;
    const digest = createHash('sha256').update(said).digest('hex');
    return ['stream', digest, ...filters, ...entriesOf(container.dict, this.#withoutInStreams)];
  }
}

function entriesOf(dict: Dict, without: ReadonlySet<string>): (string | { value: PdfObject })[] {
  const keys = dict.keys().filter((key) => !without.has(key) && dict.get(key) !== null);
  return keys.toSorted().flatMap((key) => [nameKey(key), { value: dict.raw(key) ?? null }]);
}
