/** A reason to stop that the person at the keyboard can do something about; printed without a stack. */
import { getSystemErrorMessage } from 'node:util';

export class DevFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DevFailure';
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the person is told at the end. A stack is for bugs: what the system refuses is a sentence. */
export function explain(error: unknown): string {
  if (error instanceof DevFailure) return error.message;
  if (isSystemError(error)) return error.path ? `${error.path} cannot be used: ${reasonOf(error)}.` : error.message;
  return String(error instanceof Error ? error.stack : error);
}

/** In words: `no space left on device`. */
export function reasonOf(error: unknown): string {
  return isSystemError(error) ? getSystemErrorMessage(error.errno) : messageOf(error);
}

interface SystemError extends Error {
  readonly errno: number;
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'syscall' in error;
}
