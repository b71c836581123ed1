/** Erasing documents for good: counted first, and typed before it is done. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { refresh } from '#portal/api/queries.ts';
import { addressOf } from '#portal/api/send.ts';
import { List, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { ConfirmDialog, Dialog } from '#portal/ui/dialog.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { countText, numberText } from '#portal/ui/words.tsx';

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** SHA-256 of the originals. */
  readonly hashes: readonly string[];
  readonly onErased: () => void;
}

export function EraseDialog({ isOpen, onClose, hashes, onErased }: EraseDialogProps) {
  const client = useQueryClient();
  const counted = useQuery({
    queryKey: ['erasure counted', hashes],
    queryFn: () => countMeant(hashes),
    enabled: isOpen,
    gcTime: 0,
  });
  if (counted.data === undefined) {
    return (
      <Dialog title="Erase documents" isOpen={isOpen} onClose={onClose}>
        {counted.error === null ? (
          <Text role="status">The service counts the documents that would be erased.</Text>
        ) : (
          <ProblemAlert error={counted.error} retry={() => void counted.refetch()} />
        )}
      </Dialog>
    );
  }
  const meant = counted.data;
  const erase = async () => {
    const erasures: string[] = [];
    for (const hash of hashes) {
      const { erasureId } = await call('requestErasure', { contentHash: `sha256:${hash}` });
      if (erasureId !== null) erasures.push(erasureId);
    }
    onErased();
    void afterErasures(erasures, client, meant);
  };
  return (
    <ConfirmDialog
      title="Erase documents"
      isOpen={isOpen}
      onClose={onClose}
      action={`Erase ${countText(meant, 'document')}`}
      typed={`erase ${meant}`}
      act={erase}
    >
      <Stack gap="sm">
        <Text>{consequence(hashes.length, meant)}</Text>
        <List spacing={4}>
          <List.Item>This erases originals, results, reports, attestations, names and references.</List.Item>
          <List.Item>A row without hashes stays. It shows that there was a document.</List.Item>
          <List.Item>Another organization that has the same file keeps its copy.</List.Item>
        </List>
        <CurlTwin command={curlOf(hashes[0] ?? '')} />
      </Stack>
    </ConfirmDialog>
  );
}

/** It is done in a moment, and not before the answer: the lists are asked for once it is. */
async function afterErasures(ids: readonly string[], client: QueryClient, meant: number): Promise<void> {
  const documents = countText(meant, 'document');
  try {
    for (const id of ids) await completed(id);
    toast(`${documents} erased. “Data and privacy” has the certificate.`);
  } catch {
    toast(`${documents} will be erased. “Data and privacy” says how far it is.`);
  }
  await refresh(client, ['listSubmissions', 'listSubmissionsOfBatch', 'listErasures', 'getSubmission']);
}

const LOOKS = 20;
const PAUSE_MS = 1_000;

async function completed(id: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const { status } = await call('getErasure', { id });
    if (status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('The erasure is still under way.');
}

function consequence(files: number, meant: number): string {
  if (meant === 1) return 'This document will be erased, and nobody can undo it.';
  const what = files === 1 ? 'This file was' : `These ${numberText(files)} files were`;
  return `${what} sent ${countText(meant, 'time')}. All ${numberText(meant)} documents will be erased, and nobody can undo it.`;
}

/** The number of submissions to erase. It exceeds the selection if a file was sent more than once. */
async function countMeant(hashes: readonly string[]): Promise<number> {
  let meant = 0;
  for (const hash of hashes) {
    const body = { contentHash: `sha256:${hash}`, dryRun: true };
    const { matchedSubmissions } = await call('requestErasure', body);
    meant += matchedSubmissions;
  }
  return meant;
}

function curlOf(hash: string): string {
  return `curl --fail-with-body -sS ${addressOf('api/portal/erasure')} -H "Authorization: Bearer $TOKEN" \\\n  --json '{"contentHash":"sha256:${hash}","dryRun":true}'`;
}
