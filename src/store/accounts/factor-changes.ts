/**
 * What every change of second factors has in common: with the first one come recovery codes, and end the sign-ins that were
 * made without; with the last one the recovery codes go. Each is audited and causes a mail.
 */
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Factor, FactorChange } from '#domain/accounts/second-factor.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import type { MailTemplates } from '#src/mail/account-mails.ts';
import type { Database } from '#store/database/database.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { type MemberKey, methodsOf, own, RecoveryCodeEntity } from './factor-rows.ts';
import { type Member, MemberEntity } from './members.ts';
import { endSessions, requireSession, SessionEntity } from './sessions.ts';

/** The signed-in member with this session. */
export interface Self extends MemberKey {
  readonly sessionId: string;
}

/** New recovery codes as hashes. The caller shows the codes after they are stored. */
export type Hashes = readonly string[];

export interface Added {
  /** Whether the recovery codes were kept. */
  readonly isFirst: boolean;
  /** For `startMail`. */
  readonly mailIds: readonly string[];
}

export interface FactorDeps {
  readonly sealer: Sealer;
  readonly mails: MailStore;
  readonly mailTemplates: Pick<MailTemplates, 'secondFactor'>;
}

/** One change at a time of a member whose sign-in has not ended meanwhile. */
export function changing<T>(
  db: Database,
  self: Self,
  change: (em: EntityManager, member: Member) => Promise<T>,
): Promise<T> {
  const { organizationId, memberId, sessionId } = self;
  return db.tenant(organizationId).transactional(async (em) => {
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const member = await em.findOneOrFail(MemberEntity, { organizationId, id: memberId, isActive: true }, locked);
    await requireSession(em, { organizationId, memberId, id: sessionId });
    return change(em, member);
  });
}

/**
 * Follows the row of the factor.
 *
 * @param hadOne whether there was one before
 */
export async function added(
  em: EntityManager,
  deps: FactorDeps,
  self: Self,
  member: Member,
  { method, hadOne, hashes }: { readonly method: Factor; readonly hadOne: boolean; readonly hashes: Hashes },
): Promise<Added> {
  const { organizationId, memberId, sessionId } = self;
  if (!hadOne) {
    await keepRecoveryCodes(em, self, hashes);
    await endSessions(em, { organizationId, memberId, id: { $ne: sessionId } });
    await em.nativeUpdate(SessionEntity, { organizationId, id: sessionId }, { secondFactorAt: new Date() });
  }
  await audit(em, self, 'second-factor.added', method);
  return { isFirst: !hadOne, mailIds: await tell(em, deps, member, `${method}-added`) };
}

/** Follows the removal of the row. */
export async function removed(
  em: EntityManager,
  deps: FactorDeps,
  self: Self,
  member: Member,
  method: Factor,
): Promise<readonly string[]> {
  const left = await methodsOf(em, self);
  if (left.every((one) => one === 'recovery_code')) await em.nativeDelete(RecoveryCodeEntity, own(self));
  await audit(em, self, 'second-factor.removed', method);
  return tell(em, deps, member, `${method}-removed`);
}

export async function hasFactor(em: EntityManager, member: MemberKey): Promise<boolean> {
  return (await methodsOf(em, member)).length > 0;
}

/** Replaces the earlier recovery codes. */
export async function keepRecoveryCodes(em: EntityManager, member: MemberKey, hashes: Hashes): Promise<void> {
  await em.nativeDelete(RecoveryCodeEntity, own(member));
  await em.insertMany(
    RecoveryCodeEntity,
    hashes.map((sha256) => ({ ...own(member), sha256 })),
  );
}

/** Answers ids of mails: none where the address is not confirmed, and may be that of a stranger. */
export async function tell(
  em: EntityManager,
  { mails, mailTemplates }: FactorDeps,
  { email: to, emailVerified, organizationId }: Member,
  change: FactorChange,
): Promise<string[]> {
  if (!emailVerified) return [];
  return mails.queue(em, [{ ...mailTemplates.secondFactor(change), to, organizationId }]);
}

function audit(em: EntityManager, member: MemberKey, action: string, method: Factor): Promise<void> {
  const { organizationId, memberId } = member;
  return appendAudit(em, { organizationId, actorId: memberId, action, target: memberId, details: { method } });
}
