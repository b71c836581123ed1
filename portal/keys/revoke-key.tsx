/** The question before a key is revoked. */
import type { ApiKey } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useAction } from '#portal/api/queries.ts';
import { Stack } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Foreign } from '#portal/ui/words.tsx';
import { LastUse } from './last-use.tsx';

export function RevokeKey({ revoked, onClose }: { readonly revoked: ApiKey; readonly onClose: () => void }) {
  const revoke = useAction('revokeApiKey', ['listApiKeys', 'listAuditLog']);
  const request = { id: revoked.id };
  return (
    <ConfirmDialog
      title="Revoke the key"
      isOpen
      onClose={onClose}
      action="Revoke the key"
      act={async () => {
        await revoke.mutateAsync(request);
        toast('The key is revoked.');
      }}
    >
      <Stack gap="sm">
        <div>
          <Foreign>{revoked.name}</Foreign> (<code>{revoked.keyPrefix}…</code>) stops working immediately and for ever.
          Every program that uses it gets the answer 401.
        </div>
        <strong>
          <LastUse of={revoked} />
        </strong>
        <div>
          Documents that were sent with it stay. To change keys without interruption, replace the key with an overlap
          instead.
        </div>
        <CurlTwin command={curlOf('revokeApiKey', request)} />
      </Stack>
    </ConfirmDialog>
  );
}
