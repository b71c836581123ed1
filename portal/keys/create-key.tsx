/** The dialog that makes a key. */
import { useState } from 'react';
import { API_KEY_SCOPES, type ApiKeyScope } from '#domain/accounts/permissions.ts';
import type { CreatedApiKey } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useAction } from '#portal/api/queries.ts';
import { Checkbox, Radio, Group, Stack, Text, TextInput } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { FormDialog } from '#portal/ui/dialog.tsx';
import { Moment } from '#portal/ui/words.tsx';
import { EXPIRY_PRESETS, expiryOf, SCOPE_WORDS } from './key-words.ts';

interface CreateKeyProps {
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedApiKey) => void;
}

export function CreateKey({ onClose, onCreated }: CreateKeyProps) {
  const create = useAction('createApiKey', ['listApiKeys', 'listAuditLog']);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['normalize']);
  const [choice, setChoice] = useState('90');
  const [date, setDate] = useState('');
  const end = expiryOf(choice, date, new Date());
  const body = { name: name.trim(), scopes, expiresAt: end?.toISOString() ?? null };
  return (
    <FormDialog
      title="New API key"
      onClose={onClose}
      size="lg"
      action="Create the key"
      act={async () => onCreated(await create.mutateAsync(body))}
      isDisabled={body.name === '' || scopes.length === 0 || end === undefined}
    >
      {({ faultOf }) => (
        <>
          <TextInput
            name="name"
            label="Name"
            description="The program that will use the key, under a name that people will still understand in a year."
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultOf('name')}
            autoComplete="off"
            data-autofocus
          />
          <Checkbox.Group
            label="Scopes"
            required
            value={[...scopes]}
            onChange={(chosen) => setScopes(API_KEY_SCOPES.filter((scope) => chosen.includes(scope)))}
            error={faultOf('scopes') ?? (scopes.length === 0 ? 'Choose at least one.' : null)}
          >
            <Stack gap="sm" mt="xs">
              {API_KEY_SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  name="scopes"
                  label={SCOPE_WORDS[scope].label}
                  description={SCOPE_WORDS[scope].explanation}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Expiry choice={choice} date={date} choose={setChoice} chooseDate={setDate} fault={faultOf('expiresAt')} />
          <CurlTwin command={curlOf('createApiKey', body)} />
        </>
      )}
    </FormDialog>
  );
}

interface ExpiryProps {
  readonly choice: string;
  readonly date: string;
  readonly choose: (choice: string) => void;
  readonly chooseDate: (date: string) => void;
  readonly fault: string | null;
}

function Expiry({ choice, date, choose, chooseDate, fault }: ExpiryProps) {
  const end = expiryOf(choice, date, new Date());
  return (
    <>
      <Radio.Group label="It expires" value={choice} onChange={choose} error={fault}>
        <Group gap="md" mt="xs">
          {EXPIRY_PRESETS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} name="expiry" />
          ))}
          <Radio value="date" label="On a day" name="expiry" />
        </Group>
      </Radio.Group>
      {choice === 'date' && (
        <TextInput
          type="date"
          name="expiresAt"
          label="Last day"
          min={new Date().toISOString().slice(0, 10)}
          value={date}
          onChange={(event) => chooseDate(event.currentTarget.value)}
          error={fault}
        />
      )}
      <Text fz="sm" c="dimmed" component="div">
        {end === null && 'It works until somebody revokes it. An end date also ends keys that nobody remembers.'}
        {end && (
          <>
            It stops working <Moment at={end.toISOString()} />.
          </>
        )}
        {end === undefined && 'Choose the last day.'}
      </Text>
    </>
  );
}
