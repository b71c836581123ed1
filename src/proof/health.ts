/** The health score: how sound a document was when it came. 100 less the published penalties of `docs/verify.md`. */
import type { EngineReport, RiskLevel, SecurityInfo } from '#domain/report.ts';
import type { WarningCode } from '#domain/failure-codes.ts';

export const RISK_PENALTIES: Readonly<Record<RiskLevel, number>> = {
  none: 0,
  low: 5,
  medium: 15,
  high: 30,
  critical: 50,
};

/** Each counts once, however often the warning was given. Other warnings tell of choices, not of defects. */
export const WARNING_PENALTIES: Readonly<Partial<Record<WarningCode, number>>> = {
  SIGNATURE_INVALID: 20,
  UNDECODABLE_STREAM: 15,
  FIELD_VALUE_APPEARANCE_MISMATCH: 10,
  XREF_REBUILT: 5,
  PAGE_TREE_REPAIRED: 5,
  BROKEN_OBJECT_REFERENCE: 5,
  GLYPH_MISSING: 5,
  PDFA_DECLARATION_INVALID: 5,
  EXTERNAL_REFERENCE_REMOVED: 5,
  STREAM_LENGTH_REPAIRED: 2,
  METADATA_XMP_INVALID: 2,
  METADATA_CONFLICT: 2,
  NON_EMBEDDED_FONT: 2,
  FONT_WIDTH_MISMATCH: 2,
  NO_EXTRACTABLE_TEXT: 2,
};

export const SECURITY_PENALTIES: Readonly<Partial<Record<keyof SecurityInfo, number>>> = {
  launchActionsRemoved: 15,
  javascriptRemoved: 10,
  embeddedFilesRemoved: 5,
  richMediaRemoved: 5,
  openActionsRemoved: 2,
};

export function healthScore({ tamperAnalysis, security, warnings }: EngineReport): number {
  const codes = [...new Set(warnings.map(({ code }) => code))];
  const penalties = [
    RISK_PENALTIES[tamperAnalysis?.riskLevel ?? 'none'],
    ...codes.map((code) => WARNING_PENALTIES[code] ?? 0),
    ...Object.entries(SECURITY_PENALTIES).map(([name, penalty]) =>
      Reflect.get(security, name) === true ? penalty : 0,
    ),
  ];
  return Math.max(0, 100 - penalties.reduce((sum, penalty) => sum + penalty, 0));
}
