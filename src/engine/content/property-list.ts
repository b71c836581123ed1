/** Property lists of marked content (ISO 32000-2, 14.6.2) without private entries. */
import { concatBytes } from '#platform';
import { LESS, SLASH } from '#engine/pdf/syntax/bytes.ts';
import { fromLatin1, isWhiteSpace, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { endOfToken, nest } from './tokens.ts';

/**
 * Identifiers of structure (14.7.5.2), texts and pronunciation (14.9), what artifacts say (table 363), metadata
 * (14.3.2) and associated files (14.13.5).
 */
export const PROPERTY_KEYS: ReadonlySet<string> = new Set([
  'ActualText',
  'Alt',
  'Attached',
  'BBox',
  'Contents',
  'E',
  'Lang',
  'MCAF',
  'MCID',
  'Metadata',
  'Phoneme',
  'PhoneticAlphabet',
  'Subtype',
  'Type',
]);

interface Entry {
  readonly key: string;
  /** The key and its value as they were written. */
  readonly bytes: Uint8Array;
}

/**
 * Returns the list with its known entries, in order; undefined if the bytes are no list or nothing changes. If a key
 * occurs twice all entries stay, because readers use the first or the last one.
 */
export function keepKnownProperties(list: Uint8Array): Uint8Array | undefined {
  if (list[0] !== LESS || list[1] !== LESS) return undefined;
  const entries = entriesOf(list);
  if (!entries || new Set(entries.map(({ key }) => key)).size < entries.length) return undefined;
  const kept = entries.filter(({ key }) => PROPERTY_KEYS.has(key)).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if (kept.length === entries.length && kept.every((entry, at) => entry === entries[at])) return undefined;
  return concatBytes([fromLatin1('<<'), ...kept.map(({ bytes }) => bytes), fromLatin1('>>')]);
}

function entriesOf(list: Uint8Array): Entry[] | undefined {
  const entries: Entry[] = [];
  const last = list.length - 2;
  for (let at = 2; at < last;) {
    const keyEnd = endOfToken(list, at);
    const end = keyEnd < 0 ? -1 : endOfValue(list, keyEnd);
    if (end < 0) return undefined;
    entries.push({ key: latin1(list, at + 1, keyEnd), bytes: list.slice(at, end) });
    at = end;
  }
  return entries;
}

/** The end of a value with its nested values; -1 if readers may disagree. */
function endOfValue(list: Uint8Array, start: number): number {
  const around = nest(0, LESS, LESS);
  let open = nest(around, SLASH, undefined);
  let at = start;
  while (open !== around) {
    while (isWhiteSpace(list[at])) at++;
    const end = endOfToken(list, at);
    open = end < 0 ? -1 : nest(open, list[at] ?? 0, list[at + 1]);
    if (open < 0) return -1;
    at = end;
  }
  return at;
}
