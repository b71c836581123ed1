/** The head of the passport: status, size, hashes and downloads. */
import type { ReactNode } from 'react';
import type { Submission } from '#portal/api/answers.ts';
import { addressOf } from '#portal/api/send.ts';
import { StatusTag, statusWords, VerdictTag } from '#portal/documents/submission-tags.tsx';
import { Group, SimpleGrid, Stack } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { durationText, Facts, Foreign, Moment, sizeText } from '#portal/ui/words.tsx';
import { Downloads } from './downloads.tsx';

/** The rest is copied with it. */
const HASH_SHOWN = 24;

export function PassportTags({ submission }: { readonly submission: Submission }) {
  if (submission.erasedAt !== null) return <Tag tone="neutral">Erased</Tag>;
  const { status, verdict } = submission;
  return (
    <Group gap="xs">
      <StatusTag status={status} />
      {verdict.label !== statusWords(status) && <VerdictTag verdict={verdict} />}
    </Group>
  );
}

export function PassportHeader({ submission }: { readonly submission: Submission }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing={6}>
        <Facts rows={told(factsOf(submission))} />
        <Facts rows={told(namesOf(submission))} />
      </SimpleGrid>
      <Downloads submission={submission} />
      <CurlTwin command={curlOf(submission)} />
    </Stack>
  );
}

type Row = readonly [name: string, value: ReactNode];

/** Without what is not known. */
function told(rows: readonly Row[]): Row[] {
  return rows.filter(([, value]) => value !== null);
}

function factsOf({
  original,
  normalized,
  createdAt,
  completedAt,
  processingTimeMs,
  clientReference,
}: Submission): Row[] {
  const ended = completedAt !== null && (
    <>
      <Moment at={completedAt} />, processed in {durationText(processingTimeMs)}
    </>
  );
  const sizes =
    normalized && `Original ${sizeText(original.sizeBytes)}, canonical PDF ${sizeText(normalized.sizeBytes)}`;
  const form = normalized && `${normalized.pdfVersion}, ${normalized.linearized ? 'linearized' : 'not linearized'}`;
  return [
    ['Your reference', clientReference === null ? null : <Foreign>{clientReference}</Foreign>],
    ['Sent', <Moment key="sent" at={createdAt} />],
    ['Ended', ended === false ? null : ended],
    ['Size', sizes ?? sizeText(original.sizeBytes)],
    ['PDF version', form],
  ];
}

function namesOf({ submissionId, original, normalized }: Submission): Row[] {
  const hash = (value: string, what: string) => <Copyable value={value} what={what} shown={HASH_SHOWN} />;
  return [
    ['Document', <Copyable key="id" value={submissionId} what="the id of the document" />],
    [
      'Original, SHA-256',
      original.sha256 === null ? 'no longer stored' : hash(original.sha256, 'the hash of the original'),
    ],
    ['Canonical, SHA-256', normalized && hash(normalized.sha256, 'the hash of the canonical document')],
  ];
}

function curlOf({ submissionId, normalized, links }: Submission): string {
  const key = '-H "X-Api-Key: $KEY"';
  const calls = [
    `curl ${addressOf(`api/submissions/${submissionId}`)} ${key}`,
    ...(normalized?.downloadUrl
      ? [`curl ${addressOf(`api/artifacts/${normalized.sha256}`)} ${key} -o canonical.pdf`]
      : []),
    ...(links.original === null
      ? []
      : [`curl ${addressOf(`api/submissions/${submissionId}/original`)} ${key} -o original.pdf`]),
  ];
  return calls.join('\n');
}
