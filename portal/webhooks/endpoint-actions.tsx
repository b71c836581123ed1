/** Actions on an endpoint. */
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Webhook } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { SendIcon } from '#portal/ui/icons.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { countText, Foreign } from '#portal/ui/words.tsx';
import { ChangeEndpoint } from './endpoint-form.tsx';
import { receiverRefusal } from './tags.tsx';
import { EndpointSecretDialog } from './endpoint-secret-dialog.tsx';

type Asked = 'change' | 'switch' | 'rotate' | 'delete';

const route = getRouteApi('/members/webhooks/$webhookId');

export function EndpointActions({ of }: { readonly of: Webhook }) {
  const { id, active } = of;
  const request = { id };
  const navigate = route.useNavigate();
  const refusal = useRefusal('webhooks.write');
  const test = useAction('testWebhook', ['listDeliveries']);
  const rotate = useAction('rotateWebhookSecret');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsked(null);

  /** Its delivery is opened, to see what becomes of it. */
  const sendTest = async () => {
    const { deliveryId } = await test.mutateAsync(request);
    await navigate({ search: { delivery: deliveryId } });
  };

  return (
    <Stack gap="xs">
      <Group gap="xs">
        <ActionButton
          refusal={refusal ?? receiverRefusal(of)}
          loading={test.isPending}
          leftSection={<SendIcon size={16} aria-hidden />}
          // The error is shown below.
          onClick={() => void sendTest().catch(() => {})}
        >
          Send a test
        </ActionButton>
        <Ask refusal={refusal} onClick={() => setAsked('change')}>
          Change
        </Ask>
        <Ask refusal={refusal} onClick={() => setAsked('switch')}>
          {active ? 'Switch off' : 'Switch on'}
        </Ask>
        <Ask refusal={refusal} onClick={() => setAsked('rotate')}>
          Replace the secret
        </Ask>
        <Ask refusal={refusal} onClick={() => setAsked('delete')}>
          Delete
        </Ask>
      </Group>
      <ProblemAlert error={test.error} />
      <CurlTwin command={curlOf('testWebhook', request)} />
      {asked === 'change' && <ChangeEndpoint of={of} onClose={close} />}
      {asked === 'switch' && <SwitchEndpoint of={of} onClose={close} />}
      {asked === 'delete' && <DeleteEndpoint of={of} onClose={close} />}
      <ConfirmDialog
        title="Replace the signing secret"
        isOpen={asked === 'rotate'}
        onClose={close}
        action="Replace the secret"
        isDanger={false}
        act={async () => setSecret((await rotate.mutateAsync(request)).signingSecret)}
      >
        <Stack gap="sm">
          <div>
            The new secret is shown once. For 24 hours every delivery has two signatures, one with each secret: the
            receiver can verify either one. After that the old secret is no longer used.
          </div>
          <CurlTwin command={curlOf('rotateWebhookSecret', request)} />
        </Stack>
      </ConfirmDialog>
      {secret !== null && <EndpointSecretDialog secret={secret} isRotation onKept={() => setSecret(null)} />}
    </Stack>
  );
}

interface AskProps {
  readonly refusal: string | null;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Ask({ refusal, onClick, children }: AskProps) {
  return (
    <ActionButton variant="default" refusal={refusal} onClick={onClick}>
      {children}
    </ActionButton>
  );
}

interface EndpointDialogProps {
  readonly of: Webhook;
  readonly onClose: () => void;
}

function SwitchEndpoint({ of: { id, active, url }, onClose }: EndpointDialogProps) {
  const update = useAction('updateWebhook', ['listWebhooks', 'getWebhook']);
  const request = { id, active: !active };
  return (
    <ConfirmDialog
      title={active ? 'Switch the endpoint off' : 'Switch the endpoint on'}
      isOpen
      onClose={onClose}
      action={active ? 'Switch it off' : 'Switch it on'}
      isDanger={active}
      act={async () => {
        await update.mutateAsync(request);
        toast(active ? 'The endpoint is switched off.' : 'The endpoint is active.');
      }}
    >
      <Stack gap="sm">
        <div>
          <Foreign>{url}</Foreign>{' '}
          {active
            ? 'gets no events until it is switched on again. Waiting deliveries fail and can be sent again later.'
            : 'gets all events again, and its earlier failures no longer count. Events that it missed while it was off are lost, except for those that are listed as failed.'}
        </div>
        <CurlTwin command={curlOf('updateWebhook', request)} />
      </Stack>
    </ConfirmDialog>
  );
}

function DeleteEndpoint({ of: { id, url }, onClose }: EndpointDialogProps) {
  const navigate = route.useNavigate();
  const remove = useAction('deleteWebhook', ['listWebhooks']);
  const request = { id };
  const waiting = useAnswer('listDeliveries', { id, status: 'pending', pageSize: 1 });
  return (
    <ConfirmDialog
      title="Delete the endpoint"
      isOpen
      onClose={onClose}
      action="Delete the endpoint"
      act={async () => {
        await remove.mutateAsync(request);
        await navigate({ to: '/webhooks' });
        toast('The endpoint is deleted.');
      }}
    >
      <Stack gap="sm">
        <div>
          <Foreign>{url}</Foreign> gets no more events, and its secret is no longer used. This cannot be undone.
        </div>
        <strong>{waitingText(waiting.data?.total)}</strong>
        <CurlTwin command={curlOf('deleteWebhook', request)} />
      </Stack>
    </ConfirmDialog>
  );
}

function waitingText(count: number | undefined): string {
  if (count === undefined) return 'Its waiting deliveries are cancelled.';
  if (count === 0) return 'It has no waiting deliveries.';
  return `${countText(count, 'delivery that is', 'deliveries that are')} still on the way will be cancelled.`;
}
