/** What is taken along: the evidence as one archive, and the report as it is. */
import { useAttempt } from '#portal/api/use-attempt.ts';
import { responseOf } from '#portal/api/call.ts';
import { downloadAs } from '#portal/api/download.ts';
import { addressOf } from '#portal/api/send.ts';
import type { OperationId, Submission } from '#portal/api/answers.ts';
import { Button, Group, Stack } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { DownloadIcon } from '#portal/ui/icons.ts';
import { Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Nothing } from './finding-list.tsx';

const LEAD =
  'A ZIP file to store beside the original: the canonical PDF, the report, the signed statements, and a program that checks them without this service. It contains the hash of the original, but not the original.';
const LEAD_WITHOUT_OUTPUT =
  'A ZIP file with the hash of the original and the findings. Nothing in it is signed, because there is no canonical PDF.';

export function EvidenceSection({ submission }: { readonly submission: Submission }) {
  const { submissionId: id, links, normalized } = submission;
  const { attempt, busy, error } = useAttempt();
  const download = (operation: OperationId, name: string, answer: () => Promise<Response>) =>
    attempt(operation, async () => downloadAs(name, await answer()));
  if (links.report === null) {
    return (
      <Section title="Evidence">
        <Nothing>
          {submission.erasedAt === null
            ? 'There is no evidence before the document is processed.'
            : 'The document was erased.'}
        </Nothing>
      </Section>
    );
  }
  const path = links.evidence ?? links.report;
  return (
    <Section title="Evidence" lead={normalized === null ? LEAD_WITHOUT_OUTPUT : LEAD}>
      <Stack gap="sm">
        <Group>
          {links.evidence !== null && (
            <Button
              leftSection={<DownloadIcon size={16} aria-hidden />}
              loading={busy === 'getEvidenceOfSubmission'}
              onClick={() =>
                void download('getEvidenceOfSubmission', `fixpoint-evidence-${id}.zip`, () =>
                  responseOf('getEvidenceOfSubmission', { id }),
                )
              }
            >
              Download the evidence
            </Button>
          )}
          {links.attestation !== null && normalized !== null && (
            <Button
              variant="default"
              loading={busy === 'getCertificate'}
              onClick={() =>
                void download('getCertificate', `certificate-${id}.pdf`, () => printedCertificate(submission))
              }
            >
              Print certificate (PDF)
            </Button>
          )}
          <Button
            variant="default"
            loading={busy === 'getReportOfSubmission'}
            onClick={() =>
              void download('getReportOfSubmission', `report-${id}.json`, () =>
                responseOf('getReportOfSubmission', { id }),
              )
            }
          >
            Report as JSON
          </Button>
        </Group>
        <ProblemAlert error={error} />
        <CurlTwin command={`curl -sS "${addressOf(path)}" -H "X-Api-Key: $KEY" -OJ`} />
      </Stack>
    </Section>
  );
}

/** The one of this very document: others may have led to the same output. */
function printedCertificate({ normalized, original }: Submission): Promise<Response> {
  const input = { hash: normalized?.sha256 ?? '', original: original.sha256 ?? undefined };
  return responseOf('getCertificate', input, { headers: { Accept: 'application/pdf' } });
}
