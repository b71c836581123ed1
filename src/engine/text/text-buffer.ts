/**
 * Puts the texts of glyphs together. Strings that are joined letter by letter take many times their size in memory until
 * somebody reads them; here they are joined as UTF-16 units, and as bytes for as long as these will do.
 */
const CAPACITY = 4096;
const LAST_BYTE = 0xff;
const NOTHING = Buffer.alloc(0);

export class TextBuffer {
  /** Of each unit the lower byte, then the higher one. Made with the first text, which most of many pages may lack. */
  #units = NOTHING;
  #bytes = NOTHING;
  readonly #receive: (text: string) => void;
  #length = 0;
  #greatest = 0;

  /** @param receive is given the text, at the latest when `flush` is called */
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
    if (this.#units === NOTHING) [this.#units, this.#bytes] = [Buffer.alloc(2 * CAPACITY), Buffer.alloc(CAPACITY)];
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > this.#greatest) this.#greatest = unit;
      this.#units[2 * this.#length] = unit;
      this.#units[2 * this.#length + 1] = unit >> 8;
      this.#bytes[this.#length++] = unit;
    }
  }

  flush(): void {
    const length = this.#length;
    if (length === 0) return;
    const isNarrow = this.#greatest <= LAST_BYTE;
    this.#length = 0;
    this.#greatest = 0;
    this.#receive(
      isNarrow ? this.#bytes.toString('latin1', 0, length) : this.#units.toString('utf16le', 0, 2 * length),
    );
  }
}
