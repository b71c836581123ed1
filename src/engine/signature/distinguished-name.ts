/** Distinguished names as text (RFC 4514). */
import type { Certificate } from 'pkijs';
import { printable } from './fields.ts';

const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'street'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.42', 'givenName'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
]);

const MAX_LENGTH = 1024;

/** The subject, most specific part first; null if it is empty. */
export function distinguishedName({ subject }: Certificate): string | null {
  const parts = subject.typesAndValues.map(({ type, value }) => {
    const text: unknown = value.valueBlock.value;
    return `${SHORT_NAMES.get(type) ?? type}=${escape(typeof text === 'string' ? text : '')}`;
  });
  return parts.length === 0 ? null : parts.toReversed().join(', ').slice(0, MAX_LENGTH).toWellFormed();
}

/** Escapes special characters (2.4). */
function escape(text: string): string {
  return printable(text).replace(/[",+<>;\\]/g, '\\$&');
}
