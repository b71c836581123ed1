/** All files at once: how many got through, and in words what became of the others. */
import { Group, Progress, Stack, Text } from '#portal/ui/controls.ts';
import { countText, numberText } from '#portal/ui/words.tsx';
import { countUploads, progressPercent, type Upload, type UploadCounts } from './upload-state.ts';

export function UploadSummary({ uploads }: { readonly uploads: readonly Upload[] }) {
  const counts = countUploads(uploads);
  const isDone = counts.unsent + counts.following === 0;
  const percent = progressPercent(uploads);
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {summaryWords(counts)}
      </Text>
      {!isDone && (
        <Group gap="sm" wrap="nowrap">
          <Progress value={percent} style={{ flex: 1 }} aria-label="All files" />
          <Text fz="sm" c="dimmed">
            {percent} %
          </Text>
        </Group>
      )}
    </Stack>
  );
}

/** `20 files: 17 normalized, 1 rejected, 1 failed, 1 not sent.` */
export function summaryWords({ total, unsent, following, ...ended }: UploadCounts): string {
  const parts: (readonly [count: number, words: string])[] = [
    [ended.normalized, 'normalized'],
    [ended.rejected, 'rejected'],
    [ended.failed, 'failed'],
    [ended.notSent, 'not sent'],
    [following, 'in the service'],
    [unsent, 'still to send'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${numberText(count)} ${words}`);
  return `${countText(total, 'file')}: ${told.join(', ')}.`;
}
