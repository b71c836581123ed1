/** Follows a document until it has ended. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { responseOf } from '#portal/api/call.ts';
import { refresh } from '#portal/api/queries.ts';
import { follow } from './follow.ts';
import { advance, NO_PROGRESS, type Progress } from './progress.ts';

/** Where no stream is to be had, the document itself is asked for again and again by its page. */
export function useProgress(submissionId: string, isPending: boolean): Progress {
  const [progress, setProgress] = useState(NO_PROGRESS);
  const client = useQueryClient();
  useEffect(() => {
    if (!isPending) return;
    const stop = new AbortController();
    setProgress(NO_PROGRESS);
    const { signal } = stop;
    follow({
      open: async (lastEventId) => {
        const headers = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId };
        return (await responseOf('followSubmission', { params: { id: submissionId }, headers, signal })).body;
      },
      tell: (event) => setProgress((known) => advance(known, event)),
      wait: waiting(signal),
    })
      .then(() => refresh(client, ['getSubmission', 'getReportOfSubmission', 'getRevisionsOfSubmission']))
      .catch(() => {
        // Told by nothing here: the page asks for the document now and then as long as it has not ended.
      });
    return () => stop.abort();
  }, [submissionId, isPending, client]);
  return progress;
}

/** Until a time has passed, or nobody waits any more. */
function waiting(signal: AbortSignal): (delayMs: number) => Promise<void> {
  return (delayMs) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const timer = setTimeout(resolve, delayMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
}
