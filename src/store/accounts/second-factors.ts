/** Second factors of members: read, set up and removed by the member. */
import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { ServiceError } from '#domain/problem-codes.ts';
import type { Credential } from '#src/second-factor/passkeys.ts';
import type { Database } from '#store/database/database.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import {
  type Added,
  added,
  changing,
  type FactorDeps,
  hasFactor,
  type Hashes,
  keepRecoveryCodes,
  removed,
  type Self,
  tell,
} from './factor-changes.ts';
import { type MemberKey, own, type Passkey, PasskeyEntity, RecoveryCodeEntity, TotpEntity } from './factor-rows.ts';

export interface Overview {
  readonly totp: { readonly createdAt: Date; readonly lastUsedAt: Date | null } | null;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodesLeft: number;
}

export function secondFactorStore(db: Database, deps: FactorDeps) {
  return {
    ...totpStore(db, deps),
    ...passkeyStore(db, deps),

    async overview(member: MemberKey): Promise<Overview> {
      const em = db.tenant(member.organizationId);
      const totp = await em.findOne(TotpEntity, { ...own(member), sealedSecret: { $ne: null } });
      return {
        totp: totp?.createdAt ? { createdAt: totp.createdAt, lastUsedAt: totp.lastUsedAt ?? null } : null,
        passkeys: await em.find(PasskeyEntity, own(member), { orderBy: { createdAt: 'asc', id: 'asc' } }),
        recoveryCodesLeft: await em.count(RecoveryCodeEntity, own(member)),
      };
    },

    /**
     * In the place of those there were; answers ids of mails. Throws `second_factor_required` where there is no factor to
     * recover.
     */
    renewRecoveryCodes: (self: Self, hashes: Hashes): Promise<readonly string[]> =>
      changing(db, self, async (em, member) => {
        if (!(await hasFactor(em, self))) {
          throw new ServiceError('second_factor_required', 'Recovery codes come with the first second factor.');
        }
        await keepRecoveryCodes(em, self, hashes);
        const { organizationId, memberId } = self;
        const fact = { action: 'recovery-codes.created', target: memberId };
        await appendAudit(em, { organizationId, actorId: memberId, ...fact });
        return tell(em, deps, member, 'recovery-codes-created');
      }),
  };
}

function totpStore(db: Database, deps: FactorDeps) {
  const { sealer } = deps;
  return {
    /** Keeps the secret of an app beside the one in use, until `confirmTotp`. */
    async proposeTotp(member: MemberKey, secret: Uint8Array): Promise<void> {
      const sealedCandidate = sealer.seal(secret, member.memberId);
      await db.tenant(member.organizationId).upsert(TotpEntity, { ...own(member), sealedCandidate });
    },

    /**
     * Puts the secret that was proposed in the place of the one before. Throws `invalid_second_factor` where there is none.
     *
     * @param stepOf the time step of the code that was given, by this secret; throws where it is wrong
     */
    confirmTotp: (self: Self, stepOf: (secret: Buffer) => number, hashes: Hashes): Promise<Added> =>
      changing(db, self, async (em, member) => {
        const hadOne = await hasFactor(em, self);
        const totp = await em.findOne(TotpEntity, own(self));
        if (!totp?.sealedCandidate) throw new ServiceError('invalid_second_factor', 'There is no app to be set up.');
        // Another one may be proposed at any time: the code is of the very secret that is kept.
        const step = stepOf(sealer.open(totp.sealedCandidate, self.memberId));
        const now = new Date();
        totp.sealedSecret = totp.sealedCandidate;
        Object.assign(totp, { sealedCandidate: null, lastStep: step, createdAt: now, lastUsedAt: now });
        await em.flush();
        return added(em, deps, self, member, { method: 'totp', hadOne, hashes });
      }),

    /** Answers null where there is nothing to remove, else ids of mails. */
    removeTotp: (self: Self): Promise<readonly string[] | null> =>
      changing(db, self, async (em, member) => {
        const count = await em.nativeDelete(TotpEntity, { ...own(self), sealedSecret: { $ne: null } });
        return count === 0 ? null : removed(em, deps, self, member, 'totp');
      }),
  };
}

function passkeyStore(db: Database, deps: FactorDeps) {
  return {
    /** Throws `invalid_second_factor` for a credential that is registered already, whoever's it is. */
    async addPasskey(
      self: Self,
      name: string,
      { transports, ...credential }: Credential,
      hashes: Hashes,
    ): Promise<Added & { readonly passkey: Passkey }> {
      try {
        return await changing(db, self, async (em, member) => {
          const hadOne = await hasFactor(em, self);
          const passkey = em.create(PasskeyEntity, {
            ...own(self),
            ...credential,
            id: randomUUID(),
            name,
            transports: [...transports],
            createdAt: new Date(),
            lastUsedAt: null,
          });
          await em.flush();
          return { ...(await added(em, deps, self, member, { method: 'passkey', hadOne, hashes })), passkey };
        });
      } catch (error) {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        throw new ServiceError('invalid_second_factor', 'This passkey is registered already.');
      }
    },

    /** Answers null when the member has no such passkey. */
    renamePasskey: (member: MemberKey, id: string, name: string): Promise<Passkey | null> =>
      db.tenant(member.organizationId).transactional(async (em) => {
        const passkey = await em.findOne(PasskeyEntity, { ...own(member), id });
        if (!passkey || passkey.name === name) return passkey;
        passkey.name = name;
        const { organizationId, memberId: actorId } = member;
        await appendAudit(em, { organizationId, actorId, action: 'passkey.renamed', target: id });
        return passkey;
      }),

    /** Answers null where there is nothing to remove, else ids of mails. */
    removePasskey: (self: Self, id: string): Promise<readonly string[] | null> =>
      changing(db, self, async (em, member) => {
        const count = await em.nativeDelete(PasskeyEntity, { ...own(self), id });
        return count === 0 ? null : removed(em, deps, self, member, 'passkey');
      }),
  };
}
