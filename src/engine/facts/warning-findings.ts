/** The ids of the findings of warnings, each with its `code` in the contract. Ids never change. */
import { WARNING_CODES, type WarningCode } from './warning-codes.ts';

/** The findings of codes that have several sentences. Every other code is its own finding. */
const FINDINGS = {
  XFA_DESCRIPTION_REMOVED: 'XFA_REMOVED',
  XFA_PAGES_NOT_MADE: 'XFA_REMOVED',
  PDFA_LEVEL_UNKNOWN: 'PDFA_DECLARATION_INVALID',
  PDFA_LEVEL_MISSPELT: 'PDFA_DECLARATION_INVALID',
  PDFA_ENCRYPTED: 'PDFA_DECLARATION_INVALID',
  INVOICE_NOT_DECLARED: 'INVOICE_NOT_KEPT',
  INVOICE_SCHEMA_NOT_DESCRIBED: 'INVOICE_NOT_KEPT',
  INVOICE_STANDARD_UNKNOWN: 'INVOICE_NOT_KEPT',
  INVOICE_FILE_MISSING: 'INVOICE_NOT_KEPT',
  INVOICE_WITH_TWO_NAMES: 'INVOICE_NOT_KEPT',
  INVOICE_RELATIONSHIP_UNKNOWN: 'INVOICE_NOT_KEPT',
  INVOICE_FORBIDDEN_BY_LEVEL: 'INVOICE_NOT_KEPT',
  INVOICE_NAME_SHARED: 'INVOICE_NOT_KEPT',
  INVOICE_OUTSIDE_DOCUMENT: 'INVOICE_NOT_KEPT',
  INVOICE_TOO_LARGE: 'INVOICE_NOT_KEPT',
  INVOICE_DAMAGED: 'INVOICE_NOT_KEPT',
  INVOICE_EMPTY: 'INVOICE_NOT_KEPT',
  INVOICE_MALFORMED: 'INVOICE_NOT_KEPT',
  INVOICE_ENCODING_CONTRADICTED: 'INVOICE_NOT_KEPT',
  INVOICE_ROOT_UNEXPECTED: 'INVOICE_NOT_KEPT',
  INVOICE_WITH_INSTRUCTIONS: 'INVOICE_NOT_KEPT',
  INVOICE_WITH_FOREIGN_ELEMENTS: 'INVOICE_NOT_KEPT',
  INVOICE_WITH_FILES: 'INVOICE_NOT_KEPT',
} as const satisfies Readonly<Record<string, WarningCode>>;

type Several = typeof FINDINGS;
type FindingOfSeveral = keyof Several;

export type WarningFinding = FindingOfSeveral | Exclude<WarningCode, Several[FindingOfSeveral]>;
export type InvoiceFinding = Extract<FindingOfSeveral, `INVOICE_${string}`>;

/** The ids that differ from their code. */
export const FINDINGS_OF_SEVERAL: readonly FindingOfSeveral[] = Object.keys(FINDINGS).filter(isOfSeveral);
export const WARNING_FINDINGS: readonly WarningFinding[] = [
  ...WARNING_CODES.filter(isOnlyFinding),
  ...FINDINGS_OF_SEVERAL,
];

export function warningCodeOf(finding: WarningFinding): WarningCode {
  return isOfSeveral(finding) ? FINDINGS[finding] : finding;
}

function isOfSeveral(finding: string): finding is FindingOfSeveral {
  return Object.hasOwn(FINDINGS, finding);
}

function isOnlyFinding(code: WarningCode): code is Exclude<WarningCode, Several[FindingOfSeveral]> {
  return !Object.values<WarningCode>(FINDINGS).includes(code);
}
