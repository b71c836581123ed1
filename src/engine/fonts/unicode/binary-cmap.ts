/**
 * Reads the compact form of Adobe's CMaps in pdf.js ("bcmap"): a byte with the writing mode, then sections of entries.
 * Each entry is written as the difference from the one before. Only data that come with the engine are read, so damage
 * is a bug.
 */
import { CodeRanges } from './code-ranges.ts';
import type { CMap, CodespaceRange } from './cmap.ts';

const CODESPACE_RANGES = 0;
const NOTDEF_RANGES = 1;
const CID_CHARACTERS = 2;
const CID_RANGES = 3;
const TEXT_CHARACTERS = 4;
const TEXT_RANGES = 5;
const ABOUT_THE_CMAP = 7;

const USES = 1;
/** The flag means that each entry starts directly after the one before. */
const IN_SEQUENCE = 0x10;

export function readBinaryCMap(bytes: Uint8Array): CMap {
  const reader = new BinaryCMapReader(bytes);
  reader.read();
  return reader;
}

class BinaryCMapReader implements CMap {
  readonly isVertical: boolean;
  uses: string | undefined;
  readonly codespaces: CodespaceRange[] = [];
  readonly cids = new CodeRanges<number>();
  readonly texts = new CodeRanges<string>();
  readonly #bytes: Uint8Array;
  #at = 1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.isVertical = ((bytes[0] ?? 0) & 1) === 1;
  }

  read(): void {
    while (this.#at < this.#bytes.length) {
      const head = this.#byte();
      if (head >> 5 === ABOUT_THE_CMAP) this.#readAbout(head & 0x1f);
      else this.#readEntries(head >> 5, (head & IN_SEQUENCE) !== 0, (head & 15) + 1);
    }
  }

  #readAbout(kind: number): void {
    let text = '';
    for (let left = this.#number(); left > 0; left--) text += String.fromCharCode(this.#number());
    if (kind === USES) this.uses = text;
  }

  /** @param length the bytes of a code, or the bytes of a text in entries with texts, whose codes have two bytes */
  #readEntries(kind: number, inSequence: boolean, length: number): void {
    const count = this.#number();
    if (kind === CODESPACE_RANGES) return this.#readCodespaces(count, length);
    if (kind === NOTDEF_RANGES) return this.#skipNotdefRanges(count, length);
    if (kind === TEXT_CHARACTERS || kind === TEXT_RANGES) return this.#readTexts(kind, count, inSequence, length);
    if (kind !== CID_CHARACTERS && kind !== CID_RANGES) throw new Error(`Unknown section ${kind} of a CMap.`);
    let next = 0;
    let cid = 0;
    for (let index = 0; index < count; index++) {
      const first = next + (index === 0 ? this.#fixed(length) : inSequence ? 0 : this.#number());
      const last = kind === CID_RANGES ? first + this.#number() : first;
      cid = kind === CID_RANGES || index === 0 ? this.#number() : cid + 1 + this.#signed();
      this.cids.add(first, last, cid);
      next = last + 1;
    }
  }

  #readCodespaces(count: number, length: number): void {
    let next = 0;
    for (let index = 0; index < count; index++) {
      const low = next + (index === 0 ? this.#fixed(length) : this.#number());
      const high = low + this.#number();
      this.codespaces.push({ length, low, high });
      next = high + 1;
    }
  }

  /** The substitute for a missing glyph has no text. */
  #skipNotdefRanges(count: number, length: number): void {
    for (let index = 0; index < count; index++) {
      if (index === 0) this.#fixed(length);
      else this.#number();
      this.#number();
      this.#number();
    }
  }

  #readTexts(kind: number, count: number, inSequence: boolean, length: number): void {
    let next = 0;
    let units = 0n;
    for (let index = 0; index < count; index++) {
      const first = next + (index === 0 ? this.#fixed(2) : inSequence ? 0 : this.#number());
      const last = kind === TEXT_RANGES ? first + this.#number() : first;
      if (kind === TEXT_RANGES || index === 0) units = this.#fixedBig(length);
      else units = BigInt.asUintN(8 * length, units + 1n + this.#signedBig(length));
      this.texts.add(first, last, utf16(units, length));
      next = last + 1;
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('A CMap ends too early.');
    return byte;
  }

  /** Each byte has seven bits, the highest first. The top bit of the last byte is clear. */
  #number(): number {
    let value = 0;
    for (;;) {
      const byte = this.#byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  #signed(): number {
    const value = this.#number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  #fixed(length: number): number {
    let value = 0;
    for (let left = length; left > 0; left--) value = value * 256 + this.#byte();
    return value;
  }

  #fixedBig(length: number): bigint {
    let value = 0n;
    for (let left = length; left > 0; left--) value = value * 256n + BigInt(this.#byte());
    return value;
  }

  #signedBig(length: number): bigint {
    let value = 0n;
    for (;;) {
      const byte = this.#byte();
      value = value * 128n + BigInt(byte & 0x7f);
      if (byte < 0x80) break;
    }
    const half = value >> 1n;
    return BigInt.asIntN(8 * length + 8, value & 1n ? -half - 1n : half);
  }
}

function utf16(units: bigint, length: number): string {
  let text = '';
  for (let at = length - 2; at >= 0; at -= 2) text += String.fromCharCode(Number((units >> BigInt(8 * at)) & 0xffffn));
  return text;
}
