/**
 * The first confirmation of an address. Anybody can register with the address of another person and wait for its
 * owner. So the transaction that confirms the address ends all earlier access and notifications. The earlier documents
 * stay.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { revokeKeys } from '#store/organizations/api-keys.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { removeFactors } from './factor-rows.ts';
import { InvitationEntity } from './invitations.ts';
import { type Member, MemberEntity } from './members.ts';
import { OneTimeTokenEntity } from './one-time-tokens.ts';
import { endSessions } from './sessions.ts';
import { removeEndpoints } from '#store/webhooks/endpoints.ts';
import { forgetSecret } from '#store/webhooks/secrets.ts';

/**
 * Confirms the address of whoever has shown that mail to it reaches them. Runs within a transaction that has locked the
 * member.
 */
export async function confirmAddress(em: EntityManager, member: Member): Promise<void> {
  if (member.emailVerified) return;
  const { organizationId, id: target } = member;
  // If another member is confirmed already, the organization is theirs. Then only the member's own access can belong
  // to a third party.
  const isTheirs = (await em.count(MemberEntity, { organizationId, emailVerified: true })) > 0;
  const details = isTheirs ? await endOf(em, { organizationId, memberId: target }) : await endAll(em, organizationId);
  member.emailVerified = true;
  await em.flush();
  await appendAudit(em, { organizationId, actorId: target, action: 'member.email-verified', target, details });
  // Its rotation writes to the audit log first, too.
  if (!isTheirs) await forgetSecret(em, { organizationId, ownerId: organizationId });
}

/** Ends sign-ins, second factors and the links in mails: a stranger's would lock the owner out. */
async function endOf(em: EntityManager, of: { readonly organizationId: string; readonly memberId?: string }) {
  const sessionsEnded = await endSessions(em, of);
  await em.nativeDelete(OneTimeTokenEntity, of);
  await removeFactors(em, of);
  return { sessionsEnded };
}

async function endAll(em: EntityManager, organizationId: string) {
  return {
    ...(await endOf(em, { organizationId })),
    keysRevoked: await revokeKeys(em, organizationId),
    webhooksDeleted: await removeEndpoints(em, organizationId),
    invitationsRevoked: await em.nativeDelete(InvitationEntity, { organizationId }),
  };
}
