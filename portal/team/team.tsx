/** The people of the organization: who is here, who is invited, and what each may do. */
import { useState } from 'react';
import { useRefusal } from '#portal/api/permission.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { InviteIcon } from '#portal/ui/icons.ts';
import { Page } from '#portal/ui/page.tsx';
import { Together } from '#portal/app/together.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Members } from './members.tsx';
import { RoleTable } from './role-table.tsx';

export function TeamPage() {
  const refusal = useRefusal('team.invite');
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title="Team"
      lead="Every person has an own account. The role decides what a member may do. A changed role applies from the next call on."
      actions={
        <ActionButton
          refusal={refusal}
          leftSection={<InviteIcon size={16} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          Invite
        </ActionButton>
      }
    >
      <Together height={700}>
        <Members />
        <Invitations />
        <RoleTable />
      </Together>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
