/** The questions before somebody is removed, leaves, or loses their second factors. */
import type { TeamMember } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useAction } from '#portal/api/queries.ts';
import { useLeaving } from '#portal/app/leaving.ts';
import { Stack } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Foreign } from '#portal/ui/words.tsx';

interface MemberDialogProps {
  readonly member: TeamMember;
  readonly onClose: () => void;
}

export function RemoveMember({ member, isOneself, onClose }: MemberDialogProps & { readonly isOneself: boolean }) {
  const leave = useLeaving();
  const remove = useAction('removeMember', isOneself ? [] : ['listTeam', 'listAuditLog']);
  const request = { userId: member.id };
  const act = async () => {
    await remove.mutateAsync(request);
    if (!isOneself) return toast('They no longer belong to the organization.');
    await leave();
  };
  return (
    <ConfirmDialog
      title={isOneself ? 'Leave the organization' : 'Remove from the organization'}
      isOpen
      onClose={onClose}
      action={isOneself ? 'Leave for ever' : 'Remove for ever'}
      {...(isOneself ? { typed: member.email } : {})}
      act={act}
    >
      <Stack gap="sm">
        {isOneself ? (
          <div>
            Your account ends at once, in every browser, and the service deletes it. To come back you need a new
            invitation.
          </div>
        ) : (
          <div>
            The account of <Foreign>{member.email}</Foreign> ends at once, in every browser, and the service deletes it.
            The address can be invited again.
          </div>
        )}
        <div>
          Documents, keys and webhooks stay with the organization. API keys {isOneself ? 'you' : 'they'} have copied
          still work, so replace those first.
        </div>
        <CurlTwin command={curlOf('removeMember', request)} />
      </Stack>
    </ConfirmDialog>
  );
}

export function ResetFactors({ member, onClose }: MemberDialogProps) {
  const reset = useAction('resetSecondFactors', ['listTeam', 'listAuditLog']);
  const request = { userId: member.id };
  return (
    <ConfirmDialog
      title="Reset the second factors"
      isOpen
      onClose={onClose}
      action="Reset the second factors"
      act={async () => {
        await reset.mutateAsync(request);
        toast('They no longer have a second factor, and a mail informs them.');
      }}
    >
      <Stack gap="sm">
        <div>
          For somebody who has lost their phone or key. Authenticator app, passkeys and recovery codes of{' '}
          <Foreign>{member.email}</Foreign> no longer work, so the password alone is enough to sign in.
        </div>
        <strong>Make sure that the request really comes from them.</strong>
        <div>All their sign-ins end immediately, and a mail informs them.</div>
        <CurlTwin command={curlOf('resetSecondFactors', request)} />
      </Stack>
    </ConfirmDialog>
  );
}
