/**
 * The proofs of normalized documents, found by the hash of the output. One for each pair of original and output of an
 * organization. Its id, time and signatures stay when the pair comes again with the same verdict. Another verdict replaces it.
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

/** Runs within the transaction that ends the submission. A known pair retains its proof while the verdict is the same. */
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

/** Attestations of earlier versions say nothing of the verdict, which differs from every verdict. */
const HAS_OTHER_VERDICT = `(known."document" #>> '{findings,verdict}') is distinct from (excluded."document" #>> '{findings,verdict}')`;
const replacedBy = (column: string, value: string) =>
  `"${column}" = case when ${HAS_OTHER_VERDICT} then ${value} else known."${column}" end`;

/**
 * The first proof stays, because holders of copies compare it. A proof with another verdict replaces it, so that no proof that the
 * API answers is better than the newest verdict. The page that was printed of the first proof goes with it.
 */
const RECORD = `insert into "attestation" as known ("id", "organization_id", "original_sha256", "normalized_sha256",
    "document", "certificate", "envelope", "issued_at", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("organization_id", "original_sha256", "normalized_sha256") do update set
  "expires_at" = greatest(known."expires_at", excluded."expires_at"), ${replacedBy('printed', 'null')},
  ${['id', 'document', 'certificate', 'envelope', 'issued_at'].map((name) => replacedBy(name, `excluded."${name}"`)).join(', ')}
  where known."expires_at" < excluded."expires_at" or ${HAS_OTHER_VERDICT}`;

function toProof({ document, certificate, envelope }: AttestationRow): Proof {
  return { attestation: document, certificate, envelope };
}
