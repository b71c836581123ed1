/** Use of second factors. Each code or answer counts once, even among concurrent callers. */
import { LockMode } from '@mikro-orm/core';
import type { Credential } from '#src/second-factor/passkeys.ts';
import type { Database } from '#store/database/database.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import type { FactorMethod } from '#domain/accounts/second-factor.ts';
import { type FactorDeps, tell } from './factor-changes.ts';
import { type MemberKey, methodsOf, own, PasskeyEntity, RecoveryCodeEntity, TotpEntity } from './factor-rows.ts';
import { MemberEntity } from './members.ts';

export type FactorUseStore = ReturnType<typeof factorUseStore>;

export function factorUseStore(db: Database, deps: FactorDeps) {
  const { sealer } = deps;
  return {
    /** Empty for a member without second factor. */
    methods: (member: MemberKey): Promise<FactorMethod[]> => methodsOf(db.tenant(member.organizationId), member),

    credentials: (member: MemberKey): Promise<Credential[]> =>
      db.tenant(member.organizationId).find(PasskeyEntity, own(member)),

    async totpSecret(member: MemberKey): Promise<Buffer | null> {
      const totp = await db.tenant(member.organizationId).findOne(TotpEntity, own(member));
      return totp?.sealedSecret ? sealer.open(totp.sealedSecret, member.memberId) : null;
    },

    /** False when a code of this time step, or of a later one, was taken before. */
    async takeTotpStep(member: MemberKey, step: number): Promise<boolean> {
      const isNew = { $or: [{ lastStep: null }, { lastStep: { $lt: step } }] };
      const changes = { lastStep: step, lastUsedAt: new Date() };
      const em = db.tenant(member.organizationId);
      return (await em.nativeUpdate(TotpEntity, { ...own(member), ...isNew }, changes)) === 1;
    },

    /**
     * Keeps what the authenticator has counted. False where that is not more than before, which is audited: there may be
     * two of this authenticator.
     */
    takeSignCount: (
      member: MemberKey,
      credentialId: string,
      hasCountedOn: (before: number) => boolean,
      signCount: number,
    ): Promise<boolean> =>
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

    /** Answers ids of mails; null for a code that is none of the member's, or was used. */
    takeRecoveryCode: (member: MemberKey, sha256: string): Promise<readonly string[] | null> =>
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
