/** Parts of hostile files. They are large or wrong on purpose, quick to make and equal in each run. */
import { constants, deflateRawSync } from 'node:zlib';

/** Writes a file piece by piece and notes the offsets, which need not be used. */
export class FileBuilder {
  readonly #parts: Buffer[] = [];
  readonly offsets = new Map<number, number>();
  #length = 0;

  constructor(header = '%PDF-1.7\n') {
    this.raw(header);
  }

  get length(): number {
    return this.#length;
  }

  raw(piece: string | Uint8Array): this {
    const part = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece);
    this.#parts.push(part);
    this.#length += part.length;
    return this;
  }

  object(number: number, body: string): this {
    this.offsets.set(number, this.#length);
    return this.raw(`${number} 0 obj\n${body}\nendobj\n`);
  }

  /** `dict` is written without the angle brackets. `Length` is correct unless the dictionary has one. */
  stream(number: number, dict: string, data: string | Uint8Array): this {
    const length = dict.includes('/Length ') ? '' : `/Length ${data.length}`;
    this.offsets.set(number, this.#length);
    return this.raw(`${number} 0 obj\n<<${dict}${length}>>\nstream\n`).raw(data).raw('\nendstream\nendobj\n');
  }

  /** The cross-reference table of all objects so far, and the end of the file. */
  table(trailer = '/Root 1 0 R'): Uint8Array {
    const start = this.#length;
    const rows = [...this.offsets].map(([number, offset]) => `${number} 1\n${offsetText(offset)} 00000 n \n`);
    this.raw('xref\n0 1\n0000000000 65535 f \n').raw(rows.join(''));
    return this.raw(`trailer\n<<${trailer}/Size ${this.offsets.size + 1}>>\nstartxref\n${start}\n%%EOF\n`).bytes();
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}

/** Catalog 1, page tree 2 and page 3, which shows the content 4. The catalog and the page may have more entries. */
export function onePage(page = '', catalog = ''): FileBuilder {
  return new FileBuilder()
    .object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
    .object(2, '<</Type/Pages/Kids[3 0 R]/Count 1>>')
    .object(3, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${page}>>`);
}

export function offsetText(offset: number): string {
  return String(offset).padStart(10, '0');
}

/** A zlib stream of `times` copies of `block`, made without the decoded data (RFC 1950 and 1951). */
export function flateRepeat(block: string | Uint8Array, times: number): Uint8Array {
  const bytes = typeof block === 'string' ? Buffer.from(block, 'latin1') : Buffer.from(block);
  const piece = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(adlerOfRepeat(bytes, times));
  return new Uint8Array(Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(times).fill(piece), end, checksum]));
}

/**
 * The Adler-32 of a repeated block. Each repetition adds the same to both sums, except for the effect of the earlier
 * sum.
 */
function adlerOfRepeat(block: Uint8Array, times: number): number {
  const PRIME = 65_521;
  let sum = 0;
  let weighted = 0;
  for (const [index, byte] of block.entries()) {
    sum = (sum + byte) % PRIME;
    weighted = (weighted + byte * ((block.length - index) % PRIME)) % PRIME;
  }
  let low = 1;
  let high = 0;
  for (let time = 0; time < times; time++) {
    high = (high + (block.length % PRIME) * low + weighted) % PRIME;
    low = (low + sum) % PRIME;
  }
  return high * 65_536 + low;
}

/** A zlib stream of this many MiB of one byte. */
export function flateBomb(mebibytes: number, byte = 0x20): Uint8Array {
  return flateRepeat(Buffer.alloc(1024 * 1024, byte), mebibytes);
}
