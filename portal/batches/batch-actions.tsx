/** Actions on a batch: add documents, download results, close. */
import { useState } from 'react';
import type { Answers, Batch, Submission } from '#portal/api/answers.ts';
import { call } from '#portal/api/call.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction } from '#portal/api/queries.ts';
import { addressOf } from '#portal/api/send.ts';
import { archivedOf } from '#portal/documents/archive-parts.ts';
import { DownloadProgress, useArchive } from '#portal/documents/use-archive.tsx';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Button, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { DownloadIcon, UploadIcon } from '#portal/ui/icons.ts';
import { LinkButton } from '#portal/ui/link.tsx';
import { countText } from '#portal/ui/words.tsx';
import { pendingOf } from './batch-words.ts';

export function BatchActions({ batch }: { readonly batch: Batch }) {
  const { batchId, name, completed, closedAt } = batch;
  const refusal = useRefusal('documents.write');
  const [isClosing, setClosing] = useState(false);
  const archive = useArchive(name.slice(0, SHOWN_OF_NAME));
  const close = useAction('closeBatch', ['getBatch', 'listBatches']);
  return (
    <>
      {closedAt === null && (
        <LinkButton
          to="/documents/upload"
          search={{ batch: batchId }}
          variant="default"
          leftSection={<UploadIcon size={16} aria-hidden />}
        >
          Add documents
        </LinkButton>
      )}
      <Button
        variant="default"
        leftSection={<DownloadIcon size={16} aria-hidden />}
        disabled={completed === 0 || archive.done !== null}
        onClick={() => archive.begin(() => resultsOf(batchId))}
      >
        Download all results
      </Button>
      {closedAt === null && (
        <ActionButton variant="default" refusal={refusal} onClick={() => setClosing(true)}>
          Close…
        </ActionButton>
      )}
      <DownloadProgress download={archive} total={completed} />
      <ConfirmDialog
        title="Close the batch"
        isOpen={isClosing}
        onClose={() => setClosing(false)}
        action="Close the batch"
        act={() => close.mutateAsync({ batchId })}
      >
        <Stack gap="sm">
          <Text>{closingWords(batch)}</Text>
          <CurlTwin
            command={`curl --fail-with-body -sS -X POST ${addressOf(`api/batches/${batchId}/close`)} -H "X-Api-Key: $KEY"`}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}

const SHOWN_OF_NAME = 80;
const PAGE_SIZE = 100;

function closingWords(batch: Batch): string {
  const pending = pendingOf(batch);
  const rest =
    pending > 0
      ? `${countText(pending, 'document')} in progress will still be processed. After that the batch is complete.`
      : 'The batch is complete immediately.';
  return `It takes no more documents, and cannot be opened again. ${rest}`;
}

/** All that have a result, over all pages. */
async function resultsOf(batchId: string) {
  const found: Submission[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const input = { batchId, status: 'SUCCESS', pageSize: PAGE_SIZE, cursor } as const;
    const page: Answers['listSubmissionsOfBatch'] = await call('listSubmissionsOfBatch', input);
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return archivedOf(found);
}
