/** Reads big-endian numbers of font programs. Bytes past the end are 0, so reading never fails. */
export class ByteReader {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  u8(at: number): number {
    return this.bytes[at] ?? 0;
  }

  u16(at: number): number {
    return (this.u8(at) << 8) | this.u8(at + 1);
  }

  i16(at: number): number {
    return (this.u16(at) << 16) >> 16;
  }

  u32(at: number): number {
    return this.u16(at) * 0x10000 + this.u16(at + 2);
  }

  /** A number of `size` bytes. */
  unsigned(at: number, size: number): number {
    let value = 0;
    for (let index = 0; index < size; index++) value = value * 256 + this.u8(at + index);
    return value;
  }

  latin1(start: number, end: number): string {
    let text = '';
    for (let at = start; at < Math.min(end, this.bytes.length); at++) text += String.fromCharCode(this.u8(at));
    return text;
  }
}
