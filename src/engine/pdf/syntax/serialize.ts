/**
 * The canonical spelling of every object (ISO 32000-2, 7.3). It has no blank where a delimiter already separates
 * tokens.
 */
import { allocate, viewOf } from '#platform';
import { BACKSLASH, PAREN_CLOSE, PAREN_OPEN, SLASH } from './bytes.ts';
import { fromLatin1, isBoundary } from './lexer.ts';
import { type Container, dictOf, isContainer, Name, type PdfObject, PdfString, Real, Stream } from './objects.ts';

/** The containers that are written as references, with their numbers. */
export interface Numbering {
  /** Undefined for a container that is written in place. */
  numberOf(container: Container): number | undefined;
}

/** Enough for most objects. Buffers of this size come from the pool of Node. */
const CAPACITY_BYTES = 512;

/** A buffer that grows. */
export class ByteWriter {
  #buffer = allocate(CAPACITY_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Writes text that needs no blank before it. */
  text(text: string): void {
    this.#reserve(text.length);
    // A native call costs more time than a few characters.
    if (text.length > 24) this.#length += this.#buffer.write(text, this.#length, 'latin1');
    else for (let index = 0; index < text.length; index++) this.#buffer[this.#length++] = text.charCodeAt(index);
  }

  /**
   * Writes a token of regular characters, after a blank unless a delimiter or white space precedes it. The slash of an
   * empty name is no such delimiter.
   */
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

  /** Returns the written bytes. The writer cannot be used after it. */
  take(): Uint8Array {
    return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const grown = allocate(Math.max(this.#length + more, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}

/** The bytes after the data of a stream. */
export const STREAM_END = fromLatin1('\nendstream\nendobj\n');

/**
 * Writes `n 0 obj` ... `endobj` (7.3.10), or the part before the data of a stream. The data are returned, and
 * `STREAM_END` follows them.
 */
export function writeObjectHead(
  out: ByteWriter,
  numbering: Numbering,
  object: Container,
  number: number,
): Uint8Array | undefined {
  out.text(`${number} 0 obj\n`);
  if (object instanceof Stream) object.dict.set('Length', object.raw.length);
  writeObject(out, numbering, object);
  out.text(object instanceof Stream ? '\nstream\n' : '\nendobj\n');
  return object instanceof Stream ? object.raw : undefined;
}

export function writeIndirectObject(out: ByteWriter, numbering: Numbering, object: Container, number: number): void {
  const data = writeObjectHead(out, numbering, object, number);
  if (data === undefined) return;
  out.bytes(data);
  out.bytes(STREAM_END);
}

/**
 * Writes an array or dictionary, or the dictionary of a stream. The function is recursive, because values in place are
 * nested at most 32 levels deep (`canonical/sharing.ts`).
 */
export function writeObject(out: ByteWriter, numbering: Numbering, object: Container): void {
  if (Array.isArray(object)) {
    out.text('[');
    for (const item of object) writeValue(out, numbering, item);
    return out.text(']');
  }
  out.text('<<');
  dictOf(object).forEach((value, key) => {
    out.text(nameText(key));
    writeValue(out, numbering, value);
  });
  out.text('>>');
}

function writeValue(out: ByteWriter, numbering: Numbering, value: PdfObject): void {
  if (!isContainer(value)) return writeScalar(out, value);
  const number = numbering.numberOf(value);
  if (number === undefined) writeObject(out, numbering, value);
  else out.token(`${number} 0 R`);
}

function writeScalar(out: ByteWriter, value: PdfObject): void {
  if (value instanceof Name) out.text(nameText(value.value));
  else if (value instanceof PdfString) writeString(out, value.bytes);
  else if (value instanceof Real) out.token(value.text);
  else if (typeof value === 'number' || typeof value === 'boolean') out.token(String(value));
  else out.token('null');
}

/** 7.3.5: all characters except regular printable ASCII are escaped. */
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

/** 7.3.4: a literal string if all bytes are printable ASCII, else a hexadecimal one. */
function writeString(out: ByteWriter, bytes: Uint8Array): void {
  let isPlain = true;
  for (const byte of bytes) {
    if (byte < 0x20 || byte > 0x7e) return out.text(`<${viewOf(bytes).toString('hex')}>`);
    if (byte === PAREN_OPEN || byte === PAREN_CLOSE || byte === BACKSLASH) isPlain = false;
  }
  if (!isPlain)
    return out.text(
      `(${viewOf(bytes)
        .toString('latin1')
        .replace(/[\\()]/g, '\\$&')})`,
    );
  out.text('(');
  out.bytes(bytes);
  out.text(')');
}
