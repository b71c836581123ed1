/**
 * What the API and the worker refuse to start with in production. Each risk has a name, by which somebody who knows why
 * may accept it: `ACCEPT_RISKS=http-s3,plain-smtp`.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from './config.ts';

export const RISKS = [
  'all-proxies-trusted',
  'database-login',
  'database-owner-url',
  'default-credentials',
  'http-public-url',
  'http-s3',
  'http-verapdf',
  'plain-smtp',
  'plain-temporal',
  'stripe-test-key',
] as const;
export type Risk = (typeof RISKS)[number];

export interface Danger {
  readonly risk: Risk;
  /** The setting, what is wrong with it and what to do; never its value, which may be a secret. */
  readonly danger: string;
}

/** How to accept a risk, as the end of a sentence. */
export function wayOut(risk: Risk): string {
  return `or accept that with ACCEPT_RISKS=${risk}`;
}

/** What settings alone tell; of the database's login the database itself is asked. Nothing outside of production. */
export function dangersOf(config: Config): readonly Danger[] {
  if (config.env !== 'production') return [];
  return [...ofAddresses(config), ...ofSecrets(config)];
}

function* ofAddresses({ publicUrl, trustedProxies, mail, s3, verapdfUrl, temporal }: Config): Iterable<Danger> {
  if (isPlain(publicUrl) && !isLoopback(hostOf(publicUrl))) {
    const danger = 'PUBLIC_URL: passwords and documents would go there in the clear: make it https';
    yield { risk: 'http-public-url', danger };
  }
  if (trustedProxies.some((block) => block.endsWith('/0'))) {
    const danger =
      'TRUSTED_PROXIES: whoever calls could name any address as theirs, and no limit would count: name your proxies alone';
    yield { risk: 'all-proxies-trusted', danger };
  }
  if (mail.url !== null && !isEncryptedMail(mail.url)) {
    const danger =
      'SMTP_URL: mail with links to new passwords could be read on its way: make it smtps, or add ?requireTLS=true';
    yield { risk: 'plain-smtp', danger };
  }
  for (const [setting, address] of [
    ['S3_ENDPOINT', s3.endpoint],
    ['S3_PUBLIC_ENDPOINT', s3.publicEndpoint],
  ] as const) {
    if (!leavesInTheClear(address)) continue;
    const danger = `${setting}: documents would leave your network in the clear: make it https`;
    yield { risk: 'http-s3', danger };
  }
  if (verapdfUrl !== null && leavesInTheClear(verapdfUrl)) {
    const danger = 'VERAPDF_URL: documents would leave your network in the clear: make it https';
    yield { risk: 'http-verapdf', danger };
  }
  if (temporal.tls === undefined && leavesInTheClear(`http://${temporal.address}`)) {
    const danger = 'TEMPORAL_ADDRESS: it would be spoken to in the clear outside of your network: set TEMPORAL_TLS=1';
    yield { risk: 'plain-temporal', danger };
  }
}

function* ofSecrets({ databaseUrl, databaseOwnerUrl, s3, payments }: Config): Iterable<Danger> {
  const { username, password } = new URL(databaseUrl);
  const pairs = [
    ['DATABASE_URL', username, decodeURIComponent(password)],
    ['S3_SECRET_KEY', s3.accessKey, s3.secretKey],
    ['S3_LINK_SECRET_KEY', s3.links.accessKey, s3.links.secretKey],
  ] as const;
  for (const [setting, user, secret] of pairs) {
    if (secret !== user && !KNOWN_TO_ALL.has(secret.toLowerCase())) continue;
    const danger = `${setting}: has a password that is tried before all others: make one of chance (openssl rand -hex 20)`;
    yield { risk: 'default-credentials', danger };
  }
  if (databaseOwnerUrl !== null) {
    const danger =
      'DATABASE_OWNER_URL: is for fixpoint migrate alone: take it out of the environment of this process, who gets hold of which could change the tables';
    yield { risk: 'database-owner-url', danger };
  }
  if (payments !== null && /^[a-z]+_test_/.test(payments.secretKey)) {
    const danger = 'STRIPE_SECRET_KEY: is a key of tests, with which nobody pays: take the live one';
    yield { risk: 'stripe-test-key', danger };
  }
}

/** Of images, examples and the first pages of manuals; and no password at all. */
const KNOWN_TO_ALL: ReadonlySet<string> = new Set([
  '',
  'admin',
  'changeme',
  'fixpoint',
  'minio',
  'minio123',
  'minioadmin',
  'password',
  'postgres',
  'root',
  'secret',
]);

function isPlain(url: string): boolean {
  return new URL(url).protocol === 'http:';
}

/** nodemailer turns to TLS where a server of `smtp:` offers it, which whoever sits between can take out of its offer. */
function isEncryptedMail(url: string): boolean {
  const { protocol, searchParams } = new URL(url);
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}

function leavesInTheClear(url: string): boolean {
  return isPlain(url) && !isInside(hostOf(url));
}

function hostOf(url: string): string {
  return new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
}

/** Nothing that is sent there leaves this machine. */
function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? host === 'localhost' : ipaddr.process(host).range() === 'loopback';
}

const INSIDE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/**
 * Whether an address, or what a name says of itself, is of a private network: names without a dot, as those of
 * containers are, and those of the zones that are never public (RFC 6762, RFC 6761, the reserved `internal`, and `svc` of
 * Kubernetes). Names are not resolved: the answer would be another one on every host.
 */
function isInside(host: string): boolean {
  if (isIP(host) !== 0) return INSIDE.has(ipaddr.process(host).range());
  return !host.includes('.') || /\.(internal|local|localhost|svc)$/.test(host);
}
