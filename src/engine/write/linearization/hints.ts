/** Hint tables (ISO 32000-2, F.4): the position of each page and each shared object, as packed bits. */
/** The entry of one page in the page offset hint table (F.4.2). */
export interface PageHint {
  readonly objectCount: number;
  readonly lengthBytes: number;
  /** Indices in the shared object hint table. */
  readonly shared: readonly number[];
}

/** Offsets do not include the hint stream. */
export interface Hints {
  readonly firstPageOffset: number;
  readonly pages: readonly PageHint[];
  readonly shared: {
    /** The lengths of all objects in the section of the first page, then of the shared objects. */
    readonly lengthsBytes: readonly number[];
    readonly ofFirstPage: number;
    /** The first object of the shared objects section; zeros if there is none. */
    readonly firstObject: number;
    readonly firstOffset: number;
  };
  readonly outlines: OutlineHint | null;
}

export interface OutlineHint {
  readonly firstObject: number;
  readonly firstOffset: number;
  readonly objectCount: number;
  readonly lengthBytes: number;
}

/** F.4.2, item 13: there are no fractions, so the denominator has no effect. All writers use this one. */
const SHARED_DENOMINATOR = 4;

export interface HintStream {
  /** The tables are not compressed yet. */
  readonly tables: Uint8Array;
  /** Offsets in the tables. */
  readonly sharedAt: number;
  readonly outlinesAt: number | null;
}

export function encodeHints(hints: Hints): HintStream {
  const bits = new BitWriter();
  writePages(bits, hints);
  const sharedAt = bits.byteLength;
  writeShared(bits, hints.shared);
  const outlinesAt = hints.outlines && bits.byteLength;
  if (hints.outlines) {
    const { firstObject, firstOffset, objectCount, lengthBytes } = hints.outlines;
    for (const value of [firstObject, firstOffset, objectCount, lengthBytes]) bits.write(value, 32);
  }
  return { tables: bits.take(), sharedAt, outlinesAt };
}

/** F.4.2: every reader expects zero as content offset and the length of the page as content length. */
function writePages(bits: BitWriter, { firstPageOffset, pages }: Hints): void {
  const counts = pages.map(({ objectCount }) => objectCount);
  const lengths = pages.map(({ lengthBytes }) => lengthBytes);
  const leastCount = least(counts);
  const leastLength = least(lengths);
  const countBits = bitWidth(greatest(counts) - leastCount);
  const lengthBits = bitWidth(greatest(lengths) - leastLength);
  const sharedBits = bitWidth(greatest(pages.map(({ shared }) => shared.length)));
  const indexBits = bitWidth(greatest(pages.map(({ shared }) => greatest(shared))));
  bits.write(leastCount, 32);
  bits.write(firstPageOffset, 32);
  bits.write(countBits, 16);
  bits.write(leastLength, 32);
  bits.write(lengthBits, 16);
  bits.write(0, 32);
  bits.write(0, 16);
  bits.write(leastLength, 32);
  bits.write(lengthBits, 16);
  bits.write(sharedBits, 16);
  bits.write(indexBits, 16);
  bits.write(0, 16);
  bits.write(SHARED_DENOMINATOR, 16);
  bits.column(
    counts.map((count) => count - leastCount),
    countBits,
  );
  bits.column(
    lengths.map((length) => length - leastLength),
    lengthBits,
  );
  bits.column(
    pages.map(({ shared }) => shared.length),
    sharedBits,
  );
  bits.column(
    pages.flatMap(({ shared }) => shared),
    indexBits,
  );
  bits.column(
    lengths.map((length) => length - leastLength),
    lengthBits,
  );
}

/** F.4.3: every group has one object and no signature. */
function writeShared(bits: BitWriter, { lengthsBytes, ofFirstPage, firstObject, firstOffset }: Hints['shared']): void {
  const leastLength = least(lengthsBytes);
  const lengthBits = bitWidth(greatest(lengthsBytes) - leastLength);
  bits.write(firstObject, 32);
  bits.write(firstOffset, 32);
  bits.write(ofFirstPage, 32);
  bits.write(lengthsBytes.length, 32);
  bits.write(0, 16);
  bits.write(leastLength, 32);
  bits.write(lengthBits, 16);
  bits.column(
    lengthsBytes.map((length) => length - leastLength),
    lengthBits,
  );
  bits.column(
    lengthsBytes.map(() => 0),
    1,
  );
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);
}

function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

function bitWidth(value: number): number {
  return 32 - Math.clz32(value);
}

/** Writes high-order bits first. */
class BitWriter {
  #bytes = new Uint8Array(256);
  #bits = 0;

  /** The number of complete bytes so far. */
  get byteLength(): number {
    return Math.ceil(this.#bits / 8);
  }

  write(value: number, width: number): void {
    this.#reserve(width);
    for (let bit = width - 1; bit >= 0; bit--, this.#bits++) {
      if ((value >>> bit) & 1) this.#set(this.#bits);
    }
  }

  /** Writes one item of every entry. The next item starts at a byte (F.4.2). */
  column(values: readonly number[], width: number): void {
    for (const value of values) this.write(value, width);
    this.#bits = this.byteLength * 8;
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.byteLength);
  }

  #set(bit: number): void {
    const at = bit >>> 3;
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (0x80 >> (bit & 7));
  }

  #reserve(width: number): void {
    if (this.#bits + width <= this.#bytes.length * 8) return;
    const grown = new Uint8Array(this.#bytes.length * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
