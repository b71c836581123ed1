/**
 * The secrets that sign deliveries. Each endpoint has one. The organization has one for addresses of a request or a
 * batch, made at first use. After a rotation the old one also signs for a day.
 */
import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sealer } from '#src/keys/sealing.ts';
import { WebhookSecretEntity } from './rows.ts';

const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Writes a secret as customers get it, which is the form of Standard Webhooks. */
export function encodeSecret(secret: Uint8Array): string {
  return PREFIX + Buffer.from(secret).toString('base64');
}

export interface SecretOwner {
  readonly organizationId: string;
  /** The endpoint's id, or the organization's own. */
  readonly ownerId: string;
}

/** Makes a secret for an owner that has none; answers it. */
export async function addSecret(em: EntityManager, sealer: Sealer, owner: SecretOwner, now: Date): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES);
  await em.insert(WebhookSecretEntity, {
    ...owner,
    sealed: sealer.seal(secret, owner.ownerId),
    createdAt: now,
    previousSealed: null,
    previousUntil: null,
  });
  return secret;
}

/** The current secret, made now if there is none. Callers at the same time get the same one. */
export async function ensureSecret(em: EntityManager, sealer: Sealer, owner: SecretOwner, now: Date): Promise<Buffer> {
  const sealed = sealer.seal(randomBytes(SECRET_BYTES), owner.ownerId);
  await em.upsert(
    WebhookSecretEntity,
    { ...owner, sealed, createdAt: now, previousSealed: null, previousUntil: null },
    { onConflictFields: ['ownerId'], onConflictAction: 'ignore' },
  );
  const [current] = await secretsOf(em, sealer, owner, now);
  if (current === undefined) throw new Error('A secret that was just made is not there.');
  return current;
}

/** The owner gets a new one when it is next needed, and the old one signs nothing any more. */
export async function forgetSecret(em: EntityManager, owner: SecretOwner): Promise<void> {
  await em.nativeDelete(WebhookSecretEntity, { ...owner });
}

/** Makes a new secret; the one before it stays valid for a day, the one before that no longer. */
export async function rotateSecret(em: EntityManager, sealer: Sealer, owner: SecretOwner, now: Date): Promise<Buffer> {
  await ensureSecret(em, sealer, owner, now);
  const row = await em.findOneOrFail(WebhookSecretEntity, { ...owner }, { refresh: true });
  const secret = randomBytes(SECRET_BYTES);
  row.previousSealed = row.sealed;
  row.previousUntil = new Date(now.getTime() + SECRET_OVERLAP_MS);
  row.sealed = sealer.seal(secret, owner.ownerId);
  row.createdAt = now;
  await em.flush();
  return secret;
}

/** Answers all secrets that sign now, the current one first. */
export async function secretsOf(em: EntityManager, sealer: Sealer, owner: SecretOwner, now: Date): Promise<Buffer[]> {
  const row = await em.findOne(WebhookSecretEntity, { ...owner });
  if (!row) return [];
  const { sealed, previousSealed, previousUntil } = row;
  const previous = previousSealed && previousUntil && previousUntil > now ? [previousSealed] : [];
  return [sealed, ...previous].map((one) => sealer.open(one, owner.ownerId));
}
