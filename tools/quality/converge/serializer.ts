/** Writes a model as a file in one of many equivalent ways. */
import { deflateSync } from 'node:zlib';
import { Name, PdfString, Real, Ref } from '#engine/pdf/syntax/objects.ts';
import {
  type Entries,
  isEntries,
  isStream,
  type Model,
  type ModelObject,
  type ModelStream,
  Token,
  type Value,
} from './model.ts';

export interface SerializerOptions {
  /** Renumbers the objects. Equal seeds give equal numbers. */
  readonly shuffle?: number;
  readonly reversedKeys?: boolean;
  readonly hexStrings?: boolean;
  readonly escapedNames?: boolean;
  /** The white space between any two tokens. */
  readonly space?: string;
  readonly filter?: 'none' | 'flate-1' | 'flate-9' | 'predictor' | 'hex';
  readonly indirectLength?: boolean;
  readonly objectStreams?: boolean;
  /** The hexadecimal digits of the document ID; no ID if absent. */
  readonly id?: string;
  readonly version?: string;
  /** Adds objects without references. */
  readonly junk?: boolean;
}

export function serialize(model: Model, options: SerializerOptions = {}): Uint8Array {
  const serializer = new Serializer(options);
  return serializer.file(options.shuffle === undefined ? model : shuffled(model, options.shuffle));
}

/** One object in the form for `appendUpdate`, without streams. */
export function serializeObject(object: ModelObject | undefined): string {
  if (object === undefined || isStream(object)) throw new Error('Only objects without data can be serialized alone.');
  return new Serializer({}).value(object);
}

function shuffled({ objects, root, info }: Model, seed: number): Model {
  const numbers = [...objects.keys()];
  let state = seed;
  const keys = new Map(numbers.map((number) => [number, (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)]));
  const ordered = numbers.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  const renamed = new Map(ordered.map((number, index) => [number, index + 1]));
  const moved = (value: Value): Value => {
    if (value instanceof Ref) return new Ref(renamed.get(value.number) ?? 0);
    if (Array.isArray(value)) return value.map(moved);
    return isEntries(value) ? movedEntries(value) : value;
  };
  const movedEntries = (entries: Entries): Entries =>
    Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, moved(value)]));
  const movedObject = (object: ModelObject): ModelObject =>
    isStream(object) ? { dict: movedEntries(object.dict), data: object.data } : moved(object);
  return {
    objects: new Map([...objects].map(([number, object]) => [renamed.get(number) ?? 0, movedObject(object)])),
    root: renamed.get(root) ?? 0,
    info: info === null ? null : (renamed.get(info) ?? 0),
  };
}

class Serializer {
  readonly #options: SerializerOptions;
  readonly #parts: Buffer[] = [];
  readonly #offsets = new Map<number, number>();
  #length = 0;
  #next = 0;

  constructor(options: SerializerOptions) {
    this.#options = options;
  }

  file(model: Model): Uint8Array {
    const objects = new Map(model.objects);
    this.#next = Math.max(...objects.keys()) + 1;
    if (this.#options.junk)
      for (const text of ['nobody', 'refers', 'to me']) objects.set(this.#next++, new PdfString(Buffer.from(text)));
    this.#append(`%PDF-${this.#options.version ?? '1.7'}\n%\xe2\xe3\xcf\xd3\n`);
    const packed = new Map<number, Value>();
    for (const [number, object] of objects) {
      if (isStream(object)) this.#stream(number, object);
      else if (this.#options.objectStreams) packed.set(number, object);
      else this.#object(number, this.value(object));
    }
    const trailer: Entries = {
      Root: new Ref(model.root),
      ...(model.info !== null && { Info: new Ref(model.info) }),
      ...(this.#options.id !== undefined && {
        ID: [new Token(`<${this.#options.id}>`), new Token(`<${this.#options.id}>`)],
      }),
    };
    if (this.#options.objectStreams) this.#crossReferenceStream(packed, trailer);
    else this.#crossReferenceTable(trailer);
    return new Uint8Array(Buffer.concat(this.#parts));
  }

  value(value: Value): string {
    if (value instanceof Name) return this.#name(value.value);
    if (value instanceof PdfString) return this.#string(value.bytes);
    if (value instanceof Real || value instanceof Token) return value.text;
    if (value instanceof Ref) return `${value.number} 0 R`;
    const space = this.#options.space ?? ' ';
    if (Array.isArray(value)) return `[${space}${value.map((item) => this.value(item)).join(space)}${space}]`;
    if (!isEntries(value)) return String(value);
    const entries = Object.entries(value).map(([key, item]) => `${this.#name(key)}${space}${this.value(item)}`);
    return `<<${space}${(this.#options.reversedKeys ? entries.toReversed() : entries).join(space)}${space}>>`;
  }

  #name(name: string): string {
    const escaped = (code: number): string => `#${code.toString(16).padStart(2, '0')}`;
    const special = this.#options.escapedNames ? /./gs : /[^A-Za-z0-9_.+*:-]/g;
    return `/${name.replace(special, (character) => escaped(character.charCodeAt(0)))}`;
  }

  #string(bytes: Uint8Array): string {
    const text = Buffer.from(bytes);
    const isPlain = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
    if (this.#options.hexStrings || !isPlain) return `<${text.toString('hex')}>`;
    return `(${text.toString('latin1').replace(/[\\()]/g, '\\$&')})`;
  }

  #object(number: number, body: string): void {
    this.#offsets.set(number, this.#length);
    this.#append(`${number} 0 obj${this.#options.space ?? '\n'}${body}\nendobj\n`);
  }

  #stream(number: number, stream: ModelStream): void {
    const { data, entries } = this.#filtered(stream);
    const dict: Entries = { ...stream.dict, ...entries, Length: data.length };
    // A reader of the cross-reference cannot find other objects yet.
    if (this.#options.indirectLength && !('W' in stream.dict)) {
      dict['Length'] = new Ref(this.#next);
      this.#object(this.#next++, String(data.length));
    }
    this.#offsets.set(number, this.#length);
    this.#append(`${number} 0 obj\n${this.value(dict)}\nstream\n`);
    this.#append(Buffer.from(data));
    this.#append('\nendstream\nendobj\n');
  }

  #filtered({ dict, data }: ModelStream): { readonly data: Uint8Array; readonly entries: Entries } {
    const { filter = 'flate-9' } = this.#options;
    if ('Filter' in dict || filter === 'none') return { data, entries: {} };
    if (filter === 'hex')
      return {
        data: Buffer.from(`${Buffer.from(data).toString('hex')}>`),
        entries: { Filter: new Name('ASCIIHexDecode') },
      };
    const flate: Entries = { Filter: new Name('FlateDecode') };
    if (filter === 'predictor')
      return { data: deflateSync(upRows(data)), entries: { ...flate, DecodeParms: { Predictor: 12, Columns: 1 } } };
    return { data: deflateSync(data, { level: filter === 'flate-1' ? 1 : 9 }), entries: flate };
  }

  #crossReferenceTable(trailer: Entries): void {
    const start = this.#length;
    const rows = [...this.#offsets].map(
      ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    const dict = this.value({ ...trailer, Size: Math.max(...this.#offsets.keys()) + 1 });
    this.#append(`xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n${dict}\nstartxref\n${start}\n%%EOF\n`);
  }

  #crossReferenceStream(packed: ReadonlyMap<number, Value>, trailer: Entries): void {
    const container = this.#next++;
    const index: number[] = [];
    let body = '';
    for (const [number, value] of packed) {
      index.push(number, body.length);
      body += `${this.value(value)} `;
    }
    const head = `${index.join(' ')} `;
    this.#stream(container, {
      dict: { Type: new Name('ObjStm'), N: packed.size, First: head.length },
      data: Buffer.from(head + body, 'latin1'),
    });
    const number = this.#next++;
    const table = Buffer.alloc((number + 1) * 6);
    for (const [entry, offset] of [...this.#offsets, [number, this.#length] as const])
      table.writeUIntBE(0x1_0000_0000 + offset, entry * 6, 5);
    for (const [position, entry] of [...packed.keys()].entries()) {
      table.writeUIntBE(0x2_0000_0000 + container, entry * 6, 5);
      table[entry * 6 + 5] = position;
    }
    const start = this.#length;
    this.#stream(number, { dict: { ...trailer, Type: new Name('XRef'), Size: number + 1, W: [1, 4, 1] }, data: table });
    this.#append(`startxref\n${start}\n%%EOF\n`);
  }

  #append(part: string | Buffer): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}

/** Applies the predictor Up of PNG to rows of one byte. */
function upRows(data: Uint8Array): Uint8Array {
  const rows = new Uint8Array(data.length * 2);
  for (const [index, byte] of data.entries()) rows.set([2, byte - (data[index - 1] ?? 0)], index * 2);
  return rows;
}
