/**
 * The return addresses for the pages of the payment provider. A trusted page must not lead to an address of a caller's
 * choice, so only known origins are accepted.
 */
import { characterCount } from '#domain/text/characters.ts';
import type { FieldError } from '#domain/problem-codes.ts';
import { faulty } from '#api/http/faults.ts';
import type { Settings } from '#api/settings.ts';

const MAX_CHARS = 2_048;
/** Parsers disagree about these separators, so an address must not contain them. */
const PLAIN = /^[!-[\]-~]+$/;

/** Each member of the body, by name; throws `validation_failed` that names those at fault. */
export function checkReturnUrls(urls: Readonly<Record<string, string>>, settings: Settings): void {
  const errors = Object.entries(urls).flatMap(([name, url]) => faultOf(name, url, settings) ?? []);
  if (errors.length > 0) throw faulty(errors);
}

function faultOf(name: string, text: string, { portalOrigins, env }: Settings): FieldError | null {
  const fault = (code: string, what: string): FieldError => {
    return { in: 'body', name: `/${name}`, code, detail: `${name} ${what}` };
  };
  if (characterCount(text) > MAX_CHARS) return fault('out_of_range', `must have at most ${MAX_CHARS} characters`);
  if (!PLAIN.test(text) || !URL.canParse(text)) return fault('invalid_value', 'must be an absolute URL');
  const { protocol, origin, username, password } = new URL(text);
  if (username !== '' || password !== '') return fault('invalid_value', 'must have no user name and no password');
  if (protocol !== 'https:' && !(protocol === 'http:' && env === 'development')) {
    return fault('invalid_value', 'must be an https URL');
  }
  return portalOrigins.includes(origin) ? null : fault('origin_not_allowed', 'must lead back to the portal');
}
