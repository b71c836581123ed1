/**
 * Builds certification paths from a signer to a configured trust anchor (RFC 5280, 6.1) from the certificates in the
 * document. It works offline and without a clock: only revocation data in the document count, and the time is that of
 * the signature.
 */
import { type X509, readCertificate } from './certificate.ts';
import { Revocations } from './revocation.ts';
import type { ValidationData } from './validation-data.ts';

/**
 * The limit of verified certificate signatures in one document, for all its signatures together. Beyond it no path is
 * found.
 */
const MAX_VERIFICATIONS = 2000;
/** The longest signatures, those of SLH-DSA, take the most time, in proportion to their length. */
const MAX_SIGNATURE_BYTES = 8 * 1024 * 1024;

/** Caches the parsed anchors, because a process gets the same list for all its documents. */
const parsedAnchors = new WeakMap<readonly Uint8Array[], BySubject>();

function parseAnchors(anchors: readonly Uint8Array[]): BySubject {
  const known = parsedAnchors.get(anchors);
  if (known) return known;
  const parsed = bySubject(anchors.flatMap((bytes) => readCertificate(bytes) ?? []));
  parsedAnchors.set(anchors, parsed);
  return parsed;
}

function bySubject(certificates: readonly X509[]): BySubject {
  return Map.groupBy(certificates, ({ subject }) => subject);
}

/** A certificate on the path to an anchor. */
interface Step {
  readonly certificate: X509;
  /** The number of authorities so far, without self-issued ones (4.2.1.9). */
  readonly below: number;
}

export interface SigningTime {
  readonly timeMs: number | null;
  /** True if a timestamp proves the time; false if only the signer states it. */
  readonly isProven: boolean;
}

type BySubject = ReadonlyMap<string, readonly X509[]>;

export class TrustedChains {
  readonly #anchors: BySubject;
  readonly #stored: readonly X509[];
  readonly #revocations: Revocations;
  readonly #verified = new Map<string, boolean>();
  #signatureBytes = 0;

  /** @param stored the validation data in the document for all its signatures */
  constructor(anchors: readonly Uint8Array[], { certificates, ...revocation }: ValidationData) {
    this.#anchors = parseAnchors(anchors);
    this.#stored = certificates;
    this.#revocations = new Revocations(revocation);
  }

  /**
   * Whether a path leads to an anchor at a time. Without a time, the start of the validity of the signer's certificate
   * counts, because it is the same on every day and its issuers were authorities then.
   * @param brought certificates in the signature
   */
  isTrusted(signer: X509, brought: readonly X509[], { timeMs, isProven }: SigningTime): boolean {
    const atMs = timeMs ?? signer.notBeforeMs;
    const provenMs = isProven ? timeMs : null;
    if (!signer.allows('digitalSignature', 'nonRepudiation') || !isUsable(signer, atMs)) return false;
    if (this.#anchors.get(signer.subject)?.some(({ id }) => id === signer.id)) return true;
    const others = bySubject([...brought, ...this.#stored]);
    const seen = new Set([signer.id]);
    const pending: Step[] = [{ certificate: signer, below: 0 }];
    for (let step = pending.shift(); step; step = pending.shift()) {
      const { certificate, below } = step;
      const issued = (authority: X509, isAnchor: boolean): boolean =>
        mayIssue(authority, below, isAnchor) &&
        isUsable(authority, atMs) &&
        this.#signed(authority, certificate) &&
        !this.#revocations.isRevoked(certificate, authority, provenMs);
      if (this.#anchors.get(certificate.issuer)?.some((anchor) => issued(anchor, true))) return true;
      for (const authority of others.get(certificate.issuer) ?? []) {
        if (seen.has(authority.id) || !issued(authority, false)) continue;
        seen.add(authority.id);
        pending.push({ certificate: authority, below: below + (authority.issuer === authority.subject ? 0 : 1) });
      }
    }
    return false;
  }

  #signed(authority: X509, certificate: X509): boolean {
    const key = `${authority.id} ${certificate.id}`;
    const known = this.#verified.get(key);
    if (known !== undefined) return known;
    this.#signatureBytes += certificate.parsed.signatureValue.valueBlock.valueHexView.length;
    if (this.#verified.size >= MAX_VERIFICATIONS || this.#signatureBytes > MAX_SIGNATURE_BYTES) return false;
    const isSigned = certificate.isSignedBy(authority);
    this.#verified.set(key, isSigned);
    return isSigned;
  }
}

function isUsable(certificate: X509, atMs: number): boolean {
  return certificate.isValidAt(atMs) && !certificate.hasUnknownCritical;
}

/** 6.1.4: the right to issue, and the number of authorities that may follow. */
function mayIssue(authority: X509, below: number, isAnchor: boolean): boolean {
  if (!authority.allows('keyCertSign')) return false;
  const length = authority.pathLength ?? (isAnchor && authority.isSilentOnAuthority ? Infinity : -1);
  return below <= length;
}
