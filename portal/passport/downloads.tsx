/** The canonical document and the original, to take along. */
import { useAttempt } from '#portal/api/use-attempt.ts';
import type { Submission } from '#portal/api/answers.ts';
import { responseOf } from '#portal/api/call.ts';
import { downloadAs } from '#portal/api/download.ts';
import { withExtension } from '#portal/api/file-names.ts';
import { Button, Group, Text } from '#portal/ui/controls.ts';
import { DownloadIcon, PrintIcon } from '#portal/ui/icons.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { documentName } from './document-name.ts';

export function Downloads({ submission }: { readonly submission: Submission }) {
  const { submissionId: id, normalized, links, erasedAt } = submission;
  const { attempt, busy, error } = useAttempt();
  const name = withExtension(documentName(submission), 'pdf');
  const save = (what: string, fetched: () => Promise<Response>, as: string) =>
    attempt(what, async () => downloadAs(as, await fetched()));
  const canonical = normalized?.downloadUrl ? normalized.sha256 : null;
  const hasOriginal = links.original !== null;
  return (
    <div className="fx-no-print">
      <Group gap="sm">
        {canonical !== null && (
          <Button
            leftSection={<DownloadIcon size={16} aria-hidden />}
            loading={busy === 'canonical'}
            onClick={() =>
              void save('canonical', () => responseOf('getArtifact', { hash: canonical }), `canonical-${name}`)
            }
          >
            Download canonical PDF
          </Button>
        )}
        {hasOriginal && (
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} aria-hidden />}
            loading={busy === 'original'}
            onClick={() =>
              void save('original', () => responseOf('getOriginalOfSubmission', { id }), `original-${name}`)
            }
          >
            Download original
          </Button>
        )}
        <Button variant="default" leftSection={<PrintIcon size={16} aria-hidden />} onClick={() => print()}>
          Print
        </Button>
      </Group>
      {hasOriginal && (
        <Text fz="sm" c="dimmed" mt={4}>
          The original is unchanged and may contain dangerous parts. Open it with care.
        </Text>
      )}
      {!hasOriginal && erasedAt === null && (
        <Text fz="sm" c="dimmed" mt={4}>
          The original is not stored.
        </Text>
      )}
      <ProblemAlert error={error} />
    </div>
  );
}
