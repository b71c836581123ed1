/** The document or the batch that a delivery is about, with the verdict that its body has. */
import { rowOf } from '#domain/verdict/kinds.ts';
import type { WebhookDelivery } from '#portal/api/answers.ts';
import { unnamedDocument } from '#portal/documents/names.ts';
import { VerdictTag } from '#portal/documents/submission-tags.tsx';
import { Stack } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { verdictKindIn } from './payload.ts';

const SHOWN = 8;

export function DeliveryDocument({ of: { submissionId, batchId, payload } }: { readonly of: WebhookDelivery }) {
  const kind = verdictKindIn(payload);
  return (
    <Stack gap={2} miw="9rem" align="flex-start">
      {submissionId !== null && (
        <Link fz="sm" to="/documents/$submissionId" params={{ submissionId }} title={submissionId}>
          {unnamedDocument(submissionId)}
        </Link>
      )}
      {submissionId === null && batchId !== null && (
        <Link fz="sm" to="/batches/$batchId" params={{ batchId }} title={batchId}>
          {`Batch ${batchId.slice(0, SHOWN)}…`}
        </Link>
      )}
      {kind && <VerdictTag verdict={{ kind, ...rowOf(kind) }} />}
    </Stack>
  );
}
