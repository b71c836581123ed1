/** The printed forms of attestations: each lies in the row of its attestation, and goes with it, however that goes. */
import type { Attestation } from '#domain/attestation.ts';
import type { PrintOutcome } from '#domain/printing.ts';
import type { Database } from '#store/database/database.ts';
import { AttestationEntity } from './attestations.ts';

export interface PrintedProofStore {
  /** Null where nobody has asked for it yet, and where there is no such attestation. */
  find(organizationId: string, attestationId: string): Promise<Uint8Array | null>;
  /** What is to be printed, unless it has been, or is gone. */
  unprinted(organizationId: string, attestationId: string): Promise<Attestation | PrintOutcome>;
  /** What was kept first stays. */
  keep(organizationId: string, attestationId: string, page: Uint8Array): Promise<PrintOutcome>;
}

export function printedProofStore(db: Database): PrintedProofStore {
  return {
    async find(organizationId, id) {
      const where = { id, organizationId, expiresAt: { $gt: new Date() } };
      const row = await db.tenant(organizationId).findOne(AttestationEntity, where, { fields: ['printed'] });
      return row?.printed ?? null;
    },

    async unprinted(organizationId, id) {
      const em = db.system();
      const row = await em.findOne(AttestationEntity, { id, organizationId });
      if (row === null) return 'gone';
      const isPrinted = (await em.count(AttestationEntity, { id, printed: { $ne: null } })) > 0;
      return isPrinted ? 'printed' : row.document;
    },

    async keep(organizationId, id, page) {
      const em = db.system();
      const printed = Buffer.from(page);
      const kept = await em.nativeUpdate(AttestationEntity, { id, organizationId, printed: null }, { printed });
      if (kept > 0) return 'printed';
      return (await em.count(AttestationEntity, { id, organizationId })) > 0 ? 'printed' : 'gone';
    },
  };
}
