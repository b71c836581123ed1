/** The uploads in progress, on all other pages. */
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSignIn } from '#portal/api/queries.ts';
import { Button, Group, Paper, Progress, Stack, Text } from '#portal/ui/controls.ts';
import { LinkButton } from '#portal/ui/link.tsx';
import { countUploads, progressPercent } from './upload-state.ts';
import { summaryWords } from './upload-summary.tsx';
import { uploadStore, useUploads } from './uploads.ts';

const OWN_PAGE = '/documents/upload';

export function UploadTray() {
  const userId = useSignIn().user.id;
  const { uploads, batchId, halted } = useUploads();
  const { pathname } = useLocation();
  useEffect(() => uploadStore.restore(userId), [userId]);
  const counts = countUploads(uploads);
  if (uploads.length === 0 || pathname === OWN_PAGE) return null;
  const isDone = counts.unsent + counts.following === 0;
  return (
    <Paper
      className="fx-tray fx-no-print"
      withBorder
      shadow="md"
      p="sm"
      component="section"
      aria-label="Files being sent"
    >
      <Stack gap="xs">
        <Text fz="sm" fw={600} role="status">
          {summaryWords(counts)}
        </Text>
        {halted !== null && <Text fz="sm">Sending has stopped. The page of the files says why.</Text>}
        {!isDone && <Progress value={progressPercent(uploads)} size="sm" aria-label="All files" />}
        <Group gap="xs" justify="flex-end">
          {isDone && (
            <Button size="compact-sm" variant="default" onClick={() => uploadStore.clear()}>
              Close
            </Button>
          )}
          <LinkButton size="compact-sm" to={OWN_PAGE} search={batchId === null ? {} : { batch: batchId }}>
            Show the files
          </LinkButton>
        </Group>
      </Stack>
    </Paper>
  );
}
