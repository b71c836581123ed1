/**
 * Writes a canonical graph as a file (ISO 32000-2, 7.5): with a cross-reference table for the linearizer and PDF/A-1, or
 * with object streams and a cross-reference stream. Every object has one spelling.
 */
import { createHash } from 'node:crypto';
import { type CanonicalGraph, type Container, isContainer } from './canonical.ts';
import { deflate } from './filters/flate.ts';
import { fromLatin1, isBoundary } from './lexer.ts';
import { Dict, Name, type PdfObject, PdfString, Real, Stream } from './objects.ts';

/** More objects in one stream save nothing and make readers load more than they need. */
const OBJECTS_PER_STREAM = 100;

/** Stands for the document ID until the bytes are known: 32 hexadecimal digits. */
const ID_PLACEHOLDER = '0'.repeat(32);
const ID_ENTRY = `/ID [<${ID_PLACEHOLDER}><${ID_PLACEHOLDER}>]`;

/** 7.5.2: four bytes above 127 tell transfer programs that the file is binary. */
const BINARY_MARK = Uint8Array.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);

/** Objects one after the other, then a cross-reference table (7.5.4). `version` as `1.4`. */
export function writeWithTable(graph: CanonicalGraph, version: string): Uint8Array {
  return withDocumentId(writeTableFile(graph, version, ID_ENTRY), ID_PLACEHOLDER);
}

/** The same without an ID, for the linearizer, which would keep the first half of an old one. */
export function writeForLinearizer(graph: CanonicalGraph, version: string): Uint8Array {
  return writeTableFile(graph, version, '');
}

function writeTableFile(graph: CanonicalGraph, version: string, idEntry: string): Uint8Array {
  const out = new ByteWriter();
  writeHeader(out, version);
  const offsets = graph.objects.map((object, index) => {
    const offset = out.length;
    writeIndirectObject(out, graph, object, index + 1);
    return offset;
  });
  const xref = out.length;
  out.text(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) out.text(`${String(offset).padStart(10, '0')} 00000 n \n`);
  out.text(`trailer\n<<${idEntry}${trailerEntries(graph)}/Size ${offsets.length + 1}>>\nstartxref\n${xref}\n%%EOF\n`);
  return out.take();
}

/** Everything but streams in object streams (7.5.7), then a cross-reference stream (7.5.8). */
export function writeWithObjectStreams(graph: CanonicalGraph, version: string): Uint8Array {
  const out = new ByteWriter();
  writeHeader(out, version);
  const rows: XrefRow[] = [];
  const packed: number[] = [];
  for (const [index, object] of graph.objects.entries()) {
    if (!(object instanceof Stream)) {
      packed.push(index + 1);
      continue;
    }
    rows[index + 1] = [1, out.length, 0];
    writeIndirectObject(out, graph, object, index + 1);
  }
  let next = graph.objects.length + 1;
  for (let first = 0; first < packed.length; first += OBJECTS_PER_STREAM, next++) {
    const numbers = packed.slice(first, first + OBJECTS_PER_STREAM);
    rows[next] = [1, out.length, 0];
    for (const [index, number] of numbers.entries()) rows[number] = [2, next, index];
    writeObjectStream(out, graph, numbers, next);
  }
  writeXrefStream(out, graph, rows, next);
  return withDocumentId(out.take(), ID_PLACEHOLDER);
}

const SLASH = 0x2f;

type XrefRow = readonly [type: number, second: number, third: number];

function writeHeader(out: ByteWriter, version: string): void {
  out.text(`%PDF-${version}\n`);
  out.bytes(BINARY_MARK);
}

function trailerEntries({ root, info }: CanonicalGraph): string {
  return `${info === null ? '' : `/Info ${info} 0 R`}/Root ${root} 0 R`;
}

function writeIndirectObject(out: ByteWriter, graph: CanonicalGraph, object: Container, number: number): void {
  out.text(`${number} 0 obj\n`);
  if (object instanceof Stream) writeStream(out, graph, object);
  else writeObject(out, graph, object);
  out.text('\nendobj\n');
}

function writeStream(out: ByteWriter, graph: CanonicalGraph, { dict, raw }: Stream): void {
  dict.set('Length', raw.length);
  writeObject(out, graph, dict);
  out.text('\nstream\n');
  out.bytes(raw);
  out.text('\nendstream');
}

function writeObjectStream(out: ByteWriter, graph: CanonicalGraph, numbers: readonly number[], number: number): void {
  const body = new ByteWriter();
  const index = numbers.map((contained, position) => {
    if (position > 0) body.text('\n');
    const offset = body.length;
    writeObject(body, graph, graph.objects[contained - 1] ?? null);
    return `${contained} ${offset}`;
  });
  const head = fromLatin1(`${index.join(' ')}\n`);
  const data = deflate(concat(head, body.take()));
  out.text(`${number} 0 obj\n<</Filter/FlateDecode/First ${head.length}/Length ${data.length}/N ${numbers.length}`);
  out.text('/Type/ObjStm>>\nstream\n');
  out.bytes(data);
  out.text('\nendstream\nendobj\n');
}

function writeXrefStream(out: ByteWriter, graph: CanonicalGraph, rows: XrefRow[], number: number): void {
  const offset = out.length;
  rows[number] = [1, offset, 0];
  const width = byteWidth(offset);
  const table = new Uint8Array((number + 1) * (2 + width));
  table[1 + width] = 0; // object 0 heads the free list, which is empty
  for (let entry = 1, at = 2 + width; entry <= number; entry++, at += 2 + width) {
    const [type, second, third] = rows[entry] ?? [0, 0, 0];
    table[at] = type;
    for (let byte = 0; byte < width; byte++) table[at + 1 + byte] = Math.floor(second / 256 ** (width - 1 - byte)) & 0xff;
    table[at + 1 + width] = third;
  }
  const data = deflate(table);
  out.text(`${number} 0 obj\n<</Filter/FlateDecode${ID_ENTRY}${trailerEntries(graph)}/Length ${data.length}/Size ${number + 1}`);
  out.text(`/Type/XRef/W[1 ${width} 1]>>\nstream\n`);
  out.bytes(data);
  out.text(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`);
}

function byteWidth(value: number): number {
  let width = 1;
  while (value >= 256 ** width) width++;
  return width;
}

/**
 * Puts the document ID (14.4) in place of a placeholder of 32 hexadecimal digits: both halves are the first 16 bytes of
 * the SHA-256 of the file as it stands with the placeholder, so the ID says what the content is and nothing else.
 * Only the places right behind `/ID [` count; `bytes` is changed and answered.
 */
export function withDocumentId(bytes: Uint8Array, placeholder: string): Uint8Array {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entry = `/ID [<${placeholder}><${placeholder}>]`;
  for (let at = view.indexOf(entry); at >= 0; at = view.indexOf(entry, at + entry.length)) {
    view.write(`/ID [<${id}><${id}>]`, at, 'latin1');
  }
  return bytes;
}

type Pending = PdfObject | { readonly close: string } | { readonly key: string };

/** One object in its one spelling: no blank where a delimiter separates already. Iterative. */
function writeObject(out: ByteWriter, graph: CanonicalGraph, object: PdfObject): void {
  const pending: Pending[] = [];
  const push = (container: Dict | PdfObject[]): void => {
    if (container instanceof Dict) {
      out.text('<<');
      pending.push({ close: '>>' });
      for (const [key, value] of [...container.entries].toReversed()) pending.push(value, { key });
    } else {
      out.text('[');
      pending.push({ close: ']' });
      for (let index = container.length - 1; index >= 0; index--) pending.push(container[index] ?? null);
    }
  };
  if (object instanceof Dict || Array.isArray(object)) push(object);
  else pending.push(object);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next !== null && typeof next === 'object') {
      if ('close' in next) {
        out.text(next.close);
        continue;
      }
      if ('key' in next) {
        out.text(nameText(next.key));
        continue;
      }
    }
    const target = graph.resolve(next);
    const number = isContainer(target) ? graph.numberOf(target) : undefined;
    if (number !== undefined) out.token(`${number} 0 R`);
    else if (target instanceof Dict || Array.isArray(target)) push(target);
    else writeScalar(out, target);
  }
}

function writeScalar(out: ByteWriter, value: PdfObject): void {
  if (value instanceof Name) out.text(nameText(value.value));
  else if (value instanceof PdfString) out.bytes(stringBytes(value.bytes));
  else if (value instanceof Real) out.token(value.text);
  else if (typeof value === 'number' || typeof value === 'boolean') out.token(String(value));
  else out.token('null');
}

/** 7.3.5: everything but regular printable ASCII is escaped. */
function nameText(value: string): string {
  if (/^[A-Za-z0-9_.+*:-]*$/.test(value)) return `/${value}`;
  let text = '/';
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    const plain = code > 0x20 && code < 0x7f && code !== 0x23 && !isBoundary(code);
    text += plain ? value[index] : `#${code.toString(16).padStart(2, '0')}`;
  }
  return text;
}

/** 7.3.4: a literal string when all bytes are printable ASCII, else hexadecimal. */
function stringBytes(bytes: Uint8Array): Uint8Array {
  const printable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!printable) return fromLatin1(`<${text.toString('hex')}>`);
  return fromLatin1(`(${text.toString('latin1').replace(/[\\()]/g, '\\$&')})`);
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

class ByteWriter {
  #buffer = Buffer.allocUnsafe(65_536);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Text that needs no blank before it. */
  text(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#buffer.write(text, this.#length, 'latin1');
  }

  /** A token of regular characters: a blank goes before it unless a delimiter or white space does. The slash of an empty name is none. */
  token(text: string): void {
    const last = this.#buffer[this.#length - 1];
    if (this.#length > 0 && (!isBoundary(last) || last === SLASH)) this.text(' ');
    this.text(text);
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The bytes written; the writer is spent. */
  take(): Uint8Array {
    return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#length + more, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
