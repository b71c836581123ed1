/** Second factors in use. What was shown once is taken once, of any number of callers at the same time by one. */
import { LockMode } from '@mikro-orm/core';
import type { Credential } from '#src/second-factor/passkeys.ts';
import type { Database } from '#store/database/database.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import type { FactorMethod } from '#domain/accounts/second-factor.ts';
import { type FactorDeps, tell } from './factor-changes.ts';
import { type MemberKey, methodsOf, own, PasskeyEntity, RecoveryCodeEntity, TotpEntity } from './factor-rows.ts';
import { MemberEntity } from './members.ts';

export interface FactorUseStore {
  /** Empty for a member without second factor. */
  methods(member: MemberKey): Promise<FactorMethod[]>;
  credentials(member: MemberKey): Promise<Credential[]>;
  totpSecret(member: MemberKey): Promise<Buffer | null>;
  /** False when a code of this time step, or of a later one, was taken before. */
  takeTotpStep(member: MemberKey, step: number): Promise<boolean>;
  /**
   * Keeps what the authenticator has counted. False where that is not more than before, which is audited: there may be
   * two of this authenticator.
   */
  takeSignCount(
    member: MemberKey,
    credentialId: string,
    hasCountedOn: (before: number) => boolean,
    count: number,
  ): Promise<boolean>;
  /** Answers ids of mails; null for a code that is none of the member's, or was used. */
  takeRecoveryCode(member: MemberKey, sha256: string): Promise<readonly string[] | null>;
}

export function factorUseStore(db: Database, deps: FactorDeps): FactorUseStore {
  const { sealer } = deps;
  return {
    methods: (member) => methodsOf(db.tenant(member.organizationId), member),

    credentials: (member) => db.tenant(member.organizationId).find(PasskeyEntity, own(member)),

    async totpSecret(member) {
      const totp = await db.tenant(member.organizationId).findOne(TotpEntity, own(member));
      return totp?.sealedSecret ? sealer.open(totp.sealedSecret, member.memberId) : null;
    },

    async takeTotpStep(member, step) {
      const isNew = { $or: [{ lastStep: null }, { lastStep: { $lt: step } }] };
      const changes = { lastStep: step, lastUsedAt: new Date() };
      const em = db.tenant(member.organizationId);
      return (await em.nativeUpdate(TotpEntity, { ...own(member), ...isNew }, changes)) === 1;
    },

    takeSignCount: (member, credentialId, hasCountedOn, signCount) =>
      db.tenant(member.organizationId).transactional(async (em) => {
        const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
        const passkey = await em.findOne(PasskeyEntity, { ...own(member), credentialId }, locked);
        if (!passkey) return false;
        if (hasCountedOn(passkey.signCount)) {
          Object.assign(passkey, { signCount, lastUsedAt: new Date() });
          return true;
        }
        const fact = { action: 'passkey.counter-regressed', target: passkey.id };
        await appendAudit(em, { organizationId: member.organizationId, actorId: member.memberId, ...fact });
        return false;
      }),

    takeRecoveryCode: (member, sha256) =>
      db.tenant(member.organizationId).transactional(async (em) => {
        if ((await em.nativeDelete(RecoveryCodeEntity, { ...own(member), sha256 })) === 0) return null;
        const { organizationId, memberId } = member;
        const fact = { action: 'recovery-code.used', target: memberId };
        await appendAudit(em, { organizationId, actorId: memberId, ...fact });
        const owner = await em.findOneOrFail(MemberEntity, { organizationId, id: memberId });
        return tell(em, deps, owner, 'recovery-code-used');
      }),
  };
}
