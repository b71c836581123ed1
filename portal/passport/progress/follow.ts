/** Follows a document to its end. */
import type { SubmissionEvent } from '#clients/typescript/index.ts';
import { authorized } from '#portal/api/call.ts';

/** A token that has ended on the way is renewed: the events then come once more from the first one. */
export function followed(id: string, signal: AbortSignal, onEvent: (event: SubmissionEvent) => void): Promise<void> {
  return authorized(async (client) => {
    for await (const event of client.progress(id, { signal })) onEvent(event);
  });
}
