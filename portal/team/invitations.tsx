/** Invitations that can still be accepted. */
import { useState } from 'react';
import { mayDo } from '#domain/accounts/permissions.ts';
import type { Invitation } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer, useSignIn } from '#portal/api/queries.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { Answer, EmptyState, Section } from '#portal/ui/page.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';
import { ROLE_WORDS } from './role-words.ts';

interface Asked {
  readonly kind: 'again' | 'revoke';
  readonly invitation: Invitation;
}

export function Invitations() {
  const { organization } = useSignIn();
  const mayRead = mayDo(organization.role, 'team.invite');
  const invitations = useAnswer('listInvitations', {}, { enabled: mayRead });
  const refusal = useRefusal('team.invite');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Section title="Open invitations">
      {mayRead ? (
        <Stack gap="sm">
          <Answer of={invitations} height={100}>
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState title="Nobody is invited at the moment.">
                  An invitation is a link in a mail. It works once, for 48 hours, and for one address.
                </EmptyState>
              ) : (
                <DataTable
                  caption="Invitations that can still be accepted"
                  rows={rows}
                  keyOf={({ invitationId }) => invitationId}
                  columns={[...COLUMNS, actionColumn(refusal, setAsked)]}
                />
              )
            }
          </Answer>
          <CurlTwin command={curlOf('listInvitations')} />
        </Stack>
      ) : (
        <Text c="dimmed">Owners and admins see who is invited.</Text>
      )}
      {asked?.kind === 'again' && <InviteAgain invitation={asked.invitation} onClose={close} />}
      {asked?.kind === 'revoke' && <RevokeInvitation invitation={asked.invitation} onClose={close} />}
    </Section>
  );
}

const COLUMNS: readonly Column<Invitation>[] = [
  {
    title: 'Address',
    cell: ({ email }) => (
      <Text fz="sm" component="div" miw="11rem" maw="24rem">
        <Foreign>{email}</Foreign>
      </Text>
    ),
  },
  { title: 'Role', cell: ({ role }) => ROLE_WORDS[role].label },
  {
    title: 'Ends',
    cell: ({ expiresAt }) => (
      <Stack gap={0} miw="8rem">
        <Moment at={expiresAt} relative />
        <Text fz="sm" c="dimmed" component="div">
          <Moment at={expiresAt} />
        </Text>
      </Stack>
    ),
  },
];

function actionColumn(refusal: string | null, ask: (asked: Asked) => void): Column<Invitation> {
  return {
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    cell: (invitation) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <ActionButton
          size="xs"
          variant="default"
          refusal={refusal}
          onClick={() => ask({ kind: 'again', invitation })}
          aria-label={`Invite again: ${invitation.email}`}
        >
          Invite again
        </ActionButton>
        <ActionButton
          size="xs"
          variant="default"
          refusal={refusal}
          onClick={() => ask({ kind: 'revoke', invitation })}
          aria-label={`Revoke the invitation of ${invitation.email}`}
        >
          Revoke
        </ActionButton>
      </Group>
    ),
  };
}

interface InvitationDialogProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function InviteAgain({ invitation: { email, role }, onClose }: InvitationDialogProps) {
  const invite = useAction('inviteMember', ['listInvitations', 'listAuditLog']);
  const request = { email, role };
  return (
    <ConfirmDialog
      title="Invite again"
      isOpen
      onClose={onClose}
      action="Send another mail"
      isDanger={false}
      act={async () => {
        await invite.mutateAsync(request);
        toast(`Another invitation to ${email} is on its way.`);
      }}
    >
      <Stack gap="sm">
        <div>
          <Foreign>{email}</Foreign> gets another mail, whose link works for 48 hours from now. The link in the earlier
          mail then no longer works.
        </div>
        <CurlTwin command={curlOf('inviteMember', request)} />
      </Stack>
    </ConfirmDialog>
  );
}

function RevokeInvitation({ invitation: { invitationId, email }, onClose }: InvitationDialogProps) {
  const revoke = useAction('revokeInvitation', ['listInvitations', 'listAuditLog']);
  const request = { id: invitationId };
  return (
    <ConfirmDialog
      title="Revoke the invitation"
      isOpen
      onClose={onClose}
      action="Revoke the invitation"
      act={async () => {
        await revoke.mutateAsync(request);
        toast('The invitation is revoked.');
      }}
    >
      <Stack gap="sm">
        <div>
          The link that <Foreign>{email}</Foreign> was sent no longer works from then on. They get no mail about this,
          and they can be invited again.
        </div>
        <CurlTwin command={curlOf('revokeInvitation', request)} />
      </Stack>
    </ConfirmDialog>
  );
}
