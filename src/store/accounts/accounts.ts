/** Existing accounts: confirmation of addresses, changes of passwords, sign-ins. */
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailTemplate, MailTemplates } from '#src/mail/account-mails.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { confirmAddress } from './first-confirmation.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { type Member, MemberEntity } from './members.ts';
import { findToken, issueToken, OneTimeTokenEntity, redeemToken, type TokenPurpose } from './one-time-tokens.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { endSessions, requireSession } from './sessions.ts';

/** The words that a password must not resemble. */
export interface PersonalWords {
  readonly email: string;
  readonly organizationName: string;
}

/** Ids of mails are for `startMail`, once the promise has resolved. */
export type AccountStore = ReturnType<typeof accountStore>;

export function accountStore(db: Database, mails: MailStore, mailTemplates: MailTemplates) {
  const inTransaction = <T>(work: (em: EntityManager) => Promise<T>) => db.system().transactional(work);
  const write = (em: EntityManager, { email, organizationId }: Member, mail: MailTemplate) =>
    mails.queue(em, [{ ...mail, to: email, organizationId }]);
  const setPassword = async (em: EntityManager, member: Member, passwordHash: string, action: string) => {
    member.passwordHash = passwordHash;
    await em.flush();
    const { organizationId, id } = member;
    // A sign-in that waits for its second factor must start again.
    await em.nativeDelete(OneTimeTokenEntity, { organizationId, memberId: id, purpose: 'second-factor' });
    await appendAudit(em, { organizationId, actorId: id, action, target: id });
    return write(em, member, mailTemplates.passwordChanged());
  };

  return {
    /** Keeps the time of signing in. */
    async recordLogin({ organizationId, id }: Member): Promise<void> {
      await db.system().nativeUpdate(MemberEntity, { organizationId, id }, { lastLoginAt: new Date() });
    },

    /** Keeps another hash of the same password. False when the password is another one by now. */
    async rehash({ organizationId, id, passwordHash: verified }: Member, passwordHash: string): Promise<boolean> {
      const same = { organizationId, id, passwordHash: verified };
      return (await db.system().nativeUpdate(MemberEntity, same, { passwordHash })) === 1;
    },

    /** Queues no mail where there is no such account, or nothing left to confirm. */
    askForVerification: (email: string): Promise<string[]> =>
      inTransaction(async (em) => {
        const member = await em.findOne(MemberEntity, { email, isActive: true, emailVerified: false });
        return member
          ? write(em, member, mailTemplates.verification(await issueToken(em, 'verify-email', member)))
          : [];
      }),

    /**
     * Answers false for a token that is not valid. The first time, what was made before ends: `first-confirmation.ts`.
     */
    verifyEmail: (token: string): Promise<boolean> =>
      inTransaction(async (em) => {
        const member = await memberOfToken(em, 'verify-email', token);
        if (!member) return false;
        await confirmAddress(em, member);
        return true;
      }),

    /** Queues no mail where there is no such account. */
    askForReset: (email: string): Promise<string[]> =>
      inTransaction(async (em) => {
        const member = await em.findOne(MemberEntity, { email, isActive: true });
        return member ? write(em, member, mailTemplates.reset(await issueToken(em, 'reset-password', member))) : [];
      }),

    /** Returns the address of the token without a change; null for an invalid token. */
    async addressToConfirm(token: string): Promise<string | null> {
      const member = await mailedTo(db.system(), 'verify-email', token);
      return member && member.email;
    },

    /** Leaves the token as it is; null when it is not valid. */
    async wordsOfReset(token: string): Promise<PersonalWords | null> {
      const em = db.system();
      const member = await mailedTo(em, 'reset-password', token);
      return member && wordsOf(em, member);
    },

    /**
     * Ends all sign-ins, and confirms the address, to which the token was mailed, as `verifyEmail` does. Null for a token
     * that is not valid.
     */
    resetPassword: (token: string, passwordHash: string): Promise<string[] | null> =>
      inTransaction(async (em) => {
        const member = await memberOfToken(em, 'reset-password', token);
        if (!member) return null;
        await confirmAddress(em, member);
        await endSessions(em, { organizationId: member.organizationId, memberId: member.id });
        return setPassword(em, member, passwordHash, 'member.password-reset');
      }),

    /** Ends all sign-ins but this one; throws `invalid_token` when it has ended since the caller was let in. */
    changePassword: (
      { organizationId, id }: Pick<Member, 'id' | 'organizationId'>,
      sessionId: string,
      passwordHash: string,
    ): Promise<string[]> =>
      inTransaction(async (em) => {
        const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
        const member = await em.findOneOrFail(MemberEntity, { organizationId, id }, locked);
        await requireSession(em, { organizationId, memberId: id, id: sessionId });
        await endSessions(em, { organizationId, memberId: id, id: { $ne: sessionId } });
        return setPassword(em, member, passwordHash, 'member.password-changed');
      }),
  };
}

/** Leaves the token as it is. */
async function mailedTo(em: EntityManager, purpose: TokenPurpose, token: string): Promise<Member | null> {
  const found = await findToken(em, purpose, token);
  return found && em.findOne(MemberEntity, { id: found.memberId });
}

/** Uses up the token. Returns null also when the member was removed meanwhile. Concurrent sign-ins wait. */
async function memberOfToken(em: EntityManager, purpose: TokenPurpose, token: string): Promise<Member | null> {
  const redeemed = await redeemToken(em, purpose, token);
  if (!redeemed) return null;
  const { organizationId, memberId: id } = redeemed;
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  return em.findOne(MemberEntity, { organizationId, id, isActive: true }, locked);
}

async function wordsOf(em: EntityManager, { email, organizationId }: Member): Promise<PersonalWords> {
  const { name } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  return { email, organizationName: name };
}
