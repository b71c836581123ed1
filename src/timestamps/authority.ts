/** A client of timestamp authorities: their signed word that something existed at a time (RFC 3161, over HTTP: section 3.4). */
import { createHash, randomBytes } from 'node:crypto';
import { fromBER, Integer, OctetString, Sequence } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, PKIStatusInfo, TimeStampReq, TSTInfo } from 'pkijs';
import { isToken, readTimestampToken } from '#engine/signature/timestamp.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
/** PKIStatus `granted` and `grantedWithMods` (section 2.4.2). */
const GRANTED = new Set([0, 1]);
const NONCE_BYTES = 16;
/** A token with its certificates has a few thousand. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** No authority gave a token that holds; the message says of each why, and nothing of what was to be stamped. */
export class TimestampUnavailable extends Error {
  override readonly name = 'TimestampUnavailable';
}

export interface TimestampAuthority {
  /** Answers a TimeStampToken in DER, over the SHA-256 of the content, with the authority's certificate in it. */
  readonly stamp: (content: Uint8Array) => Promise<Uint8Array>;
}

/** For one authority; the next one is asked then. Two have time while a caller waits for the document. */
const DEADLINE_MS = 3_000;

/** The first of the authorities that answers is asked first from then on. */
export function timestampAuthority(urls: readonly string[], deadlineMs = DEADLINE_MS): TimestampAuthority {
  let preferred = 0;
  return {
    stamp: async (content) => {
      const reasons: string[] = [];
      for (const offset of urls.keys()) {
        const index = (preferred + offset) % urls.length;
        const url = urls[index] ?? '';
        try {
          const token = await ask(url, content, deadlineMs);
          preferred = index;
          return token;
        } catch (error) {
          reasons.push(`${new URL(url).host}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      throw new TimestampUnavailable(`No timestamp was had: ${reasons.join('; ')}.`);
    },
  };
}

async function ask(url: string, content: Uint8Array, deadlineMs: number): Promise<Uint8Array> {
  const nonce = new Integer({ valueHex: nonceBytes() });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: requestFor(content, nonce),
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  }
  const token = tokenOf(await limited(response));
  const read = readTimestampToken(token);
  if (!isToken(read) || !read.isGenuine || !read.isByAuthority)
    throw new Error('its token is not signed by an authority for timestamps');
  if (!read.stamps([content]) || !hasNonce(read.message.content, nonce))
    throw new Error('its token is of something else');
  return token;
}

/** Positive, so that no authority writes it in another way. */
function nonceBytes(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(NONCE_BYTES));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.buffer;
}

function requestFor(content: Uint8Array, nonce: Integer): ArrayBuffer {
  const hashedMessage = new OctetString({
    valueHex: new Uint8Array(createHash('sha256').update(content).digest()).buffer,
  });
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: SHA256 });
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage });
  return new TimeStampReq({ version: 1, messageImprint, nonce, certReq: true }).toSchema().toBER();
}

async function limited(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('its answer is longer than any token');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** TimeStampResp (section 2.4.2): the token in the bytes in which it came, since it is signed. */
function tokenOf(answer: Uint8Array): Uint8Array {
  const { result, offset } = fromBER(new Uint8Array(answer));
  const [status, token] = offset !== -1 && result instanceof Sequence ? result.valueBlock.value : [];
  if (!(status instanceof Sequence)) throw new Error('its answer is no timestamp response');
  const { status: granted } = new PKIStatusInfo({ schema: status });
  if (!GRANTED.has(granted)) throw new Error(`it refused with status ${granted}`);
  if (!(token instanceof Sequence)) throw new Error('its answer has no token');
  return new Uint8Array(token.valueBeforeDecodeView);
}

function hasNonce(content: Uint8Array | null, nonce: Integer): boolean {
  if (content === null) return false;
  const { result } = fromBER(new Uint8Array(content));
  return new TSTInfo({ schema: result }).nonce?.isEqual(nonce) ?? false;
}
