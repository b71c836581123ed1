/**
 * This module checks where the service may send notices: when an address is given, and its host again at every
 * connection.
 */
import { isIP } from 'node:net';
import { characterCount } from '#domain/text/characters.ts';
import { ServiceError, type FieldError } from '#domain/problem-codes.ts';
import { isAllowedAddress, isLoopbackAddress, type ReceiverRules } from './addresses.ts';

const MAX_CHARS = 2048;
/** Below this port only the web's own are taken: nobody receives webhooks at the port of a mail server. */
const FIRST_FREE_PORT = 1024;

/**
 * The address in its canonical spelling; throws `invalid_webhook_url` for everything else. `where` names the field,
 * `webhook_url` of the form by default. Without rules the strict ones count.
 */
export function readWebhookUrl(
  text: string,
  rules: ReceiverRules = STRICT,
  where: Pick<FieldError, 'in' | 'name'> = { in: 'form', name: 'webhook_url' },
): string {
  const answer = checkReceiver(text, rules);
  if (answer instanceof URL) return answer.href;
  const detail = `${where.name.replace(/^\//, '')} ${answer}`;
  throw new ServiceError('invalid_webhook_url', detail, {
    errors: [{ ...where, code: 'invalid_webhook_url', detail }],
  });
}

/** Reads a `webhook_url`: HTTPS in every environment, except for receivers on the machine of a developer. */
export function readRequestWebhookUrl(
  text: string,
  rules: ReceiverRules = STRICT,
  where?: Pick<FieldError, 'in' | 'name'>,
): string {
  const http = rules.http && rules.loopback ? 'loopback' : false;
  return readWebhookUrl(text, { ...rules, http }, where);
}

/** What production allows: TLS, and hosts of the public Internet. */
const STRICT: ReceiverRules = { http: false, loopback: false };

/** The parsed address, or what is wrong with it. */
export function checkReceiver(text: string, rules: ReceiverRules): URL | string {
  if (characterCount(text) > MAX_CHARS) return `must have at most ${MAX_CHARS} characters`;
  // The parser would drop tabs and line ends without a word.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not have spaces or control characters';
  const url = URL.parse(text);
  if (!url || !hasPossibleScheme(url, rules)) return `must be an ${SCHEMES[`${rules.http}`]} URL`;
  if (!/^https?:\/\//i.test(text) || text.includes('\\')) return 'must be written with // and without backslashes';
  if (url.href.length > MAX_CHARS) return `must have at most ${MAX_CHARS} characters`;
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    return 'must not have a user or password';
  if (text.includes('#')) return 'must not have a fragment';
  if (!isOrdinaryPort(url)) return `must use the default port, or one from ${FIRST_FREE_PORT} on`;
  if (!isPossibleHost(url, rules)) return 'must name a host of the public Internet';
  return url;
}

const SCHEMES: Readonly<Record<`${ReceiverRules['http']}`, string>> = {
  true: 'HTTP or HTTPS',
  loopback: 'HTTPS or, on this machine, HTTP',
  false: 'HTTPS',
};

function hasPossibleScheme(url: URL, { http }: ReceiverRules): boolean {
  if (url.protocol !== 'http:') return url.protocol === 'https:';
  return http === 'loopback' ? isLoopback(hostOf(url)) : http;
}

function isLoopback(host: string): boolean {
  return isLocalName(host) || isLoopbackAddress(host);
}

function authorityOf(text: string): string {
  return text.split('/')[2]?.split('?')[0] ?? '';
}

/** The parser has taken the scheme's own port away. */
function isOrdinaryPort({ port }: URL): boolean {
  return port === '' || Number(port) >= FIRST_FREE_PORT;
}

function isPossibleHost(url: URL, rules: ReceiverRules): boolean {
  const host = hostOf(url);
  if (host === '') return false;
  if (isIP(host) !== 0) return isAllowedAddress(host, rules);
  return !isLocalName(host) || rules.loopback;
}

/** The host without the brackets of an IPv6 literal, and without the dot at the end that a name may have. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** RFC 6761, section 6.3: never asked of a name server. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}
