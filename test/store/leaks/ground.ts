/** The API of the tests for the matrix. The stores replace things that the matrix ends. */
import { randomUUID } from 'node:crypto';
import { InvitationEntity } from '#store/accounts/invitations.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { webhookEndpointStore } from '#store/webhooks/endpoints.ts';
import { someAddress } from '#test/support/addresses.ts';
import type { Api } from '#test/support/api.ts';
import { withPasskey } from '#test/support/second-factors.ts';
import type { Ground, Ids } from './matrix.ts';
import type { TestParty } from './parties.ts';

/** The API with all possible actions of the matrix on the caller's own things. */
export function groundOf(api: Api): Ground<TestParty> {
  return {
    url: api.url,
    ask: (url, init) =>
      fetch(url, {
        ...init,
        headers: { 'X-Forwarded-For': someAddress(), ...Object.fromEntries(new Headers(init.headers)) },
      }),
    ownIds: (caller, { id }) => disposable(api, caller, id),
  };
}

/** The caller's ids, with new things for those that the operation ends. */
async function disposable(
  api: Api,
  { organizationId, members: people, ids }: TestParty,
  operationId: string,
): Promise<Ids> {
  const { database, sealer } = api;
  switch (operationId) {
    case 'deleteWebhook': {
      const endpoints = webhookEndpointStore(database, sealer);
      for (const { id, url } of await endpoints.list(organizationId)) {
        if (url.includes('disposable')) await endpoints.remove(organizationId, id);
      }
      const requested = {
        url: 'https://disposable.example/',
        events: ['normalization.rejected' as const],
        active: false,
      };
      return { ...ids, webhook: (await endpoints.create(organizationId, requested)).id };
    }
    case 'revokeApiKey':
    case 'rerollApiKey': {
      const requested = { name: 'Disposable', scopes: ['read' as const], expiresAt: null };
      return { ...ids, apiKey: (await apiKeyStore(database).create(organizationId, requested)).apiKey.id };
    }
    case 'removePasskey':
      return { ...ids, passkey: (await withPasskey(api, people.owner)).id };
    case 'resetSecondFactors':
    case 'removeMember':
      return { ...ids, member: (await api.newMember({ organizationId }, { role: 'member' })).id };
    case 'endSession': {
      const sessions = sessionStore(database);
      const { session } = await sessions.open({ organizationId, memberId: people.owner.id, userAgent: null });
      return { ...ids, session: session.id };
    }
    case 'listInvitations':
      // For people of the other organization, whose addresses the caller has just sent.
      await database.system().nativeDelete(InvitationEntity, { organizationId, id: { $ne: ids.invitation } });
      return ids;
    case 'inviteMember':
      return { ...ids, address: `${randomUUID()}@stranger.example` };
    default:
      return ids;
  }
}
