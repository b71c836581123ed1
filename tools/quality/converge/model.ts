/** A document as plain values, for changes and for many serializations. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, PdfString, Real, Ref, Stream } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';

/** A token in its final spelling. */
export class Token {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Entries {
  [key: string]: Value;
}

export type Value = null | boolean | number | Real | Name | PdfString | Ref | Token | Value[] | Entries;

/** A stream with decoded data, unless its dictionary names an image filter. */
export interface ModelStream {
  readonly dict: Entries;
  readonly data: Uint8Array;
}

export type ModelObject = Value | ModelStream;

export interface Model {
  readonly objects: Map<number, ModelObject>;
  readonly root: number;
  readonly info: number | null;
}

export function isEntries(value: ModelObject | undefined): value is Entries {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isStream(value)) return false;
  return ![Real, Name, PdfString, Ref, Token].some((kind) => value instanceof kind);
}

export function isStream(value: ModelObject | undefined): value is ModelStream {
  return typeof value === 'object' && value !== null && 'data' in value && value.data instanceof Uint8Array;
}

/** The newest revision of a file. Objects get numbers from 1 in the order of the walk. */
export function modelOf(bytes: Uint8Array): Model {
  return new Reader(openDocument(bytes)).read();
}

class Reader {
  readonly #pdf: PdfDocument;
  readonly #numbers = new Map<PdfObject, number>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  read(): Model {
    const objects = new Map<number, ModelObject>();
    const root = this.#numberOf(this.#pdf.catalog);
    const info = this.#pdf.trailer.get('Info');
    const infoNumber = info === null ? null : this.#numberOf(info);
    // The loop adds to the map that it reads.
    for (const [object, number] of this.#numbers) objects.set(number, this.#objectOf(object));
    return { objects, root, info: infoNumber };
  }

  #numberOf(object: PdfObject): number {
    const number = this.#numbers.get(object) ?? this.#numbers.size + 1;
    this.#numbers.set(object, number);
    return number;
  }

  #objectOf(object: PdfObject): ModelObject {
    if (!(object instanceof Stream)) return this.#valueOf(object);
    const { bytes, remaining } = this.#pdf.decode(object);
    const dict = this.#entriesOf(object.dict);
    delete dict['Length'];
    delete dict['Filter'];
    delete dict['DecodeParms'];
    if (remaining.length > 0) {
      dict['Filter'] = remaining.map(({ name }) => new Name(name));
      dict['DecodeParms'] = remaining.map(({ parms }) => (parms ? this.#entriesOf(parms) : null));
    }
    return { dict, data: bytes };
  }

  #valueOf(object: PdfObject): Value {
    if (object instanceof Ref) {
      const target = this.#pdf.resolve(object);
      return target === null ? null : new Ref(this.#numberOf(target));
    }
    if (Array.isArray(object)) return object.map((item) => this.#valueOf(item));
    if (object instanceof Dict) return this.#entriesOf(object);
    if (object instanceof Stream) return new Ref(this.#numberOf(object));
    return object;
  }

  #entriesOf(dict: Dict): Entries {
    return Object.fromEntries([...dict].map(([key, value]) => [key, this.#valueOf(value)]));
  }
}

/** The same document with a copy of every dictionary and array. */
export function copyModel({ objects, root, info }: Model): Model {
  return { objects: new Map([...objects].map(([number, object]) => [number, copyObject(object)])), root, info };
}

function copyObject(object: ModelObject): ModelObject {
  return isStream(object) ? { dict: copyEntries(object.dict), data: object.data } : copyValue(object);
}

export function copyValue(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyValue);
  return isEntries(value) ? copyEntries(value) : value;
}

function copyEntries(entries: Entries): Entries {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, copyValue(value)]));
}

/** Follows references. */
export function resolveIn(model: Model, value: ModelObject | undefined): ModelObject | undefined {
  return value instanceof Ref ? model.objects.get(value.number) : value;
}

export function addTo(model: Model, object: ModelObject): Ref {
  const number = Math.max(...model.objects.keys()) + 1;
  model.objects.set(number, object);
  return new Ref(number);
}

/** Returns the dictionaries with the type in the order of their numbers. */
export function ofType(model: Model, type: string): { readonly number: number; readonly entries: Entries }[] {
  return [...model.objects].flatMap(([number, object]) => {
    const entries = isStream(object) ? object.dict : object;
    if (!isEntries(entries)) return [];
    const name = entries['Type'];
    return name instanceof Name && name.value === type ? [{ number, entries }] : [];
  });
}
