/**
 * Converts an answer of a test into an example that is equal in each recording and has nothing that resembles a secret.
 * Replaced values have the same form, so the example still matches its schema. An existing example stays unchanged.
 */
import { sha256 } from '#tools/figures.ts';

const BASE_URL = 'https://fixpoint.example';
const NOON = Date.parse('2026-11-21T12:00:00Z');
const PEOPLE = ['ada', 'grace', 'edsger', 'barbara', 'donald'];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const SHA256 = /(?<![0-9a-zA-Z+/_-])[0-9a-f]{64}(?![0-9a-zA-Z+/_=-])/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const LOCAL_URL = /https?:\/\/(?:127\.0\.0\.1|localhost|fixpoint\.test)(?::\d+)?/g;
const PRESIGNED = /https?:\/\/[^"\s]+[?&]X-Amz-[^"\s]+/g;
const ADDRESS = /2001:db8:[0-9a-f:]+/g;
const REQUEST_ID = /req_[0-9A-HJKMNP-TV-Z]{26}/g;
const PREFIXED_ID = /\b(evt|msg|cus|cs|sub|price|in)_[0-9A-Za-z]{14,}/g;
/** Keys, tokens, signatures and other long values without meaning. */
const OPAQUE = /(?<![\w+/.:%=-])(?:whsec_|fxp_)?[\w+/-]{24,}={0,2}(?:\.[\w+/-]*={0,2}){0,2}(?![\w+/.:%=-])/g;
const SECRET_MEMBER = /(?:secret|token|challenge|keyprefix|recovery_?codes?)$/i;

export function stableExample<Example extends object>(value: Example): Example {
  // Secrets come first, because an id within a secret is no id of the example.
  const text = JSON.stringify(masked(value, ''));
  const replaced = text
    .replaceAll(PRESIGNED, `${BASE_URL}/objects/${'0'.repeat(8)}.pdf?signature=${'0'.repeat(8)}`)
    .replaceAll(LOCAL_URL, BASE_URL)
    .replaceAll(
      MAIL,
      numbered((n) => `${PEOPLE[(n - 1) % PEOPLE.length]}@person.example`),
    )
    .replaceAll(
      UUID,
      numbered((n) => `01931c7e-0000-7000-8000-${String(n).padStart(12, '0')}`),
    )
    .replaceAll(
      SHA256,
      numbered((n) => sha256(`example ${n}`)),
    )
    .replaceAll(ADDRESS, '2001:db8::1')
    .replaceAll(REQUEST_ID, `req_01JD${'0'.repeat(22)}`)
    .replaceAll(PREFIXED_ID, (id, prefix: string) => `${prefix}_${'0'.repeat(id.length - prefix.length - 1)}`)
    .replaceAll(INSTANT, shifted(text));
  return JSON.parse(replaced);
}

/** The first value becomes example 1, in all its occurrences. */
function numbered(make: (n: number) => string): (found: string) => string {
  const known = new Map<string, string>();
  return (found) => {
    const made = known.get(found) ?? make(known.size + 1);
    known.set(found, made);
    return made;
  };
}

/** Shifts all times so that the earliest is noon of a fixed day, in whole seconds. */
function shifted(text: string): (found: string) => string {
  const earliest = Math.min(...Array.from(text.matchAll(INSTANT), ([found]) => Date.parse(found)));
  return (found) => new Date(NOON + Math.floor((Date.parse(found) - earliest) / 1000) * 1000).toISOString();
}

function masked(value: unknown, member: string): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, member));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, masked(item, name)]));
  }
  if (typeof value === 'number') return member.endsWith('Ms') ? 500 : value;
  if (typeof value !== 'string') return value;
  if (/password$/i.test(member)) return 'correct horse battery staple';
  if (SECRET_MEMBER.test(member)) return mask(value);
  return value.replaceAll(OPAQUE, (found) => (isPlain(found) ? found : mask(found)));
}

/** Long words of ours are no secrets: paths, names with hyphens, hashes and ids. */
function isPlain(text: string): boolean {
  return (
    /^[a-z/_-]+$/i.test(text) || [UUID, SHA256, PREFIXED_ID, REQUEST_ID].some((known) => text.search(known) !== -1)
  );
}

/** Repeats a word in the alphabet of the secret. The prefix, the dots and the end stay. */
function mask(text: string): string {
  const { prefix = '', rest = '' } = /^(?<prefix>whsec_|fxp_)?(?<rest>[^]*)$/.exec(text)?.groups ?? {};
  const word = /^\d+$/.test(rest) ? '0123456789' : /^[A-Z2-7]+$/.test(rest) ? 'EXAMPLE' : 'example';
  let at = 0;
  // Codes for typing are written in groups.
  const letters = /^\w{5}(?:-\w{5})+$/.test(rest) ? /\w/g : /[\w+/-]/g;
  return prefix + rest.replaceAll(letters, () => word.charAt(at++ % word.length));
}
