/** Calls of Temporal that do not hang on a server that is away: a sweep, or the caller, makes them again. */
import type { Client } from '@temporalio/client';

const CALL_TIMEOUT_MS = 5_000;

export function withDeadline<T>(client: Client, call: () => Promise<T>, timeoutMs = CALL_TIMEOUT_MS): Promise<T> {
  return client.withDeadline(Date.now() + timeoutMs, call);
}
