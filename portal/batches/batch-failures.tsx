/** Why documents of a batch did not get through, and sending them once more another way. */
import { useNavigate } from '@tanstack/react-router';
import type { Batch, Submission } from '#portal/api/answers.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { type FailureGroup, groupFailures, type Remedy } from '#portal/documents/failure-groups.ts';
import { FailureList } from '#portal/documents/failure-list.tsx';
import { nameOf } from '#portal/documents/names.ts';
import { DEFAULT_UPLOAD_OPTIONS } from '#portal/documents/upload/options.ts';
import { uploadStore } from '#portal/documents/upload/uploads.ts';
import { Text } from '#portal/ui/controls.ts';
import { Section } from '#portal/ui/page.tsx';

const LOOKED_AT = 100;

export function BatchFailures({ batch: { batchId, rejected, failed } }: { readonly batch: Batch }) {
  const navigate = useNavigate();
  const those = [...useEnded(batchId, 'REJECTED', rejected), ...useEnded(batchId, 'FAILED', failed)];
  if (those.length === 0) return null;
  const groups = groupFailures(
    those.map(({ submissionId, failure }) => ({
      id: submissionId,
      failureCode: failure?.code ?? null,
      reason: failure?.reason ?? null,
      message: failure?.message ?? null,
    })),
  );
  const sendAgain = ({ ids }: FailureGroup, { change }: Remedy) => {
    const chosen = those.filter(({ submissionId, original }) => ids.includes(submissionId) && original.sha256 !== null);
    const documents = chosen.map((one) => ({
      submissionId: one.submissionId,
      name: nameOf(one),
      sizeBytes: one.original.sizeBytes,
    }));
    uploadStore.sendAgain(documents, { ...DEFAULT_UPLOAD_OPTIONS, ...change });
    void navigate({ to: '/documents/upload' });
  };
  return (
    <Section
      title="Rejected and failed documents"
      lead="You can send the stored originals again. They form a batch of their own, and documents that succeed are charged."
    >
      {those.length < rejected + failed && (
        <Text mb="sm">
          Of the newest {LOOKED_AT} that were rejected, and the newest {LOOKED_AT} that failed:
        </Text>
      )}
      <FailureList groups={groups} sendAgain={sendAgain} />
    </Section>
  );
}

/** @param count of the batch: it is asked again when there are more */
function useEnded(batchId: string, status: 'REJECTED' | 'FAILED', count: number): readonly Submission[] {
  const request = { batchId, status, pageSize: LOOKED_AT };
  const { data } = useAnswer('listSubmissionsOfBatch', request, {
    enabled: count > 0,
    refetchInterval: count > 0 && REFRESH_MS,
  });
  return data?.items ?? [];
}

const REFRESH_MS = 10_000;
