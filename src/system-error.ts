/** Errors of the operating system, in words. */
import { getSystemErrorMessage } from 'node:util';

interface SystemError extends Error {
  readonly errno: number;
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'syscall' in error;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Says the reason in words: `no space left on device`. */
export function reasonOf(error: unknown): string {
  return isSystemError(error) ? getSystemErrorMessage(error.errno) : messageOf(error);
}

/** An error with what has led to it, outermost first: those around the innermost one say that something was not possible. */
export function causesOf(error: unknown): string {
  const causes = new Set<string>();
  for (
    let each = error;
    each !== undefined && causes.size < MAX_CAUSES;
    each = each instanceof Error ? each.cause : undefined
  ) {
    causes.add(messageOf(each));
  }
  return [...causes].join(': ');
}

const MAX_CAUSES = 5;
