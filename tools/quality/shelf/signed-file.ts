/** A signed PDF in the view of an attacker with a text editor: its objects by their purpose, and appended updates. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { RevisionHistory } from '#engine/tamper/revisions.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, Name, type PdfObject, PdfString, Real, Ref, Stream } from '#engine/pdf/syntax/objects.ts';

/** Objects by number, each as the text between `obj` and `endobj`. */
export type Objects = Readonly<Record<number, string>>;
/** New values for entries of a dictionary; null removes an entry. */
type Entries = Readonly<Record<string, string | null>>;

export class SignedFile {
  readonly bytes: Uint8Array;
  readonly #pdf: PdfDocument;
  /** The first unused number. */
  readonly free: number;
  readonly catalog: Part;
  readonly page: Part;
  /** The field that was filled in before the signing, and one that was not. */
  readonly amount: Part;
  readonly note: Part;
  /** The field of the signature, and the signature. */
  readonly field: Part;
  readonly signature: Part;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const history = new RevisionHistory(bytes, openDocument(bytes));
    this.#pdf = history.view(history.last);
    this.free = Math.max(...[...textOf(bytes).matchAll(/(\d+) 0 obj/g)].map(([, number]) => Number(number))) + 1;
    this.catalog = this.#part(this.#pdf.trailer.ref('Root')?.number);
    this.page = this.#part(this.#firstPage());
    this.amount = this.#part(this.#widget((dict) => textIn(dict, 'T') === 'amount'));
    this.note = this.#part(this.#widget((dict) => textIn(dict, 'T') === 'note'));
    this.field = this.#part(this.#signatureField());
    this.signature = this.#part(this.field.dict.ref('V')?.number);
  }

  /**
   * The number that an entry refers to.
   * @throws Error if it has no reference
   */
  numberOf(part: Part, ...path: readonly string[]): number {
    let [dict, number]: [Dict | undefined, number | undefined] = [part.dict, undefined];
    for (const key of path) {
      number = dict?.ref(key)?.number;
      const next: PdfObject = dict?.get(key) ?? null;
      dict = next instanceof Stream ? next.dict : next instanceof Dict ? next : undefined;
    }
    if (number === undefined) throw new Error(`The signed file has no /${path.join(' /')}.`);
    return number;
  }

  /** The trailer states it: all object numbers are smaller. */
  get size(): number {
    return Math.max(this.free, this.#pdf.trailer.number('Size') ?? 0);
  }

  get content(): number {
    return this.numberOf(this.page, 'Contents');
  }

  /** The changed objects for a form with other entries. */
  withForm(entries: Entries): Objects {
    const number = this.catalog.dict.ref('AcroForm')?.number;
    const text = this.#written(this.catalog.dict.dict('AcroForm') ?? null, entries);
    return number === undefined
      ? { [this.catalog.number]: this.with(this.catalog, { AcroForm: text }) }
      : { [number]: text };
  }

  /** The form and the page with one more field, which has that object number. */
  withField(number: number): Objects {
    return {
      ...this.withForm({ Fields: this.#longer(this.catalog.dict.dict('AcroForm'), 'Fields', number) }),
      ...this.withAnnotation(number),
    };
  }

  withAnnotation(number: number): Objects {
    return { [this.page.number]: this.with(this.page, { Annots: this.#longer(this.page.dict, 'Annots', number) }) };
  }

  with(part: Part, entries: Entries): string {
    return this.#written(part.dict, entries);
  }

  /** An update in the form of the last section of the file, a table or a stream. */
  update(objects: Objects, freed: readonly number[] = []): Uint8Array {
    const parts = [textOf(this.bytes).endsWith('\n') ? textOf(this.bytes) : `${textOf(this.bytes)}\n`];
    let length = parts[0]?.length ?? 0;
    const places = new Map<number, number>();
    for (const [number, body] of Object.entries(objects)) {
      places.set(Number(number), length);
      const part = `${number} 0 obj\n${body}\nendobj\n`;
      parts.push(part);
      length += part.length;
    }
    const size = Math.max(this.size, ...[...places.keys()].map((number) => number + 1));
    const previous = lastStartXref(this.bytes);
    const trailer = `/Root ${this.catalog.number} 0 R/Prev ${previous}`;
    const isTable = textOf(this.bytes).startsWith('xref', previous);
    parts.push(
      isTable ? table(places, freed, `/Size ${size}${trailer}`, length) : stream(places, freed, trailer, size, length),
    );
    return bytesOf(parts.join(''));
  }

  #firstPage(): number | undefined {
    const [first] = this.catalog.dict.dict('Pages')?.array('Kids') ?? [];
    return first instanceof Ref ? first.number : undefined;
  }

  #part(number: number | undefined): Part {
    const object = this.#pdf.object(number ?? -1);
    if (number === undefined || !(object instanceof Dict))
      throw new Error('The signed file lacks a part of the base document.');
    return { number, dict: object };
  }

  #widget(isMeant: (dict: Dict) => boolean): number | undefined {
    const annotations = this.page.dict.array('Annots') ?? [];
    const found = annotations.find((item) => {
      const dict = this.#pdf.resolve(item);
      return dict instanceof Dict && isMeant(dict);
    });
    return found instanceof Ref ? found.number : undefined;
  }

  #signatureField(): number | undefined {
    const listed = this.catalog.dict.dict('AcroForm')?.array('Fields') ?? [];
    const isSignature = (dict: Dict): boolean => dict.name('FT') === 'Sig' && dict.has('V');
    const found = listed.find((item) => {
      const dict = this.#pdf.resolve(item);
      return dict instanceof Dict && isSignature(dict);
    });
    return found instanceof Ref ? found.number : this.#widget(isSignature);
  }

  #longer(dict: Dict | undefined, key: string, number: number): string {
    const items = (dict?.array(key) ?? []).map((item) => this.#written(item));
    return `[${[...items, `${number} 0 R`].join(' ')}]`;
  }

  #written(object: PdfObject, entries: Entries = {}): string {
    if (object === null) return 'null';
    if (object instanceof Name) return nameText(object.value);
    if (object instanceof PdfString) return `<${Buffer.from(object.bytes).toString('hex')}>`;
    if (object instanceof Real) return String(object.value);
    if (object instanceof Ref) return `${object.number} ${object.generation} R`;
    if (Array.isArray(object)) return `[${object.map((item) => this.#written(item)).join(' ')}]`;
    if (object instanceof Dict) {
      const own = [...object].map(([key, value]) => [key, this.#written(value)] as const);
      const all = Object.entries({ ...Object.fromEntries(own), ...entries });
      return `<<${all.map(([key, value]) => (value === null ? '' : `${nameText(key)} ${value}`)).join('\n')}>>`;
    }
    if (object instanceof Stream) throw new Error('A stream cannot be written within another object.');
    return String(object);
  }
}

export interface Part {
  readonly number: number;
  readonly dict: Dict;
}

export function textOf(bytes: Uint8Array): string {
  return latin1(bytes);
}

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

export function streamOf(data: string, entries = ''): string {
  return `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;
}

export function lastStartXref(bytes: Uint8Array): number {
  const text = textOf(bytes);
  return Number(/startxref\s+(\d+)/.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
}

function textIn(dict: Dict, key: string): string {
  return latin1(dict.string(key)?.bytes ?? new Uint8Array());
}

function nameText(name: string): string {
  return `/${name.replaceAll(/[^\w.+-]/g, (sign) => `#${(sign.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)}`;
}

function table(places: ReadonlyMap<number, number>, freed: readonly number[], trailer: string, at: number): string {
  const used = [...places].map(([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`);
  const free = freed.map((number) => `${number} 1\n0000000000 00001 f \n`);
  return `xref\n${[...used, ...free].join('')}trailer\n<<${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
}

function stream(
  places: ReadonlyMap<number, number>,
  freed: readonly number[],
  trailer: string,
  number: number,
  at: number,
): string {
  const rows = [
    ...[...places].map(([key, place]) => [key, 1, place]),
    ...freed.map((key) => [key, 0, 0]),
    [number, 1, at],
  ];
  const data = rows.map(([, kind = 0, place = 0]) => String.fromCharCode(kind, ...bigEndian(place), 0)).join('');
  const index = rows.map(([key]) => `${key} 1`).join(' ');
  const dict = `/Type/XRef/Size ${number + 1}/W[1 4 1]/Index[${index}]${trailer}`;
  return `${number} 0 obj\n${streamOf(data, dict)}\nendobj\nstartxref\n${at}\n%%EOF\n`;
}

function bigEndian(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}
