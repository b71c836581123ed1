/** Words that sentences are made of. Names come from strangers: they are cut, and cannot pass for words of ours. */

const MAX_NAME_LENGTH = 60;
const MAX_NAMED = 3;

/** Letters, digits and what joins them: nothing that could end a sentence or open a bracket. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}@_&'’-]| (?! )|\.(?=.))*[.\p{L}\p{M}\p{N}]$/u;
/** As names are written, and sentences are not: capitals, or a script without, and the small words of some families. */
const NAME_WORD =
  /^(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}]|(?:af|al|av|bin|da|de|del|della|den|der|di|do|dos|du|el|la|le|of|ten|ter|van|von|y|zu)$)/u;
const MAX_NAME_WORDS = 5;
const SENTENCE_END = /\p{Ll}{3,}\. /u;
const TURNS_DIRECTION = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** The name that a certificate states for people, out of its distinguished name (RFC 4514); null without one. */
export function statedName(distinguishedName: string | null): string | null {
  if (distinguishedName === null) return null;
  const parts = distinguishedName.split(/(?<!\\)[,+]/u).map((part) => part.trim());
  for (const attribute of ['CN=', 'O=', 'emailAddress=']) {
    const part = parts.find((one) => one.startsWith(attribute));
    const value = part?.slice(attribute.length).replaceAll(/\\(.)/gu, '$1').trim();
    if (value !== undefined && value !== '') return value;
  }
  return null;
}

/** A name out of a file within a sentence: without controls, cut, in quotation marks unless it is plainly a name. */
export function named(name: string): string {
  const cut = clean(name);
  return isPlain(cut) ? apart(cut) : apart(`“${cut}”`);
}

/** Words out of a file within a sentence: without controls, cut, in quotation marks. */
export function quoted(words: string): string {
  return apart(`“${clean(words)}”`);
}

function clean(text: string): string {
  const plain = text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/["“”„]/gu, "'")
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const signs = [...plain];
  return signs.length > MAX_NAME_LENGTH ? `${signs.slice(0, MAX_NAME_LENGTH).join('').trimEnd()}…` : plain;
}

/** Text of another direction does not change the order of the words around it. */
function apart(text: string): string {
  return TURNS_DIRECTION.test(text) ? `\u2068${text}\u2069` : text;
}

function isPlain(name: string): boolean {
  const words = name.split(' ');
  const isName = words.length <= MAX_NAME_WORDS && words.every((word) => NAME_WORD.test(word));
  return isName && PLAIN_NAME.test(name) && !SENTENCE_END.test(name);
}

/** `A`, `A and B`, `A, B, C and 2 more`. */
export function listed(items: readonly string[], most = MAX_NAMED): string {
  const more = items.length - most;
  const parts = more > 0 ? [...items.slice(0, most), `${more} more`] : items;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** `12,215`. Loading the locales of `toLocaleString` takes longer than the rest of a short command. */
export function grouped(count: number): string {
  return String(count).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}

/** `1 script`, `2 scripts`; `scripts` where nobody counted. */
export function counted(count: number | null, one: string, many = `${one}s`): string {
  if (count === null) return many;
  return `${count} ${count === 1 ? one : many}`;
}

/** `2 scripts and 1 attached file were removed.` */
export function removedSentence(removed: readonly string[]): string {
  const things = listed(removed, removed.length);
  const isOne = removed.length === 1 && /^(?:1 |what )/u.test(things);
  return `${things.slice(0, 1).toUpperCase()}${things.slice(1)} ${isOne ? 'was' : 'were'} removed.`;
}
