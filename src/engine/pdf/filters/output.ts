/** The targets of decoded bytes: a buffer that never exceeds a limit, or a counter of its size. */
import { exceeded } from '#engine/pdf/budget.ts';

/** The interface that decoders need from both. */
export interface Sink {
  readonly length: number;
  push(byte: number): void;
  pushAll(bytes: ArrayLike<number>): void;
  fill(byte: number, count: number): void;
  copyBack(distance: number, count: number): void;
}

/**
 * Only counts. A first decoding finds the length, so that the buffer need not grow in steps. The last step would need
 * half as much memory again as the greatest allowed stream.
 */
export class Measure implements Sink {
  readonly #limit: number;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  push(): void {
    this.#add(1);
  }

  pushAll(bytes: ArrayLike<number>): void {
    this.#add(bytes.length);
  }

  fill(_byte: number, count: number): void {
    this.#add(count);
  }

  copyBack(_distance: number, count: number): void {
    this.#add(count);
  }

  #add(count: number): void {
    this.#length += count;
    if (this.#length > this.#limit) exceeded('decodedBytes');
  }
}

export class Output implements Sink {
  readonly #limit: number;
  #bytes: Uint8Array;
  #length = 0;

  constructor(limit: number, expected: number) {
    this.#limit = limit;
    this.#bytes = new Uint8Array(Math.max(64, Math.min(limit, expected)));
  }

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = byte;
  }

  pushAll(bytes: ArrayLike<number>): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  fill(byte: number, count: number): void {
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    this.#bytes.fill(byte, this.#length, this.#length + count);
    this.#length += count;
  }

  /** Repeats `count` bytes that start `distance` before the end. They may overlap their copy. */
  copyBack(distance: number, count: number): void {
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    for (let i = 0; i < count; i++, this.#length++) {
      this.#bytes[this.#length] = this.#bytes[this.#length - distance] ?? 0;
    }
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(by: number): void {
    const needed = this.#length + by;
    if (needed > this.#limit) exceeded('decodedBytes');
    const grown = new Uint8Array(Math.min(this.#limit, Math.max(needed, this.#bytes.length * 2)));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
