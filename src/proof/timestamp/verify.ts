/**
 * Verifies the timestamp of an attestation (RFC 3161), which says that its signature existed at a time: in a browser, in
 * Node, offline. It needs pkijs, which what verifies attestations does not; so it stands alone.
 */
import { type BaseBlock, fromBER, ObjectIdentifier, OctetString } from 'asn1js';
import { Certificate, ContentInfo, ExtKeyUsage, SignedData, TSTInfo } from 'pkijs';
import { fromBase64 } from '#src/proof/verify/base64.ts';
import { member, text } from '#src/proof/verify/members.ts';
import { isBefore, lifeOf, timeFault } from '#src/proof/verify/times.ts';
import { leadsToTrusted, sameBytes } from './path.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const COMMON_NAME = '2.5.4.3';
/** The signed attribute that names the signer's certificate (RFC 2634, RFC 5035), and what it is named by unless it says so. */
const SIGNING_CERTIFICATE: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.9.16.2.12', 'SHA-1'],
  ['1.2.840.113549.1.9.16.2.47', 'SHA-256'],
]);
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'SHA-1'],
  [SHA256, 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
]);

export type TimestampReason =
  /** The attestation has none. */
  | 'absent'
  /** What it has is no timestamp token with one signer. */
  | 'malformed'
  /** The token is about another signature. */
  | 'mismatch'
  /** The token was changed, or the one who signed it may not stamp times. */
  | 'signature_invalid'
  /** The time is before the attestation was issued or its key existed, after the key retired, or in the future. */
  | 'time_invalid'
  /** No way leads from who signed it to one of the authorities that were given, at that time. */
  | 'untrusted';

/** `not_checked`: there is no timestamp, or nobody who is trusted made it. Anybody can make one that says anything. */
export type TimestampState = 'pass' | 'fail' | 'not_checked';

export interface TimestampVerification {
  readonly valid: boolean;
  readonly state: TimestampState;
  /** When the signature existed, as the authority says (ISO 8601); empty where there is no token. */
  readonly time: string;
  /** The common name of the authority, as its certificate says; empty where there is none. */
  readonly authority: string;
  /** Set when valid is false. */
  readonly reason: TimestampReason | null;
}

export interface TimestampTrust {
  /** Certificates in DER or PEM of those who are believed: the authority itself, or who certified it. */
  readonly authorities: readonly (Uint8Array | string)[];
  /** The key set that has the attestation's key, parsed: the time must lie in the life of that key. */
  readonly keySet?: unknown;
  /** The current time, by default that of this computer. */
  readonly now?: Date;
}

interface Token {
  readonly signed: SignedData;
  readonly info: TSTInfo;
  /** The certificates that it brings, in the bytes in which they came. */
  readonly certificates: readonly Uint8Array<ArrayBuffer>[];
}

/**
 * Whether the attestation's signature existed at the time its token says. Nothing is said of the signature itself:
 * `verifyAttestation` does that. Throws a TypeError where an authority is no certificate; `attestation` may be anything.
 */
export async function verifyTimestamp(
  attestation: unknown,
  { authorities, keySet, now = new Date() }: TimestampTrust,
): Promise<TimestampVerification> {
  const trusted = authorities.flatMap(certificatesOf);
  const signature = member(attestation, 'signature');
  const [value, timestamp] = ['value', 'timestamp'].map((name) => member(signature, name));
  if (timestamp === undefined) return verdict('absent');
  const stamped = typeof value === 'string' ? fromBase64(value) : null;
  const token = typeof timestamp === 'string' ? readToken(fromBase64(timestamp)) : null;
  const signer = token && (await signerOf(token));
  if (!stamped || !token || !signer) return verdict('malformed');
  const { genTime } = token.info;
  const genuine = await faultOf(token, signer, stamped);
  const time = isPossible(genTime, attestation, keySet, now) ? null : 'time_invalid';
  const reason = genuine ?? time ?? ((await leadsTo(trusted, token, signer)) ? null : 'untrusted');
  return verdict(reason, genTime, commonNameOf(signer));
}

/** Whether it may be given as an authority: one or more certificates in PEM, or one in DER, that can be read. */
export function isCertificate(source: Uint8Array | string): boolean {
  try {
    return certificatesOf(source).length > 0;
  } catch {
    return false;
  }
}

function verdict(reason: TimestampReason | null, time: Date | null = null, authority = ''): TimestampVerification {
  return { valid: reason === null, state: stateOf(reason), time: time?.toISOString() ?? '', authority, reason };
}

function stateOf(reason: TimestampReason | null): TimestampState {
  if (reason === null) return 'pass';
  return reason === 'absent' || reason === 'untrusted' ? 'not_checked' : 'fail';
}

/** A signature exists only after its key and its text, and nobody has stamped it in the future. */
function isPossible(time: Date, attestation: unknown, keySet: unknown, now: Date): boolean {
  const kid = text(member(member(attestation, 'issuer'), 'publicKeyId'));
  const issued = Date.parse(text(member(attestation, 'issuedAt')));
  return !isBefore(time.getTime(), issued) && timeFault(time.getTime(), lifeOf(keySet, kid), now) === null;
}

async function faultOf(
  { signed, info }: Token,
  signer: Certificate,
  stamped: Uint8Array<ArrayBuffer>,
): Promise<TimestampReason | null> {
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const digest = DIGESTS.get(hashAlgorithm.algorithmId);
  if (digest === undefined || digest === 'SHA-1') return 'mismatch';
  if (!(await hasDigest(hashedMessage, digest, stamped))) return 'mismatch';
  // Alone, so that no other certificate of the message can be taken for the one that its signer names.
  signed.certificates = [signer];
  const genuine = await signed.verify({ signer: 0, data: stamped.buffer }).catch(() => false);
  return genuine && stampsTimes(signer) ? null : 'signature_invalid';
}

async function leadsTo(trusted: Certificate[], { info, certificates }: Token, signer: Certificate): Promise<boolean> {
  const brought = certificates.flatMap((bytes) => readCertificate(bytes) ?? []);
  return leadsToTrusted(signer, { trusted, brought, at: info.genTime });
}

function readToken(bytes: Uint8Array<ArrayBuffer> | null): Token | null {
  if (bytes === null) return null;
  try {
    const content = new ContentInfo({ schema: fromBER(bytes).result });
    if (content.contentType !== SIGNED_DATA) return null;
    const signed = new SignedData({ schema: content.content });
    const { eContent, eContentType } = signed.encapContentInfo;
    if (eContentType !== TST_INFO || !eContent || signed.signerInfos.length !== 1) return null;
    const info = new TSTInfo({ schema: fromBER(eContent.getValue()).result });
    if (!Number.isFinite(info.genTime.getTime())) return null;
    return { signed, info, certificates: certificatesIn(content.content) };
  } catch {
    return null;
  }
}

/** `[0] certificates` of SignedData (RFC 5652, 5.1): a certificate is known by its bytes. */
function certificatesIn(signedData: unknown): Uint8Array<ArrayBuffer>[] {
  const set = itemsOf(signedData).find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  return itemsOf(set).map((item) => new Uint8Array(item.valueBeforeDecodeView));
}

/** The certificate that the signed attributes name by its hash; null where they name none that the token brings. */
async function signerOf({ signed, certificates }: Token): Promise<Certificate | null> {
  const attributes = signed.signerInfos[0]?.signedAttrs?.attributes ?? [];
  const attribute = attributes.find(({ type }) => SIGNING_CERTIFICATE.has(type));
  const [identifiers] = itemsOf(attribute?.values[0]);
  const parts = itemsOf(itemsOf(identifiers)[0]);
  const hash = parts.find((part) => part instanceof OctetString);
  const [algorithm] = itemsOf(parts[0]);
  const named = algorithm instanceof ObjectIdentifier ? DIGESTS.get(algorithm.getValue()) : undefined;
  const digest = named ?? SIGNING_CERTIFICATE.get(attribute?.type ?? '');
  if (!(hash instanceof OctetString) || digest === undefined) return null;
  for (const bytes of certificates) {
    if (await hasDigest(hash, digest, bytes)) return readCertificate(bytes);
  }
  return null;
}

/** RFC 3161, 2.3: the one purpose, and critical. */
function stampsTimes({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  return usage?.critical === true && purposes.length === 1 && purposes[0] === TIME_STAMPING;
}

function commonNameOf({ subject }: Certificate): string {
  const name: unknown = subject.typesAndValues.find(({ type }) => type === COMMON_NAME)?.value.valueBlock.value;
  return typeof name === 'string' ? name : '';
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g;

function certificatesOf(source: Uint8Array | string): Certificate[] {
  const all =
    typeof source === 'string'
      ? [...source.matchAll(PEM_BLOCK)].map(([, body = '']) => fromBase64(body.replaceAll(/\s/g, '')))
      : [new Uint8Array(source)];
  const certificates = all.map((bytes) => bytes && readCertificate(bytes));
  if (certificates.length === 0 || certificates.includes(null)) {
    throw new TypeError('An authority is no certificate in DER or PEM.');
  }
  return certificates.filter((certificate) => certificate !== null);
}

function readCertificate(bytes: Uint8Array<ArrayBuffer>): Certificate | null {
  try {
    return Certificate.fromBER(bytes);
  } catch {
    return null;
  }
}

function itemsOf(block: unknown): readonly BaseBlock[] {
  const items: unknown = member(member(block, 'valueBlock'), 'value');
  return Array.isArray(items) ? items : [];
}

async function hasDigest(hash: OctetString, digest: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return sameBytes(new Uint8Array(await crypto.subtle.digest(digest, bytes)), new Uint8Array(hash.getValue()));
}
