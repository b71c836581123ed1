/** The secret that signs what goes to addresses given with a request or a batch. */
import { useState } from 'react';
import { curlOf } from '#portal/api/curl.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack, Text } from '#portal/ui/controls.ts';
import { CodeBlock, CurlTwin } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { EyeIcon, RefreshIcon } from '#portal/ui/icons.ts';
import { Answer } from '#portal/ui/page.tsx';
import { toast } from '#portal/ui/toast.tsx';

/** The secret is loaded only when a person wants to see it, so that nobody else can read it on the screen. */
export function OrganizationSecret() {
  const refusal = useRefusal('webhooks.write');
  const [isShown, setShown] = useState(false);
  const [isRotating, setRotating] = useState(false);
  // A return to the window must not ask again: the call takes a recent sign-in, and a dialog would open unasked.
  const secret = useAnswer('getSigningSecret', {}, { enabled: isShown, staleTime: Infinity });
  const rotate = useAction('rotateSigningSecret', ['getSigningSecret']);
  return (
    <Stack gap="md">
      <Text maw="46rem">
        A request or a batch can name an address of its own (<code>webhook_url</code>). Deliveries to it are signed with
        this secret. Endpoints have secrets of their own, which are shown once.
      </Text>
      <Group>
        <ActionButton
          variant="default"
          refusal={refusal}
          leftSection={<EyeIcon size={16} aria-hidden />}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide the secret' : 'Show the secret'}
        </ActionButton>
        <ActionButton
          variant="default"
          refusal={refusal}
          leftSection={<RefreshIcon size={16} aria-hidden />}
          onClick={() => setRotating(true)}
        >
          Replace the secret
        </ActionButton>
      </Group>
      {isShown && (
        <Answer of={secret} height={90}>
          {({ signingSecret }) => (
            <Stack gap="xs">
              <Copyable value={signingSecret} what="the secret" />
              <CodeBlock code={`WEBHOOK_SECRET=${signingSecret}`} what="the line for your .env file" />
            </Stack>
          )}
        </Answer>
      )}
      <CurlTwin command={curlOf('getSigningSecret')} />
      <ConfirmDialog
        title="Replace the secret of the organization"
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        action="Replace the secret"
        isDanger={false}
        act={async () => {
          await rotate.mutateAsync({});
          setShown(true);
          toast('There is a new secret. For 24 hours the old one is used too.');
        }}
      >
        <Stack gap="sm">
          <div>
            For 24 hours every delivery has two signatures, one with each secret: a receiver can verify either one.
            After that the old secret is no longer used.
          </div>
          <CurlTwin command={curlOf('rotateSigningSecret')} />
        </Stack>
      </ConfirmDialog>
    </Stack>
  );
}
