/** Keeps the batch of the files in the address, and fills the list from the batch of an address that somebody brought. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Submission } from '#portal/api/answers.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { randomId } from '#portal/api/random-id.ts';
import { nameOf } from '#portal/documents/names.ts';
import { DEFAULT_UPLOAD_OPTIONS } from './options.ts';
import { outcomeOfSubmission } from './outcome.ts';
import { afterReload, type Upload } from './upload-state.ts';
import { type Uploads, uploadStore } from './uploads.ts';

const PAGE_SIZE = 100;

/** True if the batch has more documents than the list. */
export function useBatchOfAddress(batch: string | undefined, { uploads, batchId }: Uploads): boolean {
  const navigate = useNavigate();
  const isForeign = batch !== undefined && uploads.length === 0;
  const request = { batchId: batch ?? '', pageSize: PAGE_SIZE };
  const { data } = useAnswer('listSubmissionsOfBatch', request, { enabled: isForeign });
  useEffect(() => {
    if (isForeign && data) uploadStore.adopt(data.items.map(uploadOf), batch);
  }, [isForeign, data, batch]);
  // The address gets the batch only once, so that a person can remove it.
  const told = useRef(batch ?? null);
  useEffect(() => {
    if (batchId === null || batchId === told.current) return;
    told.current = batchId;
    void navigate({ to: '/documents/upload', search: { batch: batchId }, replace: true });
  }, [batchId, navigate]);
  return data !== undefined && batchId === batch && data.next_cursor !== null;
}

function uploadOf(submission: Submission): Upload {
  const { submissionId, original, status } = submission;
  const hasEnded = status !== 'PENDING' && status !== 'IN_PROGRESS';
  return afterReload({
    id: submissionId,
    key: randomId(),
    name: nameOf(submission),
    sizeBytes: original.sizeBytes,
    sha256: original.sha256,
    state: 'ended',
    options: DEFAULT_UPLOAD_OPTIONS,
    sentBytes: original.sizeBytes,
    submissionId,
    stage: null,
    refusal: null,
    outcome: hasEnded ? outcomeOfSubmission(submission) : null,
  });
}
