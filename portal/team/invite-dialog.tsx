/** The dialog that invites somebody. */
import { useState } from 'react';
import { type InvitedRole, INVITED_ROLES } from '#domain/accounts/permissions.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useAction } from '#portal/api/queries.ts';
import { Text, TextInput } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { FormDialog } from '#portal/ui/dialog.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { RoleChoice } from './role-choice.tsx';

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const invite = useAction('inviteMember', ['listInvitations', 'listAuditLog']);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<InvitedRole>('member');
  const body = { email: email.trim(), role };
  return (
    <FormDialog
      title="Invite somebody"
      onClose={onClose}
      action="Send the invitation"
      isDisabled={body.email === ''}
      act={async () => {
        await invite.mutateAsync(body);
        toast(`The invitation to ${body.email} is on its way.`);
        onClose();
      }}
    >
      {({ faultOf }) => (
        <>
          <TextInput
            type="email"
            name="email"
            label="E-mail address"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={faultOf('email')}
            autoComplete="off"
            data-autofocus
          />
          <RoleChoice roles={INVITED_ROLES} role={role} choose={setRole} fault={faultOf('role')} />
          <Text fz="sm" c="dimmed">
            The link in the mail works once, for 48 hours, and only for this address. An earlier invitation of the same
            address then no longer works.
          </Text>
          <CurlTwin command={curlOf('inviteMember', body)} />
        </>
      )}
    </FormDialog>
  );
}
