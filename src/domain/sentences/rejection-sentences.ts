/** The sentences of rejections. Each begins with the word of its reason. */
import type { RejectedFacts, RejectionReason, Warning } from '#domain/report.ts';
import { counted } from './words.ts';

type Sentence = (rejection: RejectedFacts, warnings: readonly Warning[]) => string;

const WAY_OUT = 'With pdfa_policy normalize_anyway it is normalized and the claim removed.';

export const REJECTION_SENTENCES: Readonly<Record<RejectionReason, Sentence>> = {
  SIGNED_PDF: ({ signatureCount = 0 }) =>
    `SIGNED_PDF: The document carries ${counted(signatureCount, 'digital signature')}, which rewriting would break. ` +
    'Ask for signed_pdf_policy strip to remove them, or preserve to keep the document as it is.',
  PDFA_COMPLIANCE_RISK: ({ level, stage }) =>
    `PDFA_COMPLIANCE_RISK: PDF/A-${level} asks for an embedded file, and none is left after ${stage}. ${WAY_OUT}`,
  GLYPH_MISSING: (_, warnings) => {
    const missing = warnings.find(({ code }) => code === 'GLYPH_MISSING')?.message ?? '';
    return `GLYPH_MISSING: ${missing}${missing.endsWith('.') ? '' : '.'} With missing_glyph_policy warn this is a warning.`;
  },
};

/** The validator found rules that the document met before `stage`, and does not meet after it. */
export function lostConformance(level: string, stage: string, rules: readonly string[]): string {
  return `PDFA_COMPLIANCE_RISK: the document conforms to PDF/A-${level} and would not after ${stage}: ${rules.join(', ')}. ${WAY_OUT}`;
}
