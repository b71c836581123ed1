/** The one spelling of every object (ISO 32000-2, 7.3): no blank where a delimiter separates already. */
import { type CanonicalGraph, type Container, isContainer } from './canonical.ts';
import { fromLatin1, isBoundary } from './lexer.ts';
import { Dict, Name, type PdfObject, PdfString, Real, Stream } from './objects.ts';

/** Where references lead and which numbers they are written with. */
export type Numbering = Pick<CanonicalGraph, 'numberOf' | 'resolve'>;

const SLASH = 0x2f;

/** Enough for most objects; buffers of this size come from Node's pool. */
const CAPACITY_BYTES = 512;

/** Bytes in the making. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(CAPACITY_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Text that needs no blank before it. */
  text(text: string): void {
    this.#reserve(text.length);
    // A native call costs more than a few characters.
    if (text.length > 24) this.#length += this.#buffer.write(text, this.#length, 'latin1');
    else for (let index = 0; index < text.length; index++) this.#buffer[this.#length++] = text.charCodeAt(index);
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

const STREAM_END = fromLatin1('\nendstream\nendobj\n');

/** `n 0 obj` ... `endobj` (7.3.10), in pieces, so that the data of streams are not copied. */
export function indirectObject(numbering: Numbering, object: Container, number: number): Uint8Array[] {
  const out = new ByteWriter();
  out.text(`${number} 0 obj\n`);
  if (object instanceof Stream) {
    writeObject(out, numbering, object.dict.set('Length', object.raw.length));
    out.text('\nstream\n');
    return [out.take(), object.raw, STREAM_END];
  }
  writeObject(out, numbering, object);
  out.text('\nendobj\n');
  return [out.take()];
}

export function writeIndirectObject(out: ByteWriter, numbering: Numbering, object: Container, number: number): void {
  for (const piece of indirectObject(numbering, object, number)) out.bytes(piece);
}

type Pending = PdfObject | { readonly close: string } | { readonly key: string };

/** Iterative: direct objects may be nested hundreds deep. */
export function writeObject(out: ByteWriter, numbering: Numbering, object: PdfObject): void {
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
    const target = numbering.resolve(next);
    const number = isContainer(target) ? numbering.numberOf(target) : undefined;
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
