/** The reasons of rejections (`failure.reason`). `GLYPH_MISSING` is a warning too, and is documented there. */
import type { RejectionReason } from '#domain/report.ts';
import { lostConformance, REJECTION_SENTENCES } from '#domain/sentences/rejection-sentences.ts';
import type { Explanation } from './explanation.ts';

const STAGE = 'ActiveContentRemoval';

export const REJECTION_REASON_EXPLANATIONS: Readonly<Record<Exclude<RejectionReason, 'GLYPH_MISSING'>, Explanation>> = {
  SIGNED_PDF: {
    title: 'The document is signed',
    cause:
      'Without `signed_pdf_policy` the API rejects signed documents, because a rewritten file has no valid signature.',
    remedy: 'Send `signed_pdf_policy=strip` to remove the signatures, or `preserve` to get the file unchanged.',
    retryable: false,
    example: REJECTION_SENTENCES.SIGNED_PDF(
      { code: 'POLICY_REJECTION', reason: 'SIGNED_PDF', signatureCount: 1, stage: 'DigitalSignatureDetection' },
      [],
    ),
  },
  PDFA_COMPLIANCE_RISK: {
    title: 'The output would not conform to PDF/A',
    cause: 'The document conforms to the level of PDF/A that it declares, but its output would not conform.',
    remedy: 'Send `pdfa_policy=normalize_anyway` to get an output that does not declare PDF/A.',
    retryable: false,
    example: lostConformance('3b', STAGE, ['ISO 19005-3:2012 6.8-5']),
  },
};
