/** What the documentation says of a code: one row of `docs/codes.md` and one page at `/codes/{code}`. */
export interface Explanation {
  readonly title: string;
  /** When it is given, in Markdown. */
  readonly cause: string;
  /** What whoever meets it can do, in Markdown. */
  readonly remedy: string;
  /** Whether the same document, sent again with the same options, may end otherwise. */
  readonly retryable: boolean;
  /** A message as the service gives it. */
  readonly example: string;
  /** The members of `facts` that the example has. */
  readonly facts?: readonly string[];
}
