/** Bytes and texts with the language alone. */
import type { ByteView } from '#engine/platform/platform.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** A call may have only so many arguments. */
const MOST_ARGUMENTS = 8192;

export function viewOf(bytes: Uint8Array): ByteView {
  return new View(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

export function allocate(size: number): ByteView {
  return new View(new ArrayBuffer(size));
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** The characters of a view's units: bytes, or units of UTF-16. */
export function textOf(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += MOST_ARGUMENTS)
    text += String.fromCharCode(...units.subarray(at, at + MOST_ARGUMENTS));
  return text;
}

class View extends Uint8Array<ArrayBuffer> implements ByteView {
  override indexOf(mark: string | Uint8Array | number, from = 0): number {
    const bytes = bytesOf(mark);
    const [first = 0] = bytes;
    const last = this.length - bytes.length;
    const start = from < 0 ? Math.max(0, this.length + from) : from;
    for (let at = super.indexOf(first, start); at >= 0 && at <= last; at = super.indexOf(first, at + 1))
      if (this.#has(bytes, at)) return at;
    return -1;
  }

  override lastIndexOf(mark: string | Uint8Array | number, from = this.length): number {
    const bytes = bytesOf(mark);
    const [first = 0] = bytes;
    let at = Math.min(from < 0 ? this.length + from : from, this.length - bytes.length);
    for (; at >= 0; at--) if (this[at] === first && this.#has(bytes, at)) return at;
    return -1;
  }

  override includes(mark: string | Uint8Array | number, from = 0): boolean {
    return this.indexOf(mark, from) >= 0;
  }

  override subarray(start = 0, end = this.length): View {
    return viewOf(super.subarray(start, end)) as View;
  }

  override toString(encoding: 'hex' | 'latin1' | 'utf16le' = 'latin1', start = 0, end = this.length): string {
    const part = new Uint8Array(this.buffer, this.byteOffset, this.length).subarray(start, end);
    if (encoding === 'hex') return hexOf(part);
    if (encoding === 'latin1') return textOf(part);
    const units = new Uint16Array(part.length >> 1);
    for (let at = 0; at < units.length; at++) units[at] = (part[2 * at] ?? 0) | ((part[2 * at + 1] ?? 0) << 8);
    return textOf(units);
  }

  write(text: string, at: number): number {
    for (let index = 0; index < text.length; index++) this[at + index] = text.charCodeAt(index);
    return text.length;
  }

  #has(mark: ArrayLike<number>, at: number): boolean {
    for (let index = 1; index < mark.length; index++) if (this[at + index] !== mark[index]) return false;
    return true;
  }
}

function bytesOf(mark: string | Uint8Array | number): ArrayLike<number> & Iterable<number> {
  if (typeof mark === 'number') return [mark & 0xff];
  return typeof mark === 'string' ? Array.from(mark, (character) => character.charCodeAt(0)) : mark;
}
