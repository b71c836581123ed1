/** Finds empty sequences of marked content (ISO 32000-2, 14.6) without properties. */

/** Beyond this many open sequences, further ones stay and are only counted. */
const MAX_OPEN = 65_536;

/** These tags have a meaning even without content: the place of the text of a field (12.7.4.3), and layers (14.11). */
const MEANINGFUL_TAGS: ReadonlySet<string> = new Set(['OC', 'Tx']);

/** Whether an empty sequence with this tag of `BMC` can be removed. */
export function isIdleTag(tag: string | undefined): boolean {
  return tag !== undefined && !MEANINGFUL_TAGS.has(tag);
}

/** The start of a sequence in the output, and the byte before it. */
export interface MarkStart {
  readonly start: number;
  readonly end: number;
  readonly before: number;
}

/** Matches the operators that end sequences with those that start them, in one content stream. */
export class OpenMarks {
  readonly #open: (MarkStart | undefined)[] = [];
  #beyond = 0;

  /** `mark` is undefined for a sequence that always stays. */
  begin(mark: MarkStart | undefined): void {
    if (this.#open.length < MAX_OPEN) this.#open.push(mark);
    else this.#beyond++;
  }

  /** Returns the start of the innermost sequence if it can be removed. `EMC` without a start ends nothing. */
  end(): MarkStart | undefined {
    if (this.#beyond === 0) return this.#open.pop();
    this.#beyond--;
    return undefined;
  }
}
