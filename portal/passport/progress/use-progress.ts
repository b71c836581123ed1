/** Follows a document until it has ended. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { responseOf } from '#portal/api/call.ts';
import { refresh } from '#portal/api/queries.ts';
import { EventReader } from './events.ts';
import { advance, NO_PROGRESS, type Progress } from './progress.ts';

/** Where the stream breaks, or none is to be had, the document itself is asked for again and again by its page. */
export function useProgress(submissionId: string, isPending: boolean): Progress {
  const [progress, setProgress] = useState(NO_PROGRESS);
  const client = useQueryClient();
  useEffect(() => {
    if (!isPending) return;
    const stop = new AbortController();
    setProgress(NO_PROGRESS);
    follow(submissionId, stop.signal, setProgress)
      .then(() => refresh(client, ['getSubmission', 'getReportOfSubmission', 'getRevisionsOfSubmission']))
      .catch(() => {
        // Told by nothing here: the page asks for the document now and then as long as it has not ended.
      });
    return () => stop.abort();
  }, [submissionId, isPending, client]);
  return progress;
}

async function follow(
  id: string,
  signal: AbortSignal,
  tell: (change: (progress: Progress) => Progress) => void,
): Promise<void> {
  const { body } = await responseOf('followSubmission', { params: { id }, signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return;
    for (const event of events.read(piece.value)) tell((progress) => advance(progress, event));
  }
}
