/** One delivery from close by: every attempt with the receiver's answer, and what was sent. */
import type { WebhookDelivery } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { nameOf } from '#portal/documents/names.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack, Text } from '#portal/ui/controls.ts';
import { CodeBlock, CurlTwin } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { Dialog } from '#portal/ui/dialog.tsx';
import { RefreshIcon } from '#portal/ui/icons.ts';
import { Link } from '#portal/ui/link.tsx';
import { Answer } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { Facts, Foreign } from '#portal/ui/words.tsx';
import { Attempts } from './attempts.tsx';
import { DeliveryTag } from './tags.tsx';
import { errorText, eventText } from './words.ts';

interface DeliveryDialogProps {
  readonly id: string;
  /** Undefined where the list does not show it, as by the filters. */
  readonly delivery: WebhookDelivery | undefined;
  /** Why its receiver takes nothing now; null where it does. */
  readonly refusal: string | null;
  readonly onClose: () => void;
}

const LOOK_AGAIN_MS = 1_500;

export function DeliveryDialog({ id, delivery, refusal, onClose }: DeliveryDialogProps) {
  const isUnderWay = delivery?.status === 'pending';
  const attempts = useAnswer(
    'listAttempts',
    { id },
    { refetchInterval: isUnderWay || delivery === undefined ? LOOK_AGAIN_MS : false },
  );
  return (
    <Dialog title="Delivery" isOpen onClose={onClose} size="xl">
      <Stack gap="lg">
        {delivery && <DeliveryFacts of={delivery} />}
        <section>
          <Text fw={600} mb="xs" component="h3">
            Attempts
          </Text>
          {/* The list may show a new state before this dialog has its attempt. */}
          <Answer of={attempts} key={delivery?.status ?? ''} height={120}>
            {(history) => <Attempts of={history} />}
          </Answer>
        </section>
        {delivery && (
          <section>
            <Text fw={600} mb="xs" component="h3">
              Sent body
            </Text>
            <CodeBlock code={JSON.stringify(delivery.payload, null, 2)} what="the body" />
          </section>
        )}
        {delivery && <Resend of={delivery} receiverRefusal={refusal} />}
        <CurlTwin command={curlOf('listAttempts', { id })} />
      </Stack>
    </Dialog>
  );
}

function DeliveryFacts({ of }: { readonly of: WebhookDelivery }) {
  const { status, lastError, submissionId, batchId } = of;
  return (
    <Stack gap="md">
      {lastError !== null && status !== 'delivered' && (
        <Banner tone={status === 'dead' ? 'danger' : 'caution'} symbol="alert" title={errorText(lastError).label}>
          {errorText(lastError).advice}
        </Banner>
      )}
      <Facts
        rows={[
          ['State', <DeliveryTag key="state" status={status} />],
          ['Event', eventText(of.eventType)],
          ['Address', <Copyable key="url" value={of.url} what="the address" shown={200} />],
          ...(submissionId === null ? [] : [['Document', <DocumentLink key="document" id={submissionId} />] as const]),
          ...(batchId === null
            ? []
            : [
                [
                  'Batch',
                  <Link key="batch" to="/batches/$batchId" params={{ batchId }}>
                    {batchId}
                  </Link>,
                ] as const,
              ]),
          ['Event id', <Copyable key="event" value={of.eventId} what="the id of the event" />],
          ['Delivery id', <Copyable key="id" value={of.id} what="the id of the delivery" />],
        ]}
      />
    </Stack>
  );
}

/** Its name, or its id as long as the name is not known. */
function DocumentLink({ id }: { readonly id: string }) {
  const { data } = useAnswer('getSubmission', { id });
  return (
    <Link to="/documents/$submissionId" params={{ submissionId: id }}>
      {data ? <Foreign>{nameOf(data)}</Foreign> : id}
    </Link>
  );
}

function Resend({ of, receiverRefusal }: { readonly of: WebhookDelivery; readonly receiverRefusal: string | null }) {
  const forbidden = useRefusal('webhooks.write');
  const replay = useAction('replayDelivery', ['listDeliveries', 'listDeadDeliveries', 'listAttempts']);
  const request = { eventId: of.id };
  const stateRefusal = of.status === 'dead' ? null : 'Only a failed delivery can be sent again.';
  const refusal = forbidden ?? stateRefusal ?? receiverRefusal;
  const send = async () => {
    await replay.mutateAsync(request);
    toast('It is sent again, with ten attempts before it.');
  };
  return (
    <Stack gap="xs">
      <Group>
        <ActionButton
          refusal={refusal}
          loading={replay.isPending}
          leftSection={<RefreshIcon size={16} aria-hidden />}
          // The error is shown below.
          onClick={() => void send().catch(() => {})}
        >
          Send it again
        </ActionButton>
        {refusal !== null && (
          <Text fz="sm" c="dimmed">
            {refusal}
          </Text>
        )}
      </Group>
      <ProblemAlert error={replay.error} />
      {refusal === null && <CurlTwin command={curlOf('replayDelivery', request)} />}
    </Stack>
  );
}
