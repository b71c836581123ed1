/** A failure that the user can repair. It is printed without a stack. */
import { isSystemError, reasonOf } from '#src/system-error.ts';

export class DevFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DevFailure';
  }
}

/** The final message for the user. Only bugs show a stack, and errors of the system become a sentence. */
export function explain(error: unknown): string {
  if (error instanceof DevFailure) return error.message;
  if (isSystemError(error)) return error.path ? `${error.path} cannot be used: ${reasonOf(error)}.` : error.message;
  return String(error instanceof Error ? error.stack : error);
}
