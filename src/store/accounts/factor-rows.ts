/** The second factors of members as rows. They end with their member. */
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FactorMethod } from '#domain/accounts/second-factor.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const TotpEntity = defineEntity({
  name: 'Totp',
  tableName: 'totp',
  policies: ownRows('totp_tenant', 'organization_id'),
  properties: {
    memberId: p.uuid().primary(),
    organizationId: p.uuid(),
    /** Null until a code of the app has been given. */
    sealedSecret: p.text().nullable(),
    /** Shown, and no code of it given yet; it takes the place of the secret then. */
    sealedCandidate: p.text().nullable(),
    createdAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    /** The time step of the last code that was taken: none is taken twice. */
    lastStep: p.integer().nullable(),
  },
});

export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  policies: ownRows('passkey_tenant', 'organization_id'),
  indexes: [{ name: 'passkey_member', properties: ['organizationId', 'memberId'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    memberId: p.uuid(),
    name: p.text(),
    credentialId: p.text().unique('passkey_credential_id_unique'),
    publicKey: p.text(),
    signCount: p.bigint('number'),
    transports: p.text().array(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});

export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  policies: ownRows('recovery_code_tenant', 'organization_id'),
  properties: {
    memberId: p.uuid().primary(),
    sha256: p.text().primary(),
    organizationId: p.uuid(),
  },
});

export type Totp = InferEntity<typeof TotpEntity>;
export type Passkey = InferEntity<typeof PasskeyEntity>;

export interface MemberKey {
  readonly organizationId: string;
  readonly memberId: string;
}

/** Only the columns of the key, without other members of a caller. */
export function own({ organizationId, memberId }: MemberKey): MemberKey {
  return { organizationId, memberId };
}

const METHODS = `
  select 'totp' as method, member_id as "memberId" from totp where organization_id = ? and sealed_secret is not null
  union select 'passkey', member_id from passkey where organization_id = ?
  union select 'recovery_code', member_id from recovery_code where organization_id = ?
  order by method desc`;

/** The kinds of second factors of each member. Members without one are absent. */
export async function methodsOfTeam(
  em: EntityManager,
  organizationId: string,
): Promise<ReadonlyMap<string, FactorMethod[]>> {
  const ids = [organizationId, organizationId, organizationId];
  const rows = await em.execute<{ method: FactorMethod; memberId: string }[]>(METHODS, ids);
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId);
  return new Map([...byMember].map(([memberId, found]) => [memberId, found.map(({ method }) => method)]));
}

/** Empty for a member without second factor. */
export async function methodsOf(em: EntityManager, { organizationId, memberId }: MemberKey): Promise<FactorMethod[]> {
  const one = `select method from (${METHODS}) found where "memberId" = ?`;
  const ids = [organizationId, organizationId, organizationId, memberId];
  return (await em.execute<{ method: FactorMethod }[]>(one, ids)).map(({ method }) => method);
}

/**
 * Removes the factors of one member, or of all members without a name, in a transaction that has locked them. Returns
 * the number.
 */
export async function removeFactors(
  em: EntityManager,
  of: { readonly organizationId: string; readonly memberId?: string },
): Promise<number> {
  await em.nativeDelete(RecoveryCodeEntity, of);
  return (await em.nativeDelete(TotpEntity, of)) + (await em.nativeDelete(PasskeyEntity, of));
}
