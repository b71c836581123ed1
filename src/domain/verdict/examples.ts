/** Facts for tests: a document of which everything is known and good. Each test changes one fact. */
import type { Finding, ReportLike, RevisionsLike, SubmissionLike, VerificationLike } from './facts.ts';

export const ALICE: VerificationLike = {
  fieldName: 'Signature1',
  signerName: 'CN=Alice Example, O=Example Org, C=CA',
  signedAt: '2026-03-12T09:30:00Z',
  valid: true,
  certificateExpired: false,
  certificateChainTrusted: null,
  timestampPresent: false,
  timestampValid: null,
  reason: null,
};

export const PLAIN: SubmissionLike = {
  status: 'SUCCESS',
  security: {
    javascriptRemoved: false,
    embeddedFilesRemoved: false,
    digitalSignaturesDetected: false,
    signatureCount: 0,
    signatureVerificationResults: [],
    overallSignatureStatus: 'NONE',
  },
  tamperAnalysis: { riskLevel: 'none', anomalies: [] },
  warnings: [],
  failure: null,
  links: { revisions: '/api/submissions/1/revisions' },
};

export const REPORT: ReportLike = {
  stages: [{ name: 'DigitalSignatureDetection', result: 'none' }],
  embeddedFiles: null,
  revisions: { count: 1 },
};

export const ONE_REVISION: RevisionsLike = { crossReference: 'followed', count: 1, signatureCount: 0, signatures: [] };

/** Each signature covers the revision with its number, and the last one all of the file. */
export function reaching(signatures: readonly VerificationLike[], count = signatures.length): RevisionsLike {
  return {
    crossReference: 'followed',
    count,
    signatureCount: signatures.length,
    signatures: signatures.map(({ fieldName }, index) => ({
      fieldName,
      isTimestamp: false,
      gap: 'exact',
      revision: index + 1,
      coversWholeFile: index + 1 === count,
    })),
  };
}

export function signedBy(...signatures: readonly VerificationLike[]): SubmissionLike {
  return {
    ...PLAIN,
    security: {
      ...PLAIN.security,
      digitalSignaturesDetected: true,
      signatureCount: signatures.length,
      signatureVerificationResults: signatures,
      overallSignatureStatus: signatures.every(({ valid }) => valid) ? 'ALL_VALID' : 'SOME_INVALID',
    },
  };
}

export function finding(severity: string, description: string, type = 'SHADOW_CONTENT_DETECTED'): Finding {
  return { type, severity, description };
}

export function found(submission: SubmissionLike, riskLevel: string, ...anomalies: readonly Finding[]): SubmissionLike {
  return { ...submission, tamperAnalysis: { riskLevel, anomalies } };
}

export function warned(submission: SubmissionLike, ...codes: readonly string[]): SubmissionLike {
  return { ...submission, warnings: codes.map((code) => ({ code, message: '' })) };
}
