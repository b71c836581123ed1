/**
 * The PDF/A level that a document claims by its identification schema (ISO 19005-1, 6.7.11; -2 and -3, 6.6.4; -4,
 * 6.7.3). A claim does not prove that the document conforms.
 */
import { expandedName, PDFA_ID } from './names.ts';
import type { XmpProperties } from './packet.ts';

export interface PdfaClaim {
  readonly declared: boolean;
  /** For example `2b`; null if there is no claim or the claimed level does not exist. */
  readonly level: string | null;
  /** Whether each value occurs once and in the spelling of the standard. */
  readonly exact: boolean;
}

const LEVEL = /^(?:1[ab]|2[abu]|3[abu]|4[ef]?)$/;

export function readPdfaClaim(properties: XmpProperties): PdfaClaim {
  const parts = texts(properties, 'part');
  const conformances = texts(properties, 'conformance');
  if (parts.length === 0 && conformances.length === 0) return { declared: false, level: null, exact: true };
  const part = onlyValue(parts);
  const conformance = onlyValue(conformances);
  const level = part === undefined || conformance === undefined ? '' : part + conformance.toLowerCase();
  if (!LEVEL.test(level)) return { declared: true, level: null, exact: false };
  const exact = parts.every((text) => text === part) && conformances.every((text) => text === conformance);
  return { declared: true, level, exact };
}

function texts(properties: XmpProperties, name: string): string[] {
  const values = properties.get(expandedName(PDFA_ID, name)) ?? [];
  return values.map((value) => (value.kind === 'text' ? value.text : ''));
}

/** The common value, trimmed and in capitals; empty if there is none; undefined if the values differ. */
function onlyValue(written: readonly string[]): string | undefined {
  const [first = '', ...others] = new Set(written.map((text) => text.trim().toUpperCase()));
  return others.length === 0 ? first : undefined;
}
