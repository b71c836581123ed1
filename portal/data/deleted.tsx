/** The deletion certificate of an organization, for everybody with the address from the mail. */
import { useSearch } from '@tanstack/react-router';
import { useAttempt } from '#portal/api/use-attempt.ts';
import { downloadAs } from '#portal/api/download.ts';
import { withToken } from '#portal/api/send.ts';
import { Button, Group, Text } from '#portal/ui/controls.ts';
import { DownloadIcon, PrintIcon } from '#portal/ui/icons.ts';
import { Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';

/** The media type by the extension of the file. */
const FORMS = { pdf: 'application/pdf', jws: 'application/jose' } as const;

type Form = keyof typeof FORMS;

export function DeletedPage() {
  const { certificate: id = '' } = useSearch({ from: '/open/deleted' });
  const { attempt, busy, error } = useAttempt();
  const save = (form: Form) =>
    attempt(form, async () => {
      const path = `/api/deletion-certificates/${encodeURIComponent(id)}`;
      const headers = { Accept: FORMS[form] };
      const answer = await withToken(null, (client) => client.request('GET', path, { headers }));
      await downloadAs(`deletion-${id}.${form}`, answer);
    });
  return (
    <Page
      title="Certificate of deletion"
      lead="The organization was deleted with all its data. Your signed deletion certificate is available here for 30 days."
    >
      <Group>
        <Button
          leftSection={<PrintIcon size={16} aria-hidden />}
          loading={busy === 'pdf'}
          onClick={() => void save('pdf')}
        >
          Print certificate (PDF)
        </Button>
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} aria-hidden />}
          loading={busy === 'jws'}
          onClick={() => void save('jws')}
        >
          Certificate (JWS)
        </Button>
      </Group>
      <ProblemAlert error={error} />
      <Text fz="sm" c="dimmed" m={0}>
        The JWS is the proof; any JOSE library checks it with this service’s public keys. The printed page has the same
        facts for people.
      </Text>
    </Page>
  );
}
