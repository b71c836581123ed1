/**
 * Text that stands for what a marked-content sequence shows (`ActualText`, ISO 32000-2, 14.9.4): it comes where the first
 * glyph of the sequence would, and the glyphs themselves are left out. Of nested ones the outermost counts.
 */
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from './text-string.ts';

/** What the property list of a sequence puts in its place; undefined when it puts nothing. */
export function replacementIn(properties: Dict): string | undefined {
  const text = properties.string('ActualText');
  return text && textOfString(text);
}

export class ReplacementText {
  #depth = 0;
  /** The depth of the sequence that is replaced; 0 when there is none. */
  #replacedAt = 0;
  #text: string | undefined;

  get isActive(): boolean {
    return this.#replacedAt > 0;
  }

  begin(text: string | undefined): void {
    this.#depth++;
    if (text === undefined || this.isActive) return;
    this.#replacedAt = this.#depth;
    this.#text = text;
  }

  end(): void {
    if (this.#depth === 0) return;
    if (this.#depth === this.#replacedAt) {
      this.#replacedAt = 0;
      this.#text = undefined;
    }
    this.#depth--;
  }

  /** The text, once; afterwards undefined. */
  take(): string | undefined {
    const text = this.#text;
    this.#text = undefined;
    return text;
  }

  get depth(): number {
    return this.#depth;
  }

  /** Ends what was begun since that depth: a content stream ends its sequences. */
  endAllTo(depth: number): void {
    while (this.#depth > depth) this.end();
  }
}
