/** How the engine says no. Anything else thrown inside it is a bug, never an answer. */
import type { FailureCode } from '#domain/failure-codes.ts';

/** The document cannot be normalized; `code` is stable and part of the contract. */
export class PdfFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.name = 'PdfFailure';
    this.code = code;
  }
}
