/** Passkeys: added by the browser, named by their owner, taken away. */
import { useState } from 'react';
import type { SecondFactors } from '#portal/api/answers.ts';
import { arePasskeysPossible, makePasskey } from '#portal/accounts/passkeys.ts';
import { call } from '#portal/api/call.ts';
import { useAction } from '#portal/api/queries.ts';
import { Button, Group, Stack, Text, TextInput } from '#portal/ui/controls.ts';
import { ConfirmDialog, Dialog } from '#portal/ui/dialog.tsx';
import { Form } from '#portal/ui/form.tsx';
import { Section } from '#portal/ui/page.tsx';
import { DataTable } from '#portal/ui/table.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';

type Passkey = SecondFactors['passkeys'][number];

interface PasskeysProps {
  readonly factors: SecondFactors;
  /** Called after a new factor, with the recovery codes of the first factor. */
  readonly added: (recoveryCodes: readonly string[] | null) => void;
}

export function Passkeys({ factors: { passkeys, totp }, added }: PasskeysProps) {
  const [renamed, rename] = useState<Passkey | null>(null);
  const [removed, remove] = useState<Passkey | null>(null);
  const removal = useAction('removePasskey', ['getSecondFactors']);
  const isLast = totp === null && passkeys.length === 1;
  const add = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const credential = await makePasskey(await call('askForPasskey'));
    const { recoveryCodes } = await call('registerPasskey', { name: name.trim(), credential });
    added(recoveryCodes);
  };
  return (
    <Section
      title="Passkeys"
      lead="Your device signs in for you, by fingerprint, face or PIN. A passkey works only on this site, so a fake site cannot use it."
    >
      <Stack gap="md">
        {passkeys.length > 0 && <List passkeys={passkeys} rename={rename} remove={remove} />}
        {arePasskeysPossible() ? (
          <Form action="Add a passkey" act={add}>
            {({ faultOf }) => (
              <TextInput
                name="name"
                label="Name of a new passkey"
                description="For you to recognize it: “Laptop”, “Key at home”."
                autoComplete="off"
                maw="24rem"
                error={faultOf('name')}
              />
            )}
          </Form>
        ) : (
          <Text c="dimmed" m={0}>
            Passkeys cannot be added here. Browsers support them over HTTPS or at localhost, and not for IP addresses.
          </Text>
        )}
      </Stack>
      <Dialog title="Rename the passkey" isOpen={renamed !== null} onClose={() => rename(null)}>
        {renamed !== null && <NewName passkey={renamed} done={() => rename(null)} />}
      </Dialog>
      <ConfirmDialog
        title="Remove the passkey"
        isOpen={removed !== null}
        onClose={() => remove(null)}
        action="Remove the passkey"
        act={async () => {
          await removal.mutateAsync({ id: removed?.id ?? '' });
          toast('The passkey was removed.');
        }}
      >
        <Foreign>{removed?.name ?? ''}</Foreign> no longer works.{' '}
        {isLast &&
          'It is your only second factor: from then on your password alone signs in, and your recovery codes are gone.'}
      </ConfirmDialog>
    </Section>
  );
}

function NewName({ passkey: { id, name }, done }: { readonly passkey: Passkey; readonly done: () => void }) {
  const renaming = useAction('renamePasskey', ['getSecondFactors']);
  const act = async (values: Readonly<Record<string, string>>) => {
    await renaming.mutateAsync({ id, name: values['name']?.trim() ?? '' });
    done();
  };
  return (
    <Form action="Save" act={act}>
      {({ faultOf }) => (
        <TextInput
          name="name"
          label="Name"
          defaultValue={name}
          autoComplete="off"
          required
          error={faultOf('name')}
          data-autofocus
        />
      )}
    </Form>
  );
}

interface ListProps {
  readonly passkeys: readonly Passkey[];
  readonly rename: (passkey: Passkey) => void;
  readonly remove: (passkey: Passkey) => void;
}

function List({ passkeys, rename, remove }: ListProps) {
  return (
    <DataTable
      caption="Your passkeys"
      rows={passkeys}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', cell: ({ name }) => <Foreign>{name}</Foreign> },
        { title: 'Added', cell: ({ createdAt }) => <Moment at={createdAt} relative /> },
        {
          title: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} relative />),
        },
        {
          title: 'Actions',
          isTitleHidden: true,
          align: 'end',
          cell: (passkey) => (
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Button variant="default" size="xs" aria-label={`Rename ${passkey.name}`} onClick={() => rename(passkey)}>
                Rename
              </Button>
              <Button variant="default" size="xs" aria-label={`Remove ${passkey.name}`} onClick={() => remove(passkey)}>
                Remove
              </Button>
            </Group>
          ),
        },
      ]}
    />
  );
}
