/** Calls of Temporal that do not hang on a server that is away: a sweep, or the caller, makes them again. */
import { type Client, isGrpcServiceError } from '@temporalio/client';

const CALL_TIMEOUT_MS = 5_000;

export function withDeadline<T>(client: Client, call: () => Promise<T>, timeoutMs = CALL_TIMEOUT_MS): Promise<T> {
  return client.withDeadline(Date.now() + timeoutMs, call);
}

/** The call is out of time, or the server is away for a moment: the workflow goes on without the caller. */
export function isUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isGrpcServiceError(cause)) return true;
  }
  return false;
}
