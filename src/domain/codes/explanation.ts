/** The documentation of a code: one row of `docs/codes.md` and one page at `/codes/{code}`. */
export interface Explanation {
  readonly title: string;
  /** When it is given, in Markdown. */
  readonly cause: string;
  /** The remedy, in Markdown. */
  readonly remedy: string;
  /** True if a repetition with the same document and options may have another result. */
  readonly retryable: boolean;
  /** A message as the service gives it. */
  readonly example: string;
  /** The members of `facts` that the example has. */
  readonly facts?: readonly string[];
}
