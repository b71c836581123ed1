/** The events of webhooks: one schema for the body of each kind. */
import { z } from 'zod';
import { FAILURE_CODES, WARNING_CODES } from '#domain/failure-codes.ts';
import { NOTICE_TYPES, type NoticeType } from '#domain/webhooks/deliveries.ts';
import { NormalizedInfo, OriginalInfo, SecurityInfo } from './submissions.ts';
import { correlation, count, dateTime, growing, path, placed } from './values.ts';
import { VerdictSummary } from './parser/verdict-schema.ts';
import { RiskLevel, StageName } from './words.ts';

export const eventId = z
  .string()
  .regex(/^evt_[0-9a-f]{32}$/)
  .describe(
    'The id of the event, the same for all attempts and replays. A receiver can skip an id that it has handled.',
  );

const frame = {
  timestamp: dateTime.describe('The time of the event.'),
  apiVersion: z.iso.date().describe('The version of the API that defines this event.'),
  id: eventId,
  organizationId: z.uuid().describe('The organization of the event.'),
};

/** A submission that has ended. */
export const SubmissionEventData = z.object({
  submissionId: z.uuid().describe('The submission that ended.'),
  batchId: z.uuid().nullable().describe('The batch of the submission; null without one.'),
  ...correlation,
  status: z.enum(['SUCCESS', 'FAILED', 'REJECTED']).describe('The final status.'),
  processingTimeMs: count.describe('The processing time in milliseconds.'),
  original: placed(OriginalInfo, 'The document as it came.'),
  normalized: NormalizedInfo.omit({ downloadUrl: true })
    .nullable()
    .describe('The hash of the canonical document, by which you can fetch it; null without one.'),
  failure: z
    .object({
      code: growing(FAILURE_CODES).describe('The code of the failure, for programs.'),
      message: z.string().describe('The reason for people.'),
      stage: StageName.nullable().describe('The stage at which the submission ended; null outside of the stages.'),
    })
    .nullable()
    .describe('The reason for the missing canonical document; null if there is one.'),
  warningCodes: z.array(growing(WARNING_CODES)).describe('The codes of the warnings, each once.'),
  verdict: VerdictSummary.nullable().describe(
    'The verdict without names and words of the document; null in events of earlier versions of the service.',
  ),
  tamperRiskLevel: RiskLevel.nullable().describe('The risk from the tamper analysis; null without an analysis.'),
  overallSignatureStatus: SecurityInfo.shape.overallSignatureStatus

    .nullable()
    .describe('The status of all signatures together; null if the service did not check them.'),
  links: z
    .object({
      submission: path.describe('The path of the submission.'),
      artifact: path.optional().describe('The path of the canonical document; absent without one.'),
      report: path.optional().describe('The path of the report.'),
      attestation: path.optional().describe('The attestation of its original and output.'),
      certificate: path.optional().describe('The certificate of its original and output.'),
      verify: path.optional().describe('The path that verifies the attestation and the output again.'),
    })
    .describe('Paths of the API, for calls with your key.'),
});

/** A submission whose verdict has the worst level. */
export const FlaggedEventData = z.object({
  submissionId: z.uuid().describe('The submission.'),
  batchId: z.uuid().nullable().describe('The batch of the submission; null without one.'),
  verdict: placed(VerdictSummary, 'The verdict without names and words of the document.'),
  links: z
    .object({ submission: path.describe('The path of the submission.') })
    .describe('Paths of the API, for calls with your key.'),
});

/** A batch of which nothing is pending any more. */
export const BatchEventData = z.object({
  batchId: z.uuid().describe('The batch that is complete.'),
  name: z.string().describe('The name of the batch.'),
  status: z.literal('complete').describe('A complete batch has no pending submission.'),
  total: count.describe('The number of submissions.'),
  completed: count.describe('Submissions that ended with SUCCESS.'),
  failed: count.describe('Submissions that ended with FAILED.'),
  rejected: count.describe('Submissions that ended with REJECTED.'),
  ...correlation,
  createdAt: dateTime.describe('The time of the creation of the batch.'),
  durationMs: count.describe('Milliseconds from the creation to the end of the last submission.'),
  links: z
    .object({
      batch: path.describe('The path of the batch.'),
      submissions: path.describe('The path of its submissions.'),
    })
    .describe('Paths of the API, for calls with your key.'),
});

/** An endpoint whose owner wants to see that it works. */
export const TestEventData = z.object({ webhookId: z.uuid().describe('The endpoint of the test.') });

/** The type is a literal, because it identifies the event. */
function event<Type extends NoticeType, Data extends z.ZodObject>(type: Type, data: Data) {
  return z.object({
    type: z.literal(type).describe('The kind of event.'),
    ...frame,
    data: placed(data, 'The facts.'),
  });
}

export const NormalizationSuccessEvent = event('normalization.success', SubmissionEventData);
export const NormalizationFailureEvent = event('normalization.failure', SubmissionEventData);
export const NormalizationRejectedEvent = event('normalization.rejected', SubmissionEventData);
export const SubmissionFlaggedEvent = event('submission.flagged', FlaggedEventData);
export const BatchCompletedEvent = event('batch.completed', BatchEventData);
export const WebhookTestEvent = event('webhook.test', TestEventData);

interface SentEvent {
  readonly schema: z.ZodObject;
  readonly tells: string;
  readonly to: string;
}

const SUBSCRIBERS = 'the endpoints that subscribed to it, and the `webhook_url` of the request';

/** Every event that is sent, and who gets it. */
export const EVENTS = {
  'normalization.success': { schema: NormalizationSuccessEvent, tells: 'A document was normalized', to: SUBSCRIBERS },
  'normalization.failure': {
    schema: NormalizationFailureEvent,
    tells: 'A document could not be normalized',
    to: SUBSCRIBERS,
  },
  'normalization.rejected': {
    schema: NormalizationRejectedEvent,
    tells: 'A policy forbade to normalize a document',
    to: SUBSCRIBERS,
  },
  'submission.flagged': {
    schema: SubmissionFlaggedEvent,
    tells: 'The verdict on a document has the level `danger`',
    to: 'the endpoints that subscribed to it, also of a request that waited for its result',
  },
  'batch.completed': {
    schema: BatchCompletedEvent,
    tells: 'Nothing of a batch is pending any more',
    to: 'the `webhook_url` of the batch',
  },
  'webhook.test': {
    schema: WebhookTestEvent,
    tells: 'Somebody wants to see that an endpoint works',
    to: 'the endpoint that is tested, whatever it subscribed to',
  },
} as const satisfies Record<NoticeType, SentEvent>;

/** Any event, also of a kind that is still to come. */
export const WebhookEvent = z.looseObject({
  type: growing(NOTICE_TYPES).describe('The kind of event. Later versions of the service may add kinds.'),
  ...frame,
  data: z.looseObject({}).describe('The data of the event. Its members depend on the kind.'),
});
