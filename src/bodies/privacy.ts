/** Exports, erasures and the deletion of an organization as they stand. */
import type { z } from 'zod';
import type { Erasure as ErasureSchema } from '#src/contract/privacy.ts';
import type { AccountDeletion } from '#store/privacy/account-deletions.ts';
import { countsOf, type Erasure } from '#store/privacy/erasures.ts';
import type { DataExport } from '#store/privacy/exports.ts';

export function exportStatus({ status, expiresAt }: DataExport): DataExport['status'] {
  return status === 'completed' && expiresAt && expiresAt <= new Date() ? 'expired' : status;
}

export function exportBody(found: DataExport) {
  const { id: exportId, requestedAt, completedAt, expiresAt, sizeBytes, sha256 } = found;
  const status = exportStatus(found);
  return {
    exportId,
    status,
    requestedAt: requestedAt.toISOString(),
    ...(status === 'completed' && {
      completedAt: completedAt?.toISOString(),
      expiresAt: expiresAt?.toISOString(),
      sizeBytes,
      ...(sha256 !== null && { sha256 }),
    }),
  };
}

export function erasureBody(found: Erasure): z.output<typeof ErasureSchema> {
  const { id: erasureId, status, requestedAt, completedAt, matched: matchedSubmissions, certificate } = found;
  return {
    erasureId,
    status,
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    matchedSubmissions,
    ...countsOf(found),
    certificate: certificate ?? null,
  };
}

/** An execution was pending a moment ago, so its caller is signed in. */
export function deletionBody({ requestedAt, cancellableUntil }: AccountDeletion) {
  return {
    status: 'pending',
    requestedAt: requestedAt.toISOString(),
    cancellableUntil: cancellableUntil.toISOString(),
  };
}
