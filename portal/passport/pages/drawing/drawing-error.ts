/** Why a page could not be drawn or read. */
import type { FrameFailure } from '#portal/frame/protocol.ts';

/** `unresponsive`: the frame took too long, or said what it was not asked. */
export type DrawingFailure = FrameFailure | 'unresponsive';

export class DrawingError extends Error {
  readonly reason: DrawingFailure;

  constructor(reason: DrawingFailure) {
    super(`The document could not be drawn: ${reason}.`);
    this.reason = reason;
  }
}

const WORDS: Readonly<Record<DrawingFailure, string>> = {
  password: 'It opens only with a password, so it cannot be shown here.',
  unreadable: 'It is too damaged to be drawn.',
  unresponsive: 'Drawing it took too long and was stopped. Some documents are made to cause that.',
};

/** The words for people; null for another error. */
export function wordsOf(error: unknown): string | null {
  return error instanceof DrawingError ? WORDS[error.reason] : null;
}
