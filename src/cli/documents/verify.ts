/**
 * `fixpoint verify`: checks a PDF against its attestation and a key set, or evidence by the code of the page `/verify`, with no
 * network and no account.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { check } from '#src/proof/evidence/check.ts';
import { type DroppedFile, type Given, isEvidenceName, readDropped, readFolder } from '#src/proof/evidence/given.ts';
import { hasTimestamp } from '#src/proof/evidence/timestamp-checks.ts';
import type { Verdict } from '#src/proof/evidence/verdict.ts';
import { utf8 } from '#src/proof/verify/base64.ts';
import { parsedJson } from '#domain/text/json.ts';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import type { Verification } from '#domain/attestation.ts';
import { isWarning } from '#domain/verdict/kinds.ts';
import type { TimestampReason, TimestampVerification } from '#src/proof/timestamp/verify.ts';
import { readTrustStore } from '#src/keys/trust-store.ts';
import { EXIT, refused } from '#src/cli/exit-codes.ts';
import { inOneLine, say } from '#src/cli/terminal.ts';
import { bytesOf, checkInputs } from './inputs.ts';

export interface VerifyFlags {
  /** Without it the file is evidence. */
  readonly attestation?: string;
  readonly jwks: string;
  readonly original?: string;
  readonly timestampAuthorities?: string;
  readonly json: boolean;
}

const SENTENCES: Readonly<Record<NonNullable<Verification['reason']>, string>> = {
  malformed: 'this is not an attestation',
  unknown_key: 'the key set does not have the key that signed it',
  signature_invalid: 'the attestation was changed, or somebody else signed it',
  artifact_mismatch: 'the attestation is about another PDF',
  original_mismatch: 'the attestation is about another original',
};

const TIMESTAMP_SENTENCES: Readonly<Record<TimestampReason, string>> = {
  absent: 'the attestation has no timestamp',
  malformed: 'what the attestation has is no timestamp',
  mismatch: 'the timestamp is of another signature',
  signature_invalid: 'the timestamp was changed, or its signer is no timestamp authority',
  time_invalid: 'the time of the timestamp cannot be true',
  untrusted: 'no authority that was given made the timestamp',
};

/** Exit codes: 0 verified, 3 a file cannot be read or was packed by another program, 11 not verified. */
export async function verifyFile(path: string, flags: VerifyFlags): Promise<number> {
  checkInputs([path]);
  const { attestation } = flags;
  return attestation === undefined ? verifyEvidence(path, flags) : verifyPdf(path, attestation, flags);
}

async function verifyPdf(pdfPath: string, attestation: string, flags: VerifyFlags): Promise<number> {
  const { jwks, timestampAuthorities, json } = flags;
  const [pdf, original, document, keySet] = await Promise.all([
    readableBytes(pdfPath),
    flags.original === undefined ? undefined : readableBytes(flags.original),
    readable(attestation, parse),
    readable(jwks, parse),
  ]);
  if (!pdf || original === null || !document || !keySet) return EXIT.unreadable;
  const verdict = await verifyAttestation(document.content, keySet.content, { pdf, ...(original && { original }) });
  const isDemanded = timestampAuthorities !== undefined;
  const timestamp =
    isDemanded || hasTimestamp(document.content)
      ? await timestampVerdict(document.content, keySet.content, timestampAuthorities)
      : null;
  const isRefused = timestamp !== null && (isDemanded ? !timestamp.valid : timestamp.state === 'fail');
  if (json) process.stdout.write(`${JSON.stringify({ ...verdict, ...(timestamp && { timestamp }) })}\n`);
  say(`${inOneLine(pdfPath)}: ${sentence(verdict, timestamp, isRefused)}`);
  for (const line of documentLines(verdict)) say(line);
  return verdict.valid && !isRefused ? EXIT.done : EXIT.notVerified;
}

/** The library that it needs takes longer to load than all else here. */
const loadTimestamps = () => import('#src/proof/timestamp/verify.ts');

async function timestampVerdict(
  attestation: unknown,
  keySet: unknown,
  path: string | undefined,
): Promise<TimestampVerification> {
  const { verifyTimestamp } = await loadTimestamps();
  const authorities = path === undefined ? [] : await readTrustStore(path);
  return verifyTimestamp(attestation, { authorities, keySet });
}

function sentence(
  { reason, attestationId, issuedAt, verdict }: Verification,
  timestamp: TimestampVerification | null,
  isRefused: boolean,
): string {
  if (reason !== null) return `NOT VERIFIED: ${SENTENCES[reason]} (${reason})`;
  const word = verdict?.level === 'good' ? 'verified' : 'the proof holds';
  const verified = `${word}: attestation ${inOneLine(attestationId)} of ${inOneLine(issuedAt)}`;
  if (timestamp === null) return verified;
  if (timestamp.reason === null) return `${verified}, stamped ${timestamp.time} by ${inOneLine(timestamp.authority)}`;
  if (isRefused) return `NOT VERIFIED: ${TIMESTAMP_SENTENCES[timestamp.reason]} (${timestamp.reason})`;
  return `${verified}; its timestamp was not checked, because no authority was given`;
}

/** No word above is better than this verdict. */
function documentLines({ valid, verdict, facts }: Verification): string[] {
  if (!valid) return [];
  if (verdict === null) return ['  not signed: the attestation says nothing of the verdict on the original'];
  const word = isWarning(verdict.level) ? 'WARNING' : 'note';
  const { kind, level } = verdict;
  return [
    `  ${word}: the signed verdict on the original is ${inOneLine(kind)} (${level})`,
    ...(facts
      ? [`  note: the facts document that the attestation names was not given (sha256 ${inOneLine(facts.sha256)})`]
      : []),
  ];
}

const WORDS = { fail: 'FAILED', unknown: 'not checked', unsigned: 'not signed' } as const;

/** The archive or its folder, the original where it is named, and whom to believe about times. */
async function verifyEvidence(path: string, flags: VerifyFlags): Promise<number> {
  const { jwks, original, timestampAuthorities, json } = flags;
  const keySet = await readable(jwks, parse);
  const files = await Promise.all([path, ...(original === undefined ? [] : [original])].map(givenIn));
  if (!keySet || files.includes(null)) return EXIT.unreadable;
  const given = files.flatMap((things) => things ?? []);
  if (given[0]?.kind === 'pdf' && given[0].origin === 'file') {
    throw refused('A PDF needs its attestation: name it by --attestation, or give the evidence as one ZIP file.');
  }
  const certificates = timestampAuthorities === undefined ? [] : await readTrustStore(timestampAuthorities);
  const authorities = certificates.map((certificate): Given => ({
    kind: 'authority',
    origin: 'file',
    name: timestampAuthorities ?? '',
    certificate,
  }));
  const trust = { publisher: 'caller', comparedKid: null, now: new Date(), loadTimestamps } as const;
  const verdict = await check([...given, ...authorities], { ...trust, published: keySet.content });
  const isVerified = isEnough(verdict, given, timestampAuthorities !== undefined);
  const isUnstamped = verdict.outcome === 'verified' && !isVerified;
  const words = isUnstamped ? 'NOT VERIFIED: the attestation has no timestamp (absent)' : inOneLine(verdict.sentence);
  if (json) process.stdout.write(`${JSON.stringify({ valid: isVerified, ...verdict })}\n`);
  say(`${inOneLine(path)}: ${words}`);
  for (const { state, title, detail, notSigned = [] } of verdict.checks) {
    if (state !== 'pass') say(`  ${WORDS[state]}: ${inOneLine(title)} ${inOneLine(detail)}`);
    else if (notSigned.length > 0) say(`  note: ${inOneLine(title)} ${inOneLine(detail)}`);
  }
  if (verdict.outcome === 'repacked') return EXIT.unreadable;
  return isVerified ? EXIT.done : EXIT.notVerified;
}

/** A timestamp is demanded where authorities are given, as it is of a PDF with its attestation. */
function isEnough({ outcome }: Verdict, given: readonly Given[], isStampDemanded: boolean): boolean {
  if (!isStampDemanded) return outcome === 'verified' || outcome === 'unstamped';
  return outcome === 'verified' && given.some((thing) => thing.kind === 'attestation' && hasTimestamp(thing.value));
}

async function givenIn(path: string): Promise<Given[] | null> {
  const entries = await filesOf(path);
  if (entries === null) {
    const file = await fileAt(path);
    return file && readDropped(file);
  }
  const files: DroppedFile[] = [];
  for (const entry of entries) {
    const file = await fileAt(join(path, entry));
    if (file === null) return null;
    files.push(file);
  }
  return readFolder(files);
}

/** The files of evidence in a folder; null where the path is none. */
async function filesOf(path: string): Promise<string[] | null> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? (await readdir(path)).filter(isEvidenceName).toSorted() : null;
}

async function fileAt(path: string): Promise<DroppedFile | null> {
  const bytes = await readableBytes(path);
  if (bytes === null) return null;
  const content = new Uint8Array(bytes);
  return { name: basename(path), size: content.length, arrayBuffer: async () => content.buffer };
}

async function readableBytes(path: string): Promise<Uint8Array | null> {
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
