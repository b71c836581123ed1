/** One file on its way: how far it is, and what can be done about it. */
import { memo } from 'react';
import { stageWords } from '#portal/passport/stage-words.ts';
import { Button, Group, Progress, Stack, Text } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { StatusTag, VerdictTag } from '#portal/documents/submission-tags.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { Foreign, sizeText, visible } from '#portal/ui/words.tsx';
import { isUnsent, type Upload } from './upload-state.ts';
import { uploadStore } from './uploads.ts';

export const UploadRow = memo(function UploadRow({ upload }: { readonly upload: Upload }) {
  const { name, sizeBytes, submissionId, outcome } = upload;
  return (
    <li>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Stack gap={4} style={{ minWidth: 0, flex: 1 }}>
          <Text component="div" fw={550}>
            {submissionId === null ? (
              <Foreign>{name}</Foreign>
            ) : (
              <Link to="/documents/$submissionId" params={{ submissionId }}>
                <Foreign>{name}</Foreign>
              </Link>
            )}
          </Text>
          <Group gap="xs" fz="sm">
            <StateTag upload={upload} />
            {outcome?.verdict && <VerdictTag verdict={outcome.verdict} />}
            <Text fz="sm" c="dimmed">
              {sizeText(sizeBytes)}
            </Text>
          </Group>
          <Sending upload={upload} />
          <Reason upload={upload} />
        </Stack>
        <Actions upload={upload} />
      </Group>
    </li>
  );
});

function StateTag({ upload: { state, stage, outcome } }: { readonly upload: Upload }) {
  switch (state) {
    case 'waiting':
      return (
        <Tag tone="neutral" symbol="clock">
          Waiting
        </Tag>
      );
    case 'checking':
      return (
        <Tag tone="info" symbol="pending">
          Checking
        </Tag>
      );
    case 'sending':
      return (
        <Tag tone="info" symbol="pending">
          Sending
        </Tag>
      );
    case 'following':
      if (stage === null)
        return (
          <Tag tone="neutral" symbol="clock">
            Sent, waiting
          </Tag>
        );
      return (
        <Tag tone="info" symbol="pending">
          {stageWords(stage)}
        </Tag>
      );
    case 'ended':
      if (outcome === null)
        return (
          <Tag tone="neutral" symbol="unknown">
            No longer stored
          </Tag>
        );
      return <StatusTag status={outcome.status} />;
    case 'cancelled':
      return (
        <Tag tone="neutral" symbol="cross">
          Cancelled
        </Tag>
      );
    case 'held':
    case 'refused':
    case 'lost':
      return <Tag tone="caution">Not sent</Tag>;
  }
}

function Sending({ upload: { name, state, sentBytes, sizeBytes } }: { readonly upload: Upload }) {
  if (state !== 'sending') return null;
  const percent = sizeBytes === 0 ? 0 : Math.min(100, (sentBytes / sizeBytes) * 100);
  return <Progress value={percent} size="sm" aria-label={`${visible(name.slice(0, 100))}: sent`} />;
}

function Reason({ upload: { state, refusal, outcome } }: { readonly upload: Upload }) {
  if (state === 'lost')
    return <Text fz="sm">The page was reloaded before the file was sent. Choose the file again.</Text>;
  const message = refusal?.message ?? outcome?.message ?? null;
  if (message === null) return null;
  return (
    <Text fz="sm" component="div">
      <Foreign>{message}</Foreign>
      {refusal?.requestId != null && (
        <Text span c="dimmed">
          {' '}
          Request {refusal.requestId}
        </Text>
      )}
    </Text>
  );
}

function Actions({ upload }: { readonly upload: Upload }) {
  const { id, name, state, refusal } = upload;
  const label = (words: string) => `${words}: ${visible(name.slice(0, 100))}`;
  if (isUnsent(upload)) {
    return (
      <Button size="compact-sm" variant="default" aria-label={label('Cancel')} onClick={() => uploadStore.cancel(id)}>
        Cancel
      </Button>
    );
  }
  if (state === 'held' && refusal?.code === 'twice') {
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={label('Send anyway')}
        onClick={() => uploadStore.sendAnyway(id)}
      >
        Send anyway
      </Button>
    );
  }
  if (state !== 'refused' && state !== 'cancelled') return null;
  return (
    <Button size="compact-sm" variant="default" aria-label={label('Try again')} onClick={() => uploadStore.retry(id)}>
      Try again
    </Button>
  );
}
