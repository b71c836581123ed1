/** The places of printed forms: each is beside its source, and ends with it. The first stored form stays. */
import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { comparisonKey } from '#domain/compare.ts';
import type { ComparedDocuments, Printable, PrintedVerdict, PrintInput, PrintOutcome } from '#domain/printing.ts';
import type { Region } from '#domain/region.ts';
import { verdictOf } from '#domain/verdict/verdict.ts';
import type { Database } from '#store/database/database.ts';
import { type ArtifactStore, isMissing } from '#store/objects/artifacts.ts';
import { DeletionTombstoneEntity } from '#store/privacy/purge.ts';
import { NORMALIZED_SHA256_OF, SubmissionEntity } from '#store/submissions/submission-row.ts';
import { AttestationEntity, type AttestationRow } from './attestations.ts';

/** The place of one printed form. */
export interface PrintedForm {
  /** Null without a printed form, and without its source. */
  find(): Promise<Uint8Array | null>;
  /** The source of a missing print; otherwise the outcome. */
  unprinted(): Promise<Printable | PrintOutcome>;
  keep(pages: Uint8Array): Promise<PrintOutcome>;
}

export type PrintedStore = (input: PrintInput) => PrintedForm;

export function printedStore(db: Database, artifacts: ArtifactStore): PrintedStore {
  return (input) => {
    switch (input.kind) {
      case 'attestation':
        return besideAttestation(db, input.organizationId, input.id);
      case 'deletion':
        return besideCertificate(db, input.id);
      case 'comparison':
        return besideReport(artifacts, input.region, input.id);
    }
  };
}

/** The print in the row of the attestation. */
function besideAttestation(db: Database, organizationId: string, id: string): PrintedForm {
  return {
    async find() {
      const where = { id, organizationId, expiresAt: { $gt: new Date() } };
      const row = await db.tenant(organizationId).findOne(AttestationEntity, where, { fields: ['printed'] });
      return row?.printed ?? null;
    },

    async unprinted() {
      const em = db.system();
      const row = await em.findOne(AttestationEntity, { id, organizationId });
      if (row === null) return 'gone';
      const isPrinted = (await em.count(AttestationEntity, { id, printed: { $ne: null } })) > 0;
      if (isPrinted) return 'printed';
      const verdict = row.document.findings.verdict ? null : await verdictOn(em, row);
      return { kind: 'attestation', attestation: row.document, ...(verdict && { verdict }) };
    },

    async keep(pages) {
      const em = db.system();
      const printed = Buffer.from(pages);
      const kept = await em.nativeUpdate(AttestationEntity, { id, organizationId, printed: null }, { printed });
      if (kept > 0) return 'printed';
      return (await em.count(AttestationEntity, { id, organizationId })) > 0 ? 'printed' : 'gone';
    },
  };
}

/** If the attestation has no verdict, uses that of the newest submission with this output. */
async function verdictOn(
  em: EntityManager,
  {
    organizationId,
    originalSha256,
    normalizedSha256,
  }: Pick<AttestationRow, 'organizationId' | 'originalSha256' | 'normalizedSha256'>,
): Promise<PrintedVerdict | null> {
  const where = { organizationId, originalSha256, [raw(NORMALIZED_SHA256_OF)]: normalizedSha256 };
  const [row] = await em.find(SubmissionEntity, where, { orderBy: { completedAt: 'desc' }, limit: 1 });
  if (!row?.report) return null;
  const { level, label } = verdictOf(row.report);
  return { level, label };
}

/** The print in the row of the tombstone, for the life of the certificate. It has no further facts. */
function besideCertificate(db: Database, id: string): PrintedForm {
  const living = () => ({ id, certificate: { $ne: null }, certificateUntil: { $gt: new Date() } });
  return {
    async find() {
      const row = await db.system().findOne(DeletionTombstoneEntity, living(), { fields: ['printed'] });
      return row?.printed ?? null;
    },

    async unprinted() {
      const em = db.system();
      const row = await em.findOne(DeletionTombstoneEntity, living());
      if (!row?.certificate) return 'gone';
      const isPrinted = (await em.count(DeletionTombstoneEntity, { id, printed: { $ne: null } })) > 0;
      return isPrinted ? 'printed' : { kind: 'deletion', certificate: row.certificate };
    },

    async keep(pages) {
      const em = db.system();
      const printed = Buffer.from(pages);
      const kept = await em.nativeUpdate(DeletionTombstoneEntity, { ...living(), printed: null }, { printed });
      if (kept > 0) return 'printed';
      return (await em.count(DeletionTombstoneEntity, living())) > 0 ? 'printed' : 'gone';
    },
  };
}

/** Under temporary keys, which whoever compares removes: the report first. */
function besideReport(artifacts: ArtifactStore, region: Region, id: string): PrintedForm {
  const pagesKey = comparisonKey(id, 'pages');
  const has = async (key: string) => (await artifacts.stat(region, key)) !== null;
  const read = (key: string) => artifacts.getBytes(region, key).catch(nullIfMissing);
  return {
    find: () => read(pagesKey),

    async unprinted() {
      if (await has(pagesKey)) return 'printed';
      const [report, facts] = [await read(comparisonKey(id, 'report')), await read(comparisonKey(id, 'facts'))];
      if (report === null || facts === null) return 'gone';
      const documents: ComparedDocuments = JSON.parse(new TextDecoder().decode(facts));
      return { kind: 'comparison', report: JSON.parse(new TextDecoder().decode(report)), ...documents };
    },

    async keep(pages) {
      await artifacts.putBytes(region, pagesKey, pages, 'application/pdf');
      if (await has(comparisonKey(id, 'report'))) return 'printed';
      // The requester has left meanwhile, and could not remove an object that did not exist yet.
      await artifacts.remove(region, pagesKey);
      return 'gone';
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
