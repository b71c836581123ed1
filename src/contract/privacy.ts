/** Exports, erasures and the deletion of an organization. */
import { z } from 'zod';
import { EXPORT_STATUSES } from '#domain/privacy/data-export.ts';
import { ERASURE_STATUSES } from '#domain/privacy/erasure.ts';
import { count, dateTime, page } from './values.ts';

/** An export of data, as it stands. */
export const DataExport = z.object({
  exportId: z.uuid(),
  status: z.enum(EXPORT_STATUSES),
  requestedAt: dateTime,
  completedAt: dateTime.optional().describe('Once it is completed.'),
  expiresAt: dateTime.optional().describe('When the archive goes: seven days after its completion.'),
  sizeBytes: count.optional().describe('Of the archive.'),
});

export const DataExportPage = z.object({ items: z.array(DataExport), ...page });

/** What was asked for, and how much it is about. */
export const ScheduledErasure = z.object({
  status: z.enum(['scheduled', 'dry_run']),
  message: z.string(),
  erasureId: z.uuid().nullable().describe('Null for a dry run.'),
  matchedSubmissions: count,
  matchedUnder: z
    .array(
      z.object({
        pipelineSpec: z.string().nullable().describe('Null for documents without an output.'),
        contentHashAlgorithm: z.string().nullable().describe('Null also where an old report does not tell.'),
        submissions: count,
      }),
    )
    .describe('The same by specification and algorithm.'),
});

export const Erasure = z.object({
  erasureId: z.uuid(),
  status: z.enum(ERASURE_STATUSES),
  requestedAt: dateTime,
  completedAt: dateTime.nullable(),
  matchedSubmissions: count.describe('At the time of the request.'),
  submissions: count.describe('Erased so far.'),
  objectsRemoved: count,
  objectsShared: count.describe('Kept for other organizations that have them too.'),
  exportsRemoved: count,
  certificate: z.string().nullable().describe('JWS in compact serialization, once it is completed.'),
});

export const ErasurePage = z.object({ items: z.array(Erasure), ...page });

/** The deletion of an organization that is pending. */
export const AccountDeletion = z.object({
  status: z.literal('pending'),
  requestedAt: dateTime,
  cancellableUntil: dateTime,
});

export const RequestedDeletion = AccountDeletion.extend({ message: z.string() });

export const CancelledDeletion = z.object({ status: z.literal('cancelled'), message: z.string() });
