/** The dialogs that make and change an endpoint. */
import { useState } from 'react';
import { EVENT_TYPES } from '#domain/webhooks/deliveries.ts';
import type { Webhook } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useAction } from '#portal/api/queries.ts';
import { Checkbox, Stack, TextInput } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { FormDialog } from '#portal/ui/dialog.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { EVENT_WORDS } from './words.ts';

interface Requested {
  readonly url: string;
  readonly events: readonly (typeof EVENT_TYPES)[number][];
}

interface CreateEndpointProps {
  readonly onClose: () => void;
  /** @param secret shown once */
  readonly onCreated: (secret: string) => void;
}

export function CreateEndpoint({ onClose, onCreated }: CreateEndpointProps) {
  const create = useAction('createWebhook', ['listWebhooks']);
  return (
    <EndpointDialog
      title="New endpoint"
      action="Add the endpoint"
      first={{ url: '', events: EVENT_TYPES }}
      onClose={onClose}
      act={async (body) => onCreated((await create.mutateAsync(body)).signingSecret)}
      curl={(body) => curlOf('createWebhook', body)}
    />
  );
}

export function ChangeEndpoint({ of, onClose }: { readonly of: Webhook; readonly onClose: () => void }) {
  const update = useAction('updateWebhook', ['listWebhooks', 'getWebhook']);
  return (
    <EndpointDialog
      title="Change the endpoint"
      action="Save"
      first={{ url: of.url, events: EVENT_TYPES.filter((type) => of.events.includes(type)) }}
      onClose={onClose}
      act={async (body) => {
        await update.mutateAsync({ id: of.id, ...body });
        toast('The endpoint is changed. Waiting deliveries go to the new address too.');
        onClose();
      }}
      curl={(body) => curlOf('updateWebhook', { id: of.id, ...body })}
    />
  );
}

interface EndpointDialogProps {
  readonly title: string;
  readonly action: string;
  readonly first: Requested;
  readonly onClose: () => void;
  readonly act: (requested: Requested) => Promise<unknown>;
  readonly curl: (requested: Requested) => string;
}

function EndpointDialog({ title, action, first, onClose, act, curl }: EndpointDialogProps) {
  const [url, setUrl] = useState(first.url);
  const [events, setEvents] = useState(first.events);
  const requested = { url: url.trim(), events };
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      size="lg"
      action={action}
      act={() => act(requested)}
      isDisabled={requested.url === '' || events.length === 0}
    >
      {({ faultOf }) => (
        <>
          <TextInput
            type="url"
            name="url"
            label="Address"
            description="HTTPS, on port 443 or one from 1024 on, at a host of the public Internet. Redirects are not followed."
            placeholder="https://receiver.example/hook"
            required
            maxLength={2_048}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={faultOf('url')}
            autoComplete="off"
            data-autofocus
          />
          <Checkbox.Group
            label="Events"
            required
            value={[...events]}
            onChange={(chosen) => setEvents(EVENT_TYPES.filter((type) => chosen.includes(type)))}
            error={faultOf('events') ?? (events.length === 0 ? 'Choose at least one.' : null)}
          >
            <Stack gap="xs" mt="xs">
              {EVENT_TYPES.map((type) => (
                <Checkbox key={type} value={type} name="events" label={EVENT_WORDS[type]} description={type} />
              ))}
            </Stack>
          </Checkbox.Group>
          <CurlTwin command={curl(requested)} />
        </>
      )}
    </FormDialog>
  );
}
