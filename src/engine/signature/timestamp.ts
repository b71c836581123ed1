/** Timestamp tokens (RFC 3161). In a token a third party certifies that a digest existed at a time. */
import { TSTInfo } from 'pkijs';
import type { Budget } from '#engine/pdf/budget.ts';
import { sameBytes } from '#engine/pdf/comparison.ts';
import { attempt, digestName, hashOf } from './algorithms.ts';
import { parseBer, type X509 } from './certificate.ts';
import { isMessage, type NoMessage, readSignedMessage, type SignedMessage } from './cms.ts';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';

export interface TimestampToken {
  readonly message: SignedMessage;
  readonly timeMs: number;
  /** Whether the token covers these bytes. */
  stamps(content: readonly Uint8Array[]): boolean;
  /** True if the key of the named certificate signed the token. */
  readonly isGenuine: boolean;
  /** True if that key was certified only for timestamps, and its certificate was valid at that time (2.3). */
  readonly isByAuthority: boolean;
}

export function isToken(read: TimestampToken | NoMessage): read is TimestampToken {
  return 'timeMs' in read;
}

export function readTimestampToken(bytes: Uint8Array, budget?: Budget): TimestampToken | NoMessage {
  const message = readSignedMessage(bytes, budget);
  if (!isMessage(message)) return message;
  return readInfo(message) ?? { failure: 'CMS_INVALID' };
}

function readInfo(message: SignedMessage): TimestampToken | undefined {
  const { content } = message;
  if (!content || message.contentType !== TST_INFO) return undefined;
  return attempt(() => {
    const asn1 = parseBer(content);
    if (!asn1) return undefined;
    const info = new TSTInfo({ schema: asn1 });
    const digest = digestName(info.messageImprint.hashAlgorithm.algorithmId);
    const timeMs = info.genTime.getTime();
    if (!digest || !Number.isFinite(timeMs)) return undefined;
    const imprint = new Uint8Array(info.messageImprint.hashedMessage.getValue());
    return {
      message,
      timeMs,
      stamps: (parts) => sameBytes(hashOf(digest, parts), imprint),
      isGenuine: message.matches([content]) && message.isBoundToSigner && message.isGenuine([content]),
      isByAuthority: isAuthority(message.certificate, timeMs),
    };
  });
}

function isAuthority(certificate: X509, timeMs: number): boolean {
  return certificate.isForTimestamps && certificate.isValidAt(timeMs) && !certificate.hasWeakKey(null);
}
