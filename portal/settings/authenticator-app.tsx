/** An authenticator app: set up by a QR code or a secret, confirmed by its first code, taken away. */
import { useState } from 'react';
import { CodeField } from '#portal/accounts/factor-form.tsx';
import type { Answers, SecondFactors } from '#portal/api/answers.ts';
import { call } from '#portal/api/call.ts';
import { useAction } from '#portal/api/queries.ts';
import { Anchor, Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { Copyable } from '#portal/ui/copy.tsx';
import { ConfirmDialog, Dialog } from '#portal/ui/dialog.tsx';
import { Form } from '#portal/ui/form.tsx';
import { Section } from '#portal/ui/page.tsx';
import { QrCode } from '#portal/ui/qr-code.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Facts, Moment } from '#portal/ui/words.tsx';

interface AuthenticatorAppProps {
  readonly factors: SecondFactors;
  /** Called after a new factor, with the recovery codes of the first factor. */
  readonly added: (recoveryCodes: readonly string[] | null) => void;
}

export function AuthenticatorApp({ factors: { totp, passkeys }, added }: AuthenticatorAppProps) {
  const begin = useAction('beginTotp');
  const [isRemoving, setRemoving] = useState(false);
  const close = () => begin.reset();
  return (
    <Section
      title="Authenticator app"
      lead="An app on your phone or computer shows six digits, which you type after your password."
    >
      <Stack gap="md" align="flex-start">
        {totp === null ? (
          <Tag tone="neutral" symbol="pending">
            Not set up
          </Tag>
        ) : (
          <Facts
            rows={[
              [
                'State',
                <Tag key="state" tone="good">
                  Set up
                </Tag>,
              ],
              ['Since', <Moment key="since" at={totp.createdAt} />],
              ['Last used', totp.lastUsedAt === null ? 'Never' : <Moment key="used" at={totp.lastUsedAt} relative />],
            ]}
          />
        )}
        <ProblemAlert error={begin.error} />
        <Group>
          <Button
            variant={totp === null ? 'filled' : 'default'}
            loading={begin.isPending}
            onClick={() => begin.mutate({})}
          >
            {totp === null ? 'Set up an authenticator app' : 'Replace the app'}
          </Button>
          {totp !== null && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              Remove the authenticator app
            </Button>
          )}
        </Group>
      </Stack>
      <Dialog title="Set up an authenticator app" isOpen={begin.data !== undefined} onClose={close}>
        {begin.data !== undefined && (
          <NewApp
            secret={begin.data}
            done={(codes) => {
              close();
              added(codes);
            }}
          />
        )}
      </Dialog>
      <Removal isOnlyFactor={passkeys.length === 0} isOpen={isRemoving} close={() => setRemoving(false)} />
    </Section>
  );
}

interface RemovalProps {
  readonly isOnlyFactor: boolean;
  readonly isOpen: boolean;
  readonly close: () => void;
}

function Removal({ isOnlyFactor, isOpen, close }: RemovalProps) {
  const remove = useAction('removeTotp', ['getSecondFactors']);
  return (
    <ConfirmDialog
      title="Remove the authenticator app"
      isOpen={isOpen}
      onClose={close}
      action="Remove the app"
      act={async () => {
        await remove.mutateAsync({});
        toast('The authenticator app was removed.');
      }}
    >
      {isOnlyFactor
        ? 'It is your only second factor: from then on your password alone signs in, and your recovery codes are gone.'
        : 'Its codes no longer work. Your passkeys stay.'}
    </ConfirmDialog>
  );
}

interface NewAppProps {
  readonly secret: Answers['beginTotp'];
  readonly done: (recoveryCodes: readonly string[] | null) => void;
}

function NewApp({ secret: { secret, otpauthUri }, done }: NewAppProps) {
  const confirm = async ({ code = '' }: Readonly<Record<string, string>>) => {
    const { recoveryCodes } = await call('confirmTotp', { code: code.replaceAll(/\s/g, '') });
    done(recoveryCodes);
  };
  return (
    <Stack gap="md">
      <Text m={0}>Read this picture with your app.</Text>
      <QrCode text={otpauthUri} label="QR code for your authenticator app; the same as the secret below" />
      <Text m={0} component="div">
        Or type this secret into it:
        <Copyable value={secret} what="the secret" />
      </Text>
      <Text m={0}>
        <Anchor href={otpauthUri}>Open in an app on this device</Anchor>
      </Text>
      <Form action="Set up" act={confirm}>
        {({ faultOf }) => <CodeField error={faultOf('code')} />}
      </Form>
    </Stack>
  );
}
