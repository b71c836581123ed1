/** Sequences of marked content (ISO 32000-2, 14.6) that enclose nothing and say nothing of it. */

/** Sequences that are open at once beyond this are kept, and only counted. */
const MAX_OPEN = 65_536;

/** Tags that mean something without content: where the text of a field goes (12.7.4.3), and layers (14.11). */
const MEANINGFUL_TAGS: ReadonlySet<string> = new Set(['OC', 'Tx']);

/** The tag of an operator `BMC` may go with its sequence when that is empty. */
export function isIdleTag(tag: string | undefined): boolean {
  return tag !== undefined && !MEANINGFUL_TAGS.has(tag);
}

/** Where a sequence begins in the output, and what it came behind. */
export interface MarkStart {
  readonly start: number;
  readonly end: number;
  readonly before: number;
}

/** Matches the operators that end sequences with those that begin them, in one content stream. */
export class OpenMarks {
  readonly #open: (MarkStart | undefined)[] = [];
  #beyond = 0;

  /** Undefined for a sequence that stays whatever it encloses. */
  begin(mark: MarkStart | undefined): void {
    if (this.#open.length < MAX_OPEN) this.#open.push(mark);
    else this.#beyond++;
  }

  /** Answers the beginning of the innermost sequence when it may go; `EMC` without a beginning ends nothing. */
  end(): MarkStart | undefined {
    if (this.#beyond === 0) return this.#open.pop();
    this.#beyond--;
    return undefined;
  }
}
