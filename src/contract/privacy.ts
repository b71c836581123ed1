/** Exports, erasures and the deletion of an organization. */
import { z } from 'zod';
import { EXPORT_STATUSES } from '#domain/privacy/data-export.ts';
import { ERASURE_STATUSES } from '#domain/privacy/erasure.ts';
import { count, dateTime, page, sha256 } from './values.ts';

/** An export of data, as it stands. */
export const DataExport = z.object({
  exportId: z.uuid().describe('The export.'),
  status: z.enum(EXPORT_STATUSES).describe('How far it is.'),
  requestedAt: dateTime.describe('When it was asked for.'),
  completedAt: dateTime.optional().describe('Once it is completed.'),
  expiresAt: dateTime.optional().describe('When the archive goes: seven days after its completion.'),
  sizeBytes: count.optional().describe('Of the archive.'),
  sha256: sha256.optional().describe('Of the archive, in hex; once it is completed.'),
});

/** Where an archive is for a while. */
export const ExportLink = z.object({
  url: z.url().describe('Leads to the archive, without credentials: for whoever has it.'),
  expiresAt: dateTime.describe('Until then.'),
});

export const DataExportPage = z.object({ items: z.array(DataExport).describe('The newest first.'), ...page });

/** The request, and the number of its documents. */
export const ScheduledErasure = z.object({
  status: z.enum(['scheduled', 'dry_run']).describe('Whether it will be done, or was only counted.'),
  message: z.string().describe('The same for people.'),
  erasureId: z.uuid().nullable().describe('Null for a dry run.'),
  matchedSubmissions: count.describe('How many submissions are meant.'),
  matchedUnder: z
    .array(
      z.object({
        pipelineSpec: z
          .string()
          .nullable()
          .describe('What they were normalized under; null for documents without an output.'),
        contentHashAlgorithm: z
          .string()
          .nullable()
          .describe('What the text was hashed by; null also where an old report does not tell.'),
        submissions: count.describe('How many of them.'),
      }),
    )
    .describe('The same by specification and algorithm.'),
});

export const Erasure = z.object({
  erasureId: z.uuid().describe('The erasure.'),
  status: z.enum(ERASURE_STATUSES).describe('How far it is.'),
  requestedAt: dateTime.describe('When it was asked for.'),
  completedAt: dateTime.nullable().describe('When it was done; null before.'),
  matchedSubmissions: count.describe('At the time of the request.'),
  submissions: count.describe('Erased so far.'),
  objectsRemoved: count.describe('Originals and outputs that are gone.'),
  objectsShared: count.describe('Objects of versions before that an organization shares; 0 once they are moved.'),
  exportsRemoved: count.describe('Archives of exports that are gone.'),
  certificate: z.string().nullable().describe('JWS in compact serialization, once it is completed.'),
});

export const ErasurePage = z.object({ items: z.array(Erasure).describe('The newest first.'), ...page });

/** The deletion of an organization that is pending. */
export const AccountDeletion = z.object({
  status: z.literal('pending').describe('It can still be cancelled.'),
  requestedAt: dateTime.describe('When it was asked for.'),
  cancellableUntil: dateTime.describe('When the cooling-off ends.'),
});

export const RequestedDeletion = AccountDeletion.extend({
  message: z.string().describe('What happens now, for people.'),
});

export const CancelledDeletion = z.object({
  status: z.literal('cancelled').describe('Nothing is deleted.'),
  message: z.string().describe('The same for people.'),
});
