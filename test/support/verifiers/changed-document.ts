/** The facts of the service about a document that was changed after it was signed. */
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { Anomaly, EngineReport, NormalizedFacts } from '#domain/report.ts';
import type { RevisionTimeline, TimelineRevision } from '#domain/revisions.ts';
import type { SubmissionRecord } from '#store/submissions/submission-row.ts';
import { REPORT } from '#test/support/builders/report.ts';

const CHANGED: Anomaly = {
  type: 'INCREMENTAL_UPDATE_INJECTION',
  severity: 'critical',
  description: 'The content of page 1 was changed after it was signed (page /Contents).',
  location: 'page 1',
  finding: 'PAGE_CONTENT_CHANGED',
  facts: { revision: 2, isAfterSigning: true, hides: true },
  place: {
    pages: [{ first: 1, last: 1 }],
    pageCount: 1,
    object: { number: 7, generation: 0 },
    byteRange: { start: 900, end: 1000 },
    fields: [],
    fieldCount: 0,
    signatures: ['Signature1'],
    signatureCount: 1,
  },
};

export function reportOf(normalized: NormalizedFacts | null): EngineReport {
  const failure = { code: 'POLICY_REJECTION', message: 'The document is signed.', stage: null } as const;
  return {
    ...REPORT,
    status: normalized ? 'SUCCESS' : 'REJECTED',
    normalized,
    failure: normalized ? null : failure,
    security: {
      ...REPORT.security,
      digitalSignaturesDetected: true,
      digitalSignaturesRemoved: normalized !== null,
      signatureCount: 1,
      overallSignatureStatus: 'SOME_INVALID',
      signatureVerificationResults: [
        {
          fieldName: 'Signature1',
          signerName: 'CN=Alice Example',
          signedAt: '2026-11-01T10:00:00.000Z',
          valid: false,
          certificateExpired: false,
          certificateChainTrusted: true,
          timestampPresent: false,
          timestampValid: null,
          reason: 'MODIFIED_AFTER_SIGNING',
        },
      ],
    },
    tamperAnalysis: { riskLevel: 'critical', anomaliesDetected: 1, anomalies: [CHANGED] },
    warnings: [{ code: 'SIGNATURE_INVALID', message: 'The signature of Alice Example does not hold.' }],
    stages: REPORT.stages.map((stage) => (stage.stage === 1 ? { ...stage, findings: [CHANGED] } : stage)),
  };
}

const NO_CHANGES = { repointed: 0, replaced: 0, added: 0, freed: 0, rewritten: 0 };

const REVISION: TimelineRevision = {
  number: 1,
  startByte: 0,
  endByte: 800,
  crossReference: 'table',
  stated: null,
  objects: { ...NO_CHANGES, added: 8 },
  entriesRepeated: 0,
  onlyRepoints: false,
  kinds: [],
  isCompared: true,
  listed: [],
  notListed: 0,
};

export const TIMELINE: RevisionTimeline = {
  sizeBytes: 1000,
  crossReference: 'followed',
  count: 2,
  revisions: [
    REVISION,
    {
      ...REVISION,
      number: 2,
      startByte: 800,
      endByte: 1000,
      objects: { ...NO_CHANGES, replaced: 1 },
      listed: [
        {
          objectNumber: 7,
          change: 'replaced',
          kind: 'content',
          page: 1,
          field: null,
          keys: ['stream'],
          words: 'page 1: content',
        },
      ],
    },
  ],
  notListed: 0,
  signatureCount: 1,
  signatures: [
    {
      fieldName: 'Signature1',
      isTimestamp: false,
      byteRange: [0, 300, 500, 300],
      gap: 'exact',
      endByte: 800,
      revision: 1,
      coversWholeFile: false,
      followedBy: { bytes: 200, onlyWhiteSpace: false, revisions: 1 },
    },
  ],
  trailing: null,
};

/** The row without the data that differ between tests. */
export const RECORD: SubmissionRecord = {
  submissionId: '',
  organizationId: '018f2b6e-0000-7000-8000-00000000000a',
  apiKeyId: null,
  memberId: null,
  region: 'eu-central-1',
  originalSha256: null,
  sizeBytes: 0,
  options: DEFAULT_OPTIONS,
  status: 'PENDING',
  attempts: 1,
  requestId: 'request-1',
  apiVersion: '1.0.0',
  createdAt: new Date('2026-11-20T09:59:00Z'),
  batchId: null,
  webhookUrl: null,
  clientReference: 'bill-1',
  metadata: { customer: 'Größe' },
  stateless: false,
  asynchronous: false,
  grantedAt: new Date('2026-11-20T09:59:00Z'),
  startedAt: new Date('2026-11-20T09:59:00Z'),
  completedAt: null,
  expiresAt: null,
  processingTimeMs: null,
  report: null,
  stageDurationsMs: null,
  hasTimeline: true,
  outputFolder: null,
  erasedAt: null,
};
