/** Follows a document until it has ended. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refresh } from '#portal/api/queries.ts';
import { followed } from './follow.ts';
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
    followed(submissionId, signal, (event) => setProgress((known) => advance(known, event)))
      .then(() => refresh(client, ['getSubmission', 'getReportOfSubmission', 'getRevisionsOfSubmission']))
      .catch(() => {
        // Without events the page polls the document until it has ended.
      });
    return () => stop.abort();
  }, [submissionId, isPending, client]);
  return progress;
}
