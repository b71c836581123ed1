/** Answers about the revisions of an original. */
import { z } from 'zod';
import { changedObject, revision, signatureReach, timelineSchema } from './parser/revisions-schema.ts';

export const SubmissionRevision = revision;

export const RevisionObject = changedObject;

export const SignatureReach = signatureReach;

export const SubmissionRevisions = z.object({
  submissionId: z.uuid().describe('The submission of the document.'),
  ...timelineSchema.shape,
});
