/** The end of the organization and of everything in it, 72 hours after it was asked for. */
import { useState } from 'react';
import type { AccountDeletion, Organization } from '#portal/api/answers.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { Countdown } from '#portal/ui/countdown.tsx';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { countText, Moment } from '#portal/ui/words.tsx';

export function Deletion({ name, deletion }: Pick<Organization, 'name' | 'deletion'>) {
  return (
    <Section
      title="Delete the organization"
      lead="The deletion removes everything: documents, keys, webhooks, members and the organization itself. It begins 72 hours after the request and can be cancelled until then. A signed certificate comes by mail and is available for 30 days."
    >
      {deletion === null ? <Request organizationName={name} /> : <Pending deletion={deletion} />}
    </Section>
  );
}

function Pending({ deletion: { requestedAt, cancellableUntil } }: { readonly deletion: AccountDeletion }) {
  const refusal = useRefusal('deletion.cancel');
  const cancel = useAction('cancelDeletion', ['getOrganization']);
  const act = () => cancel.mutate({}, { onSuccess: ({ message }) => toast(message) });
  return (
    <Banner tone="danger" symbol="clock" title="The deletion is scheduled">
      <Stack gap="sm" mt="xs">
        <Text m={0} component="div">
          Asked for on <Moment at={requestedAt} />. It begins on <Moment at={cancellableUntil} />.{' '}
          <Countdown until={new Date(cancellableUntil)} before="Time left:" after="It is too late to cancel." />
        </Text>
        <Text m={0}>Owners and admins can cancel it. They get a mail now, after 48 hours and after 71 hours.</Text>
        <Group gap="sm">
          <Button loading={cancel.isPending} disabled={refusal !== null} onClick={act}>
            Cancel the deletion
          </Button>
          <Text c="dimmed" fz="sm" component="span">
            {refusal}
          </Text>
        </Group>
        <ProblemAlert error={cancel.error} />
      </Stack>
    </Banner>
  );
}

function Request({ organizationName }: { readonly organizationName: string }) {
  const refusal = useRefusal('deletion.request');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Group gap="sm">
        <Button variant="outline" color="red" disabled={refusal !== null} onClick={() => setAsking(true)}>
          Delete the organization
        </Button>
        <Text c="dimmed" fz="sm" component="span">
          {refusal}
        </Text>
      </Group>
      {isAsking && <Confirm name={organizationName} close={() => setAsking(false)} />}
    </>
  );
}

function Confirm({ name, close }: { readonly name: string; readonly close: () => void }) {
  const submissions = useAnswer('listSubmissions', { page: 1, pageSize: 1 });
  const keys = useAnswer('listApiKeys');
  const webhooks = useAnswer('listWebhooks');
  const team = useAnswer('listTeam');
  const request = useAction('requestDeletion', ['getOrganization']);
  const act = async () => {
    await request.mutateAsync({});
    toast('The deletion is scheduled. It can be cancelled for 72 hours.');
  };
  const counts: readonly (readonly [number | undefined, string])[] = [
    [submissions.data?.total, 'submission'],
    [keys.data?.length, 'API key'],
    [webhooks.data?.length, 'webhook endpoint'],
    [team.data?.length, 'member'],
  ];
  return (
    <ConfirmDialog
      title="Delete the organization"
      isOpen
      onClose={close}
      action="Schedule the deletion"
      typed={name}
      act={act}
    >
      In 72 hours the service deletes these, with everything about them:
      <ul style={{ margin: '0.5rem 0', paddingInlineStart: '1.2rem' }}>
        {counts.map(([count, one]) => (
          // Unknown data are not shown as zero.
          <li key={one}>{count === undefined ? `all ${one}s` : countText(count, one)}</li>
        ))}
      </ul>
      The subscription is cancelled then. Until then everything still works, and any owner or admin can cancel the
      deletion.
    </ConfirmDialog>
  );
}
