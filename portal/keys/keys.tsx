/** The API keys of the organization: made, replaced and revoked. */
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { mayDo } from '#domain/accounts/permissions.ts';
import type { ApiKey, CreatedApiKey } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Stack, Switch } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { AddIcon } from '#portal/ui/icons.ts';
import { Answer, EmptyState, Page } from '#portal/ui/page.tsx';
import { Together } from '#portal/app/together.tsx';
import { countText } from '#portal/ui/words.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { ReplaceKey } from './replace-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

type Asked =
  | { readonly kind: 'create' }
  | { readonly kind: 'replace' | 'revoke'; readonly key: ApiKey }
  | { readonly kind: 'created'; readonly key: CreatedApiKey };

const route = getRouteApi('/members/keys');

export function KeysPage() {
  const { ended = false } = route.useSearch();
  const navigate = route.useNavigate();
  const keys = useAnswer('listApiKeys');
  const makers = useMakers();
  const refusal = useRefusal('api-keys.write');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const show = (key: CreatedApiKey) => setAsked({ kind: 'created', key });
  return (
    <Page
      title="API keys"
      lead="Programs call the service with a key. Give each program its own, with only the rights that it needs. Then you can replace or revoke one key without the others."
      actions={
        <ActionButton
          refusal={refusal}
          leftSection={<AddIcon size={16} aria-hidden />}
          onClick={() => setAsked({ kind: 'create' })}
        >
          New key
        </ActionButton>
      }
    >
      <Together height={320}>
        <Answer of={keys} height={240}>
          {(all) => {
            const working = all.filter(({ isActive }) => isActive);
            const shown = ended ? all : working;
            return (
              <Stack gap="md">
                {all.length > working.length && (
                  <Switch
                    label={`Show ${countText(all.length - working.length, 'key that works', 'keys that work')} no more`}
                    checked={ended}
                    onChange={(event) =>
                      void navigate({ search: { ended: event.currentTarget.checked || undefined }, replace: true })
                    }
                  />
                )}
                {shown.length === 0 ? (
                  <EmptyState title={all.length === 0 ? 'There is no key yet.' : 'No key works at the moment.'}>
                    A key is made in a few seconds and shown once. With it, one line of curl sends the first document.
                  </EmptyState>
                ) : (
                  <KeyTable
                    keys={shown}
                    makers={makers}
                    refusal={refusal}
                    replace={(key) => setAsked({ kind: 'replace', key })}
                    revoke={(key) => setAsked({ kind: 'revoke', key })}
                  />
                )}
              </Stack>
            );
          }}
        </Answer>
        <CurlTwin command={curlOf('listApiKeys')} />
      </Together>
      {asked?.kind === 'create' && <CreateKey onClose={close} onCreated={show} />}
      {asked?.kind === 'replace' && <ReplaceKey replaced={asked.key} onClose={close} onCreated={show} />}
      {asked?.kind === 'revoke' && <RevokeKey revoked={asked.key} onClose={close} />}
      {asked?.kind === 'created' && <NewKeyDialog created={asked.key} onKept={close} />}
    </Page>
  );
}

export type Makers = ReadonlyMap<string, string>;

/**
 * The creator of each key, from the newest hundred entries of each kind in the audit log, for members who may read it.
 * Undefined where nobody may know.
 */
function useMakers(): Makers | undefined {
  const { organization } = useSignIn();
  const requested = { enabled: mayDo(organization.role, 'audit.read') };
  const created = useAnswer('listAuditLog', { action: 'api-key.created', pageSize: 100 }, requested);
  const replaced = useAnswer('listAuditLog', { action: 'api-key.rerolled', pageSize: 100 }, requested);
  const team = useAnswer('listTeam', {}, requested);
  if (!created.data || !replaced.data || !team.data) return undefined;
  const addresses = new Map(team.data.map(({ id, email }) => [id, email]));
  const entries = [...created.data.items, ...replaced.data.items];
  return new Map(
    entries.map(({ target, actorId }) => [
      target ?? '',
      actorId === null ? 'the service' : (addresses.get(actorId) ?? 'somebody who is no longer here'),
    ]),
  );
}
