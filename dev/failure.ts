/** A reason to stop that the person at the keyboard can do something about; printed without a stack. */
import { isSystemError, reasonOf } from '#src/system-error.ts';

export class DevFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DevFailure';
  }
}

/** What the person is told at the end. A stack is for bugs: what the system refuses is a sentence. */
export function explain(error: unknown): string {
  if (error instanceof DevFailure) return error.message;
  if (isSystemError(error)) return error.path ? `${error.path} cannot be used: ${reasonOf(error)}.` : error.message;
  return String(error instanceof Error ? error.stack : error);
}
