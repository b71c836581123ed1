/**
 * Writes scalars as text. Two texts are equal exactly if the scalars are, and no text is the beginning of another one.
 */
import { viewOf } from '#platform';
import { Name, PdfString, Real, type PdfObject } from '#engine/pdf/syntax/objects.ts';

/** The object must be resolved and must not be a container. */
export function scalarKey(value: PdfObject): string {
  if (typeof value === 'number') return `${value},`;
  if (value instanceof Name) return nameKey(value.value);
  if (value instanceof PdfString) return `(${value.bytes.length}:${latin1(value.bytes)}`;
  if (value instanceof Real) return `${value.text},`;
  return value === true ? 't' : value === false ? 'f' : 'n';
}

export function nameKey(name: string): string {
  return `/${name.length}:${name}`;
}

function latin1(bytes: Uint8Array): string {
  return viewOf(bytes).toString('latin1');
}
