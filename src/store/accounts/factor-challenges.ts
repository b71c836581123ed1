/**
 * A request for a second factor: a one-time token stands for the request, and its hash is the challenge for a passkey.
 * A new request or another password ends the earlier one.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '#domain/problem-codes.ts';
import type { Database } from '#store/database/database.ts';
import type { MemberKey } from './factor-rows.ts';
import { lockMember, type Member, MemberEntity } from './members.ts';
import {
  findToken,
  hashOfToken,
  issueToken,
  OneTimeTokenEntity,
  redeemToken,
  type TokenPurpose,
} from './one-time-tokens.ts';

/** Questions to somebody who is signed in. */
export type SessionPurpose = Extract<TokenPurpose, 'reauthentication' | 'passkey-registration'>;

export interface Question extends MemberKey {
  readonly email: string;
  readonly challenge: Buffer;
}

export function factorChallengeStore(db: Database) {
  const inTransaction = <T>(work: (em: EntityManager) => Promise<T>) => db.system().transactional(work);
  return {
    /** Follows a right password. Throws `invalid_credentials` when the password was replaced since. */
    askToSignIn: (member: Member): Promise<{ readonly token: string; readonly challenge: Buffer }> =>
      inTransaction(async (em) => {
        const { passwordHash } = await lockMember(em, member);
        if (passwordHash !== member.passwordHash) {
          throw new ServiceError('invalid_credentials', 'The password was replaced a moment ago.');
        }
        const token = await issueToken(em, 'second-factor', member);
        return { token, challenge: challengeOf(hashOfToken(token)) };
      }),

    /** Leaves the token as it is. Null when it is not valid. */
    async findSignIn(token: string): Promise<Question | null> {
      const em = db.system();
      const found = await findToken(em, 'second-factor', token);
      const member = found && (await em.findOne(MemberEntity, { id: found.memberId, isActive: true }));
      if (!found || !member) return null;
      const { organizationId, id: memberId, email } = member;
      return { organizationId, memberId, email, challenge: challengeOf(found.sha256) };
    },

    /** Uses up the token; null for a used token. Returns the current state of the member. */
    redeemSignIn: (token: string): Promise<Member | null> =>
      inTransaction(async (em) => {
        const redeemed = await redeemToken(em, 'second-factor', token);
        return redeemed && lockMember(em, { organizationId: redeemed.organizationId, id: redeemed.memberId });
      }),

    ask: ({ organizationId, memberId: id }: MemberKey, purpose: SessionPurpose): Promise<Buffer> =>
      inTransaction(async (em) => challengeOf(hashOfToken(await issueToken(em, purpose, { organizationId, id })))),

    /** Uses it up, whatever the answer is worth. Null when nothing was asked, or too long ago. */
    async take({ organizationId, memberId }: MemberKey, purpose: SessionPurpose): Promise<Buffer | null> {
      const asked = { organizationId, memberId, purpose };
      const em = db.system();
      const found = await em.findOne(OneTimeTokenEntity, { ...asked, expiresAt: { $gt: new Date() } });
      if (!found) return null;
      const isOurs = (await em.nativeDelete(OneTimeTokenEntity, { ...asked, sha256: found.sha256 })) === 1;
      return isOurs ? challengeOf(found.sha256) : null;
    },
  };
}

function challengeOf(sha256: string): Buffer {
  return Buffer.from(sha256, 'hex');
}
