/**
 * The text that replaces the glyphs of a marked-content sequence (`ActualText`, ISO 32000-2, 14.9.4). It stands in the
 * place of the first glyph, and the glyphs are left out. The outermost of nested texts counts.
 */
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from './text-string.ts';

/** The replacement text in the property list of a sequence; undefined if there is none. */
export function replacementIn(properties: Dict): string | undefined {
  const text = properties.string('ActualText');
  return text && textOfString(text);
}

export class ReplacementText {
  #depth = 0;
  /** The depth of the replaced sequence; 0 if there is none. */
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

  /** Returns the text once, then undefined. */
  take(): string | undefined {
    const text = this.#text;
    this.#text = undefined;
    return text;
  }

  get depth(): number {
    return this.#depth;
  }

  /** Ends all sequences above this depth, because a content stream ends its own sequences. */
  endAllTo(depth: number): void {
    while (this.#depth > depth) this.end();
  }
}
