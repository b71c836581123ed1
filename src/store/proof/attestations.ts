/**
 * The proofs of normalized documents, found by the hash of the output. One for each pair of original and output of an
 * organization, made when the pair first appeared and never again: its id, time and signatures stay.
 */
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Attestation, Envelope, Proof } from '#domain/attestation.ts';
import type { Database } from '#store/database/database.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const AttestationEntity = defineEntity({
  name: 'Attestation',
  tableName: 'attestation',
  policies: ownRows('attestation_tenant', 'organization_id'),
  indexes: [
    { name: 'attestation_output', properties: ['organizationId', 'normalizedSha256', 'issuedAt'] },
    { name: 'attestation_expiry', properties: ['expiresAt'] },
  ],
  uniques: [{ name: 'attestation_pair', properties: ['organizationId', 'originalSha256', 'normalizedSha256'] }],
  properties: {
    /** The attestationId. */
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    originalSha256: p.text(),
    normalizedSha256: p.text(),
    document: p.json<Attestation>().columnType('json'),
    certificate: p.text(),
    envelope: p.json<Envelope>().columnType('json'),
    issuedAt: p.datetime(),
    expiresAt: p.datetime(),
    /** The attestation as a page, from the first time that somebody asks for it (`printed.ts`). */
    printed: p.blob().nullable().lazy(),
  },
});

export type AttestationRow = InferEntity<typeof AttestationEntity>;

export interface AttestationStore {
  /** The newest of this output, or the one that came from the given original. */
  find(organizationId: string, normalizedSha256: string, originalSha256?: string): Promise<Proof | null>;
}

export function attestationStore(db: Database): AttestationStore {
  return {
    async find(organizationId, normalizedSha256, originalSha256) {
      const row = await db.tenant(organizationId).findOne(
        AttestationEntity,
        {
          organizationId,
          normalizedSha256,
          ...(originalSha256 === undefined ? {} : { originalSha256 }),
          expiresAt: { $gt: new Date() },
        },
        { orderBy: { issuedAt: 'desc', id: 'desc' } },
      );
      return row && toProof(row);
    },
  };
}

/** Runs within the transaction that ends the submission. A pair known already keeps its proof, for at least as long. */
export async function recordProof(
  em: EntityManager,
  organizationId: string,
  { attestation, certificate, envelope }: Proof,
  expiresAt: Date,
): Promise<void> {
  const { originalSha256, normalizedSha256 } = attestation.subject;
  const { attestationId: id, issuedAt } = attestation;
  const pair = [organizationId, originalSha256, normalizedSha256];
  const documents = [JSON.stringify(attestation), certificate, JSON.stringify(envelope)];
  await executeUnread(em, RECORD, [id, ...pair, ...documents, issuedAt, expiresAt]);
}

/** What was signed first stays; it lives as long as what was signed last. */
const RECORD = `insert into "attestation" as known ("id", "organization_id", "original_sha256", "normalized_sha256",
    "document", "certificate", "envelope", "issued_at", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("organization_id", "original_sha256", "normalized_sha256") do update
  set "expires_at" = excluded."expires_at" where known."expires_at" < excluded."expires_at"`;

function toProof({ document, certificate, envelope }: AttestationRow): Proof {
  return { attestation: document, certificate, envelope };
}
