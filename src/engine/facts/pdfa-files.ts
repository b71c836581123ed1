/** The level of PDF/A that requires embedded files. */
import type { NormalizeOptions } from './pipeline.ts';
import type { Rejection } from './report.ts';

/** A document of this level must have a name tree of embedded files (ISO 19005-4, 6.9). */
export function requiresFiles(level: string): boolean {
  return level === '4f';
}

/** The rejection of a document that lost its embedded files, by its policy; undefined if the policy accepts it. */
export function filesRequired(level: string | null, { pdfaPolicy }: NormalizeOptions): Rejection | undefined {
  if (level === null || pdfaPolicy === 'normalize_anyway' || !requiresFiles(level)) return undefined;
  return { reason: 'PDFA_COMPLIANCE_RISK', level };
}
