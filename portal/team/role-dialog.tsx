/** The dialog that changes somebody's role. */
import { useState } from 'react';
import { MEMBER_ROLES, type MemberRole } from '#domain/accounts/permissions.ts';
import type { TeamMember } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useAction } from '#portal/api/queries.ts';
import { Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { FormDialog } from '#portal/ui/dialog.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Foreign } from '#portal/ui/words.tsx';
import { RoleChoice } from './role-choice.tsx';

export function RoleDialog({ member, onClose }: { readonly member: TeamMember; readonly onClose: () => void }) {
  const change = useAction('changeRole', ['listTeam', 'listAuditLog']);
  const [role, setRole] = useState<MemberRole>(member.role);
  const request = { userId: member.id, role };
  return (
    <FormDialog
      title="Change the role"
      onClose={onClose}
      action="Change the role"
      isDisabled={role === member.role}
      act={async () => {
        await change.mutateAsync(request);
        toast('The role is changed. It applies from their next call on.');
        onClose();
      }}
    >
      {({ faultOf }) => (
        <>
          <Text component="div">
            What <Foreign>{member.email}</Foreign> may do from their next call on:
          </Text>
          <RoleChoice roles={MEMBER_ROLES} role={role} choose={setRole} fault={faultOf('role')} />
          <Text fz="sm" c="dimmed">
            {role === 'owner' &&
              'An owner can do all that you can, also take your role away. An owner cannot be removed before another owner changes their role.'}
            {member.role === 'owner' && role !== 'owner' && 'They lose the rights of an owner at once.'}
          </Text>
          <CurlTwin command={curlOf('changeRole', request)} />
        </>
      )}
    </FormDialog>
  );
}
