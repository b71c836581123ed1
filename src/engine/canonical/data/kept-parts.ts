/**
 * Copies bytes without some of their parts. The class stores no list of parts, because millions of parts would not fit
 * into memory.
 */
export class KeptParts {
  readonly #bytes: Uint8Array;
  #out: Uint8Array | undefined;
  #length = 0;
  /** All bytes before this position are already copied or left out. */
  #from = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The caller names the parts in ascending order. */
  leaveOut(start: number, end: number): void {
    if (end <= start) return;
    this.#keep(start);
    this.#from = end;
  }

  /** Returns the same bytes if nothing was left out. */
  done(): Uint8Array {
    if (this.#from === 0) return this.#bytes;
    this.#keep(this.#bytes.length);
    return this.#out?.slice(0, this.#length) ?? new Uint8Array();
  }

  #keep(end: number): void {
    if (end <= this.#from) return;
    this.#out ??= new Uint8Array(this.#bytes.length);
    this.#out.set(this.#bytes.subarray(this.#from, end), this.#length);
    this.#length += end - this.#from;
  }
}
