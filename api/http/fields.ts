/** Values that several bodies have, read the same way everywhere. */
import { z } from 'zod';
import { hasAddress, isReadable } from '#domain/accounts/display-name.ts';
import { characterCount } from '#domain/text/characters.ts';

/** A caller's own id of a thing: one line, counted in code points. PostgreSQL keeps neither U+0000 nor half of a pair. */
export function plainText(maxChars: number) {
  const isPlain = (name: string) => {
    const length = characterCount(name);
    return length >= 1 && length <= maxChars && name.isWellFormed() && !/\p{Cc}/u.test(name);
  };
  return z
    .string()
    .refine(isPlain, `must have 1 to ${maxChars} characters, none of them a control character`)
    .meta({ minLength: 1, maxLength: maxChars, pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$` });
}

/** Text of any kind up to a length, which `z.string().max` would count in UTF-16. */
export function textUpTo(maxChars: number, error: string) {
  return z
    .string()
    .refine((text) => characterCount(text) <= maxChars, error)
    .meta({ maxLength: maxChars });
}

/** The characters of `isReadable` that have no exception, for programs that read the description. */
const READABLE = String.raw`^[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$`;

const NO_ADDRESS = 'must not contain an address of a web page or a mailbox';

interface NameRules {
  readonly maxChars: number;
  /** The name stays on pages of its own organization, so it may be one of a file or a page. */
  readonly mayHaveAddress?: boolean;
}

/** A name that other people read, in a mail or on a page. */
export function displayName({ maxChars, mayHaveAddress = false }: NameRules) {
  const readable = z
    .string()
    .refine(
      (name) => characterCount(name) <= maxChars && isReadable(name),
      `must have 1 to ${maxChars} visible characters: no control, format or bidirectional characters, no marks around letters, at most four marks on a letter, and letters of one script in a word`,
    );
  const checked = mayHaveAddress ? readable : readable.refine((name) => !hasAddress(name), NO_ADDRESS);
  return checked.meta({ minLength: 1, maxLength: maxChars, pattern: READABLE });
}

/** RFC 5321, section 4.5.3.1.3: a path has 256 octets, and two of them are its brackets. */
const MAX_EMAIL_CHARS = 254;

/**
 * Zod's own, within the lengths of RFC 5321, section 4.5.3.1.1, before the @ and of RFC 1035, section 2.3.1, between the
 * dots behind it: what others take for an address too. It goes to the payment provider and into answers.
 */
const ADDRESS =
  /^(?=[^@]{1,64}@)(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

const NO_EMAIL = 'must be an e-mail address';

export const Email = z.email({ pattern: ADDRESS, error: NO_EMAIL }).max(MAX_EMAIL_CHARS, NO_EMAIL);

/**
 * Times that are kept or looked for must be of these years: neither JavaScript nor PostgreSQL writes other years with
 * four digits.
 */
export function isOrdinaryTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

const FLAG_WORDS = ['true', 'false', '1', '0'] as const;
const lowerCase = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text);

/**
 * Yes or no as text: in a form, a query or a header. Some libraries write `True`. Bodies of JSON have true and false of
 * their own, and are refused in the same words.
 */
export const Flag = z
  .preprocess(lowerCase, z.enum(FLAG_WORDS, 'must be true or false'))
  .transform((text) => text === 'true' || text === '1');

/** A list that names nothing twice, and something. */
export function someOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .array(z.enum(values, `must be one of ${values.join(', ')}`))
    .min(1, 'must have at least one entry')
    .refine((list) => new Set(list).size === list.length, 'must name nothing twice')
    .meta({ uniqueItems: true });
}
