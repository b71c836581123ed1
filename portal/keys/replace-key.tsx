/** The dialog that replaces a key, with an overlap in which both work. */
import { useState } from 'react';
import type { ApiKey, CreatedApiKey } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useAction } from '#portal/api/queries.ts';
import { Group, Radio, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { FormDialog } from '#portal/ui/dialog.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';
import { LastUse } from './last-use.tsx';
import { endOfOverlap, OVERLAPS } from './key-words.ts';

interface ReplaceKeyProps {
  readonly replaced: ApiKey;
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedApiKey) => void;
}

export function ReplaceKey({ replaced, onClose, onCreated }: ReplaceKeyProps) {
  const { id, name, expiresAt } = replaced;
  const reroll = useAction('rerollApiKey', ['listApiKeys', 'listAuditLog']);
  const [choice, setChoice] = useState('86400');
  const request = { id, overlapSeconds: Number(choice) };
  const end = endOfOverlap(request.overlapSeconds, expiresAt, new Date());
  return (
    <FormDialog
      title="Replace the key"
      onClose={onClose}
      size="lg"
      action="Create the new key"
      act={async () => onCreated(await reroll.mutateAsync(request))}
    >
      {() => (
        <Stack gap="md">
          <Text component="div">
            A new key takes the place of <Foreign>{name}</Foreign>, with the same name, rights and expiry
            {expiresAt && (
              <>
                {' '}
                (<Moment at={expiresAt} />)
              </>
            )}
            . It is shown once. <LastUse of={replaced} />
          </Text>
          <Radio.Group label="The old key works on for" value={choice} onChange={setChoice}>
            <Group gap="md" mt="xs">
              {OVERLAPS.map(({ value, label }) => (
                <Radio key={value} value={value} label={label} name="overlap" />
              ))}
            </Group>
          </Radio.Group>
          <Text fw={600} component="div" aria-live="polite">
            {end === null ? (
              'The old key stops working immediately. Programs that use it are refused until they have the new one.'
            ) : (
              <>
                The old key works until <Moment at={end.toISOString()} />. Replace it in your programs before then.
              </>
            )}
          </Text>
          <CurlTwin command={curlOf('rerollApiKey', request)} />
        </Stack>
      )}
    </FormDialog>
  );
}
