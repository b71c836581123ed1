/** `fixpoint verify`: checks a PDF against its attestation and a key set, with no network and no account. */
import { readFile } from 'node:fs/promises';
import { utf8 } from '#src/proof/verify/base64.ts';
import { parsedJson } from '#src/proof/verify/json.ts';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import type { Verification } from '#domain/attestation.ts';
import type { TimestampReason, TimestampVerification } from '#src/proof/timestamp/verify.ts';
import { readTrustStore } from '#src/keys/trust-store.ts';
import { EXIT } from '#src/cli/exit-codes.ts';
import { inOneLine, say } from '#src/cli/terminal.ts';
import { bytesOf, checkInputs } from './inputs.ts';

export interface VerifyFlags {
  readonly attestation: string;
  readonly jwks: string;
  readonly timestampAuthorities?: string;
  readonly json: boolean;
}

const SENTENCES: Readonly<Record<NonNullable<Verification['reason']>, string>> = {
  malformed: 'this is not an attestation',
  unknown_key: 'the key set does not have the key that signed it',
  signature_invalid: 'the attestation was changed, or somebody else signed it',
  artifact_mismatch: 'the attestation is about another PDF',
};

const TIMESTAMP_SENTENCES: Readonly<Record<TimestampReason, string>> = {
  absent: 'the attestation has no timestamp',
  malformed: 'what the attestation has is no timestamp',
  mismatch: 'the timestamp is of another signature',
  signature_invalid: 'the timestamp was changed, or whoever signed it may not stamp times',
  untrusted: 'the timestamp is of no authority that was given',
};

/** Exit codes: 0 verified, 3 a file cannot be read, 11 not verified. */
export async function verifyFile(
  pdfPath: string,
  { attestation, jwks, timestampAuthorities, json }: VerifyFlags,
): Promise<number> {
  checkInputs([pdfPath]);
  const [pdf, document, keySet] = await Promise.all([
    readablePdf(pdfPath),
    readable(attestation, parse),
    readable(jwks, parse),
  ]);
  if (!pdf || !document || !keySet) return EXIT.unreadable;
  const verdict = await verifyAttestation(document.content, keySet.content, { pdf });
  const timestamp =
    timestampAuthorities === undefined ? null : await timestampVerdict(document.content, timestampAuthorities);
  if (json) process.stdout.write(`${JSON.stringify({ ...verdict, ...(timestamp && { timestamp }) })}\n`);
  say(`${inOneLine(pdfPath)}: ${sentence(verdict, timestamp)}`);
  return verdict.valid && timestamp?.valid !== false ? EXIT.done : EXIT.notVerified;
}

/** The library that it needs takes longer to load than all else here. */
async function timestampVerdict(attestation: unknown, path: string): Promise<TimestampVerification> {
  const { verifyTimestamp } = await import('#src/proof/timestamp/verify.ts');
  return verifyTimestamp(attestation, { authorities: await readTrustStore(path) });
}

function sentence({ reason, attestationId, issuedAt }: Verification, timestamp: TimestampVerification | null): string {
  if (reason !== null) return `NOT VERIFIED: ${SENTENCES[reason]} (${reason})`;
  const verified = `attestation ${attestationId} of ${issuedAt}`;
  if (timestamp === null) return `verified: ${verified}`;
  if (timestamp.reason !== null) {
    return `NOT VERIFIED: ${TIMESTAMP_SENTENCES[timestamp.reason]} (${timestamp.reason})`;
  }
  return `verified: ${verified}, stamped ${timestamp.time} by ${inOneLine(timestamp.authority)}`;
}

async function readablePdf(path: string): Promise<Uint8Array | null> {
  const bytes = await bytesOf(path);
  if (bytes instanceof Uint8Array) return bytes;
  say(`${inOneLine(path)}: cannot be read`);
  return null;
}

function parse(bytes: Buffer): unknown {
  const value = parsedJson(utf8(new Uint8Array(bytes)));
  if (value === undefined) throw new SyntaxError();
  return value;
}

async function readable<Content>(path: string, read: (bytes: Buffer) => Content): Promise<{ content: Content } | null> {
  try {
    return { content: read(await readFile(path)) };
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'not JSON, or JSON that names a member twice' : 'cannot be read';
    say(`${inOneLine(path)}: ${reason}`);
    return null;
  }
}
