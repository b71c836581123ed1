/** The level of PDF/A that cannot be without embedded files. */
import type { NormalizeOptions } from './pipeline.ts';
import type { Rejection } from './report.ts';

/** A document of this level has a name tree of embedded files, or is none of it (ISO 19005-4, 6.9). */
export function requiresFiles(level: string): boolean {
  return level === '4f';
}

/** The rejection of a document that lost its embedded files, by its policy; undefined when it is not rejected. */
export function filesRequired(level: string | null, { pdfaPolicy }: NormalizeOptions): Rejection | undefined {
  if (level === null || pdfaPolicy === 'normalize_anyway' || !requiresFiles(level)) return undefined;
  return { reason: 'PDFA_COMPLIANCE_RISK', level };
}
