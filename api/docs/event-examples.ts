/** A body of each event, as receivers get it. A test holds every one against the schema that the service sends by. */
import { proofPaths } from '#domain/attestation.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { NoticeType } from '#domain/webhooks/deliveries.ts';

const ORGANIZATION = '8a2e6c14-3b5d-4f7a-9c1e-2d4f6a8b0c1d';
const SUBMISSION = '0c5d9e2a-7b41-4d3f-8e6a-1f2b3c4d5e6f';
const BATCH = '5f0a1b2c-3d4e-4f5a-8b6c-7d8e9f0a1b2c';
const ORIGINAL = '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea';
const NORMALIZED = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';
const CONTENT = '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6';

const frame = (id: string) => ({
  timestamp: '2026-11-21T10:00:05.120Z',
  apiVersion: '2026-11-21',
  id: `evt_019aa5e2c48a7bd0a1f3c5d7e9b1a3${id}`,
  organizationId: ORGANIZATION,
});

const submission = {
  submissionId: SUBMISSION,
  batchId: null,
  clientReference: 'invoice-42',
  metadata: {},
  processingTimeMs: 842,
  original: { sha256: ORIGINAL, sizeBytes: 20_480 },
};

export const EVENT_EXAMPLES: Readonly<Record<NoticeType, object>> = {
  'normalization.success': {
    type: 'normalization.success',
    ...frame('c1'),
    data: {
      ...submission,
      status: 'SUCCESS',
      normalized: {
        sha256: NORMALIZED,
        sizeBytes: 18_211,
        pdfVersion: '1.7',
        linearized: true,
        contentHash: CONTENT,
        contentHashAlgorithm: 'text-3',
        pipelineSpec: PIPELINE_SPEC,
      },
      failure: null,
      warningCodes: ['NON_EMBEDDED_FONT'],
      verdict: { kind: 'minor_finding', level: 'neutral' },
      tamperRiskLevel: 'low',
      overallSignatureStatus: 'NONE',
      links: {
        submission: `/api/submissions/${SUBMISSION}`,
        artifact: `/api/artifacts/${NORMALIZED}`,
        report: `/api/submissions/${SUBMISSION}/report`,
        ...proofPaths({ normalized: NORMALIZED, original: ORIGINAL }),
      },
    },
  },
  'normalization.failure': {
    type: 'normalization.failure',
    ...frame('c2'),
    data: {
      ...submission,
      status: 'FAILED',
      normalized: null,
      failure: { code: 'NO_PAGES', message: 'The document has no pages.', stage: null },
      warningCodes: [],
      verdict: { kind: 'failed', level: 'caution' },
      tamperRiskLevel: null,
      overallSignatureStatus: null,
      links: { submission: `/api/submissions/${SUBMISSION}` },
    },
  },
  'normalization.rejected': {
    type: 'normalization.rejected',
    ...frame('c3'),
    data: {
      ...submission,
      status: 'REJECTED',
      normalized: null,
      failure: {
        code: 'POLICY_REJECTION',
        message: 'SIGNED_PDF: The document carries 1 digital signature, which rewriting would break.',
        stage: 'DigitalSignatureDetection',
      },
      warningCodes: [],
      verdict: { kind: 'signed_unchanged', level: 'neutral' },
      tamperRiskLevel: 'none',
      overallSignatureStatus: 'ALL_VALID',
      links: { submission: `/api/submissions/${SUBMISSION}` },
    },
  },
  'submission.flagged': {
    type: 'submission.flagged',
    ...frame('c6'),
    data: {
      submissionId: SUBMISSION,
      batchId: BATCH,
      verdict: { kind: 'changed_after_signing', level: 'danger' },
      links: { submission: `/api/submissions/${SUBMISSION}` },
    },
  },
  'batch.completed': {
    type: 'batch.completed',
    ...frame('c4'),
    data: {
      batchId: BATCH,
      name: 'November invoices',
      status: 'complete',
      total: 250,
      completed: 247,
      failed: 2,
      rejected: 1,
      clientReference: null,
      metadata: {},
      createdAt: '2026-11-21T09:58:00.000Z',
      durationMs: 125_120,
      links: { batch: `/api/batches/${BATCH}`, submissions: `/api/batches/${BATCH}/submissions` },
    },
  },
  'webhook.test': {
    type: 'webhook.test',
    ...frame('c5'),
    data: { webhookId: '91d4f6a8-b0c1-4d2e-8f3a-4b5c6d7e8f90' },
  },
};
