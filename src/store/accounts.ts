/** What happens to accounts that exist: addresses are confirmed, passwords forgotten and changed, people sign in. */
import type { EntityManager } from '@mikro-orm/core';
import type { Letter, Letters } from '#src/accounts/letters.ts';
import { appendAudit } from './audit.ts';
import type { MailStore } from './mails.ts';
import { type Member, MemberEntity } from './members.ts';
import { findToken, issueToken, redeemToken } from './one-time-tokens.ts';
import { OrganizationEntity } from './organizations.ts';
import type { Database } from './orm.ts';
import { endSessions } from './sessions.ts';

/** What a password must not resemble. */
export interface PersonalWords {
  readonly email: string;
  readonly organizationName: string;
}

/** Ids of mails are for `startMail`, once the promise has resolved. */
export interface AccountStore {
  /** The time of signing in, and the hash of the password where that was made anew. */
  recordLogin(member: Member, passwordHash: string | null): Promise<void>;
  /** No mail where there is no such account, or nothing left to confirm. */
  askForVerification(email: string): Promise<string[]>;
  /** False for a token that is not valid. */
  verifyEmail(token: string): Promise<boolean>;
  /** No mail where there is no such account. */
  askForReset(email: string): Promise<string[]>;
  /** Leaves the token as it is; null when it is not valid. */
  wordsOfReset(token: string): Promise<PersonalWords | null>;
  /** Ends all sign-ins, and confirms the address, to which the token was mailed. Null for a token that is not valid. */
  resetPassword(token: string, passwordHash: string): Promise<string[] | null>;
  /** Ends all sign-ins but this one. */
  changePassword(
    member: Pick<Member, 'id' | 'organizationId'>,
    sessionId: string,
    passwordHash: string,
  ): Promise<string[]>;
}

export function accountStore(db: Database, mails: MailStore, letters: Letters): AccountStore {
  const inTransaction = <T>(work: (em: EntityManager) => Promise<T>) => db.system().transactional(work);
  const write = (em: EntityManager, { email, organizationId }: Member, letter: Letter) =>
    mails.queue(em, [{ ...letter, to: email, organizationId }]);
  const setPassword = async (em: EntityManager, member: Member, passwordHash: string, action: string) => {
    member.passwordHash = passwordHash;
    await em.flush();
    const { organizationId, id } = member;
    await appendAudit(em, { organizationId, actorId: id, action, target: id });
    return write(em, member, letters.passwordChanged());
  };

  return {
    async recordLogin({ organizationId, id }, passwordHash) {
      const changes = { lastLoginAt: new Date(), ...(passwordHash !== null && { passwordHash }) };
      await db.system().nativeUpdate(MemberEntity, { organizationId, id }, changes);
    },

    askForVerification: (email) =>
      inTransaction(async (em) => {
        const member = await em.findOne(MemberEntity, { email, isActive: true, emailVerified: false });
        return member ? write(em, member, letters.verification(await issueToken(em, 'verify-email', member))) : [];
      }),

    verifyEmail: (token) =>
      inTransaction(async (em) => {
        const member = await memberOfToken(em, 'verify-email', token);
        if (!member) return false;
        member.emailVerified = true;
        await em.flush();
        const { organizationId, id } = member;
        await appendAudit(em, { organizationId, actorId: id, action: 'member.email-verified', target: id });
        return true;
      }),

    askForReset: (email) =>
      inTransaction(async (em) => {
        const member = await em.findOne(MemberEntity, { email, isActive: true });
        return member ? write(em, member, letters.reset(await issueToken(em, 'reset-password', member))) : [];
      }),

    async wordsOfReset(token) {
      const em = db.system();
      const found = await findToken(em, 'reset-password', token);
      const member = found && (await em.findOne(MemberEntity, { id: found.memberId }));
      return member && wordsOf(em, member);
    },

    resetPassword: (token, passwordHash) =>
      inTransaction(async (em) => {
        const member = await memberOfToken(em, 'reset-password', token);
        if (!member) return null;
        member.emailVerified = true;
        await endSessions(em, member.organizationId, member.id);
        return setPassword(em, member, passwordHash, 'member.password-reset');
      }),

    changePassword: ({ organizationId, id }, sessionId, passwordHash) =>
      inTransaction(async (em) => {
        const member = await em.findOneOrFail(MemberEntity, { organizationId, id });
        await endSessions(em, organizationId, id, sessionId);
        return setPassword(em, member, passwordHash, 'member.password-changed');
      }),
  };
}

/** Uses the token up; null also when the member was removed meanwhile. */
async function memberOfToken(em: EntityManager, purpose: 'verify-email' | 'reset-password', token: string) {
  const redeemed = await redeemToken(em, purpose, token);
  if (!redeemed) return null;
  const { organizationId, memberId } = redeemed;
  return em.findOne(MemberEntity, { organizationId, id: memberId, isActive: true });
}

async function wordsOf(em: EntityManager, { email, organizationId }: Member): Promise<PersonalWords> {
  const { name } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  return { email, organizationName: name };
}
