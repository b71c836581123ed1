/**
 * Joins the texts of glyphs. A string that grows letter by letter takes many times its size until somebody reads it. So
 * the texts are joined as bytes, and as UTF-16 units from the first character that does not fit into a byte.
 */
import { allocate } from '#platform';
const CAPACITY = 4096;
const LAST_BYTE = 0xff;

/**
 * The units as bytes, later the lower and the higher byte of each unit. All pages share the buffers, so each user
 * flushes its text before another one adds any.
 */
const BYTES = allocate(CAPACITY);
const UNITS = allocate(2 * CAPACITY);

export class TextBuffer {
  readonly #receive: (text: string) => void;
  #length = 0;
  #isWide = false;

  /** @param receive gets the text, at the latest in `flush` */
  constructor(receive: (text: string) => void) {
    this.#receive = receive;
  }

  add(text: string): void {
    const { length } = text;
    if (this.#length + length > CAPACITY) this.flush();
    if (length > CAPACITY) {
      this.#receive(text);
      return;
    }
    for (let index = 0; index < length; index++) this.#push(text.charCodeAt(index));
  }

  /** Adds a text of one UTF-16 unit. */
  addUnit(unit: number): void {
    if (this.#length === CAPACITY) this.flush();
    this.#push(unit);
  }

  flush(): void {
    const length = this.#length;
    if (length === 0) return;
    const text = this.#isWide ? UNITS.toString('utf16le', 0, 2 * length) : BYTES.toString('latin1', 0, length);
    this.#length = 0;
    this.#isWide = false;
    this.#receive(text);
  }

  #push(unit: number): void {
    if (!this.#isWide) {
      if (unit <= LAST_BYTE) {
        BYTES[this.#length++] = unit;
        return;
      }
      this.#widen();
    }
    UNITS[2 * this.#length] = unit;
    UNITS[2 * this.#length + 1] = unit >> 8;
    this.#length++;
  }

  #widen(): void {
    this.#isWide = true;
    for (let at = 0; at < this.#length; at++) {
      UNITS[2 * at] = BYTES[at] ?? 0;
      UNITS[2 * at + 1] = 0;
    }
  }
}
