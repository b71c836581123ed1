/** Exports, erasures and the deletion of an organization. */
import { z } from 'zod';
import { EXPORT_STATUSES } from '#domain/privacy/data-export.ts';
import { ERASURE_STATUSES } from '#domain/privacy/erasure.ts';
import { count, dateTime, page, sha256 } from './values.ts';

/** An export of data, as it stands. */
export const DataExport = z.object({
  exportId: z.uuid().describe('The id of the export.'),
  status: z.enum(EXPORT_STATUSES).describe('The state of the export.'),
  requestedAt: dateTime.describe('The time of the request.'),
  completedAt: dateTime.optional().describe('The time of completion; absent before.'),
  expiresAt: dateTime
    .optional()
    .describe('The time at which the service deletes the archive: seven days after its completion.'),
  sizeBytes: count.optional().describe('The size of the archive in bytes.'),
  sha256: sha256.optional().describe('SHA-256 of the archive, in hex; absent before its completion.'),
});

/** Where an archive is for a while. */
export const ExportLink = z.object({
  url: z
    .url()
    .describe('An address of the archive that needs no credentials. Everybody with the address can read the archive.'),
  expiresAt: dateTime.describe('The end of the address.'),
});

export const DataExportPage = z.object({ items: z.array(DataExport).describe('Exports, the newest first.'), ...page });

/** The request, and the number of its documents. */
export const ScheduledErasure = z.object({
  status: z.enum(['scheduled', 'dry_run']).describe('Whether the service will erase documents, or only counted them.'),
  message: z.string().describe('The outcome for people.'),
  erasureId: z.uuid().nullable().describe('The id of the erasure; null for a dry run.'),
  matchedSubmissions: count.describe('The number of submissions.'),
  matchedUnder: z
    .array(
      z.object({
        pipelineSpec: z
          .string()
          .nullable()
          .describe('The specification of the output; null for documents without an output.'),
        contentHashAlgorithm: z
          .string()
          .nullable()
          .describe('The algorithm of the text hash; null also if an old report does not contain it.'),
        submissions: count.describe('The number of submissions with this specification and algorithm.'),
      }),
    )
    .describe('The number of submissions by specification and algorithm.'),
});

export const Erasure = z.object({
  erasureId: z.uuid().describe('The id of the erasure.'),
  status: z.enum(ERASURE_STATUSES).describe('The state of the erasure.'),
  requestedAt: dateTime.describe('The time of the request.'),
  completedAt: dateTime.nullable().describe('The time of completion; null before.'),
  matchedSubmissions: count.describe('The number of submissions at the time of the request.'),
  submissions: count.describe('The number of erased submissions so far.'),
  objectsRemoved: count.describe('Deleted originals and outputs.'),
  objectsShared: count.describe('Objects from earlier versions that an organization shares; 0 after their move.'),
  exportsRemoved: count.describe('Deleted archives of exports.'),
  certificate: z
    .string()
    .nullable()
    .describe('The certificate as a JWS in compact serialization; absent before completion.'),
});

export const ErasurePage = z.object({ items: z.array(Erasure).describe('Erasures, the newest first.'), ...page });

/** The deletion of an organization that is pending. */
export const AccountDeletion = z.object({
  status: z.literal('pending').describe('The deletion can still be cancelled.'),
  requestedAt: dateTime.describe('The time of the request.'),
  cancellableUntil: dateTime.describe('The end of the time for cancelling.'),
});

export const RequestedDeletion = AccountDeletion.extend({
  message: z.string().describe('The next step, for people.'),
});

export const CancelledDeletion = z.object({
  status: z.literal('cancelled').describe('The service deletes nothing.'),
  message: z.string().describe('The outcome for people.'),
});
