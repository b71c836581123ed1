/** The document information dictionary as text by key (ISO 32000-2, 14.3.3). Dates are in ISO 8601, UTC. */
import type { MetadataChange } from '#engine/facts/compare.ts';
import { textOf } from '#engine/forms/field.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type PdfObject, PdfString } from '#engine/pdf/syntax/objects.ts';
import { parsePdfDate } from '#engine/signature/date.ts';
import { cleanText } from '#engine/text/text-string.ts';
import { changedKeys, shown } from './changes.ts';

const DATES: ReadonlySet<string> = new Set(['CreationDate', 'ModDate']);

/** An empty value counts as a missing one. */
export function readInfo(pdf: PdfDocument): Map<string, string> {
  const info = pdf.trailer.dict('Info');
  const values = new Map<string, string>();
  for (const key of info?.keys() ?? []) {
    const text = valueOf(pdf, key, info?.get(key) ?? null);
    if (text !== '') values.set(key, text);
  }
  return values;
}

function valueOf(pdf: PdfDocument, key: string, value: PdfObject): string {
  const time = DATES.has(key) && value instanceof PdfString ? parsePdfDate(value.bytes) : null;
  if (time !== null) return isoDate(time);
  return typeof value === 'boolean' ? String(value) : cleanText(textOf(pdf, value) ?? '');
}

function isoDate(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

export function compareInfo(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): MetadataChange[] {
  return changedKeys(before, after, (x, y) => x === y).map((change) => ({
    field: shown(change.key),
    oldValue: change.before === undefined ? null : shown(change.before),
    newValue: change.after === undefined ? null : shown(change.after),
  }));
}
