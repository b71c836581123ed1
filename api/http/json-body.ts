/** Reads a small JSON body strictly: its type, its size, its encoding, and every name in it are checked. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { watchDigests } from './checks/digests.ts';
import { bodyFaultsOf, fault, faulty, WORDS } from './faults.ts';
import type { Context } from './http.ts';
import { JsonRefused, parseJsonText } from './checks/json-text.ts';

const MAX_BYTES = 64 * 1024;
/** This is for the whole body, which fits into a few packets. */
const TIMEOUT_MS = 10_000;

/**
 * The body as the schema, a `z.strictObject`, has it. No body at all is read as an empty object, so that requests whose
 * every member is optional need none.
 */
export async function readJson<Schema extends z.ZodObject>(
  ctx: Context,
  schema: Schema,
  timeoutMs = TIMEOUT_MS,
): Promise<z.infer<Schema>> {
  return check(schema, hasBody(ctx) ? await receiveJson(ctx, timeoutMs) : {});
}

/**
 * Reads an optional body: null without one. A body without bytes but with a type was lost on the way, and is refused.
 */
export async function readOptionalJson<Schema extends z.ZodObject>(
  ctx: Context,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const isMeant = hasBody(ctx) || ctx.get('Content-Type') !== '';
  return isMeant ? check(schema, await receiveJson(ctx, TIMEOUT_MS)) : null;
}

/** RFC 9112, section 6.3: a request without either header has none. */
function hasBody({ req }: Context): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

async function receiveJson(ctx: Context, timeoutMs: number): Promise<unknown> {
  requireJson(ctx);
  return parseJson(await receiveBody(ctx, MAX_BYTES, timeoutMs));
}

/** The value as the schema has it; throws what is wrong with each member. */
export function check<Schema extends z.ZodObject>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value, WORDS);
  if (parsed.success) return parsed.data;
  throw faulty(bodyFaultsOf(parsed.error, value, Object.keys(schema.shape)));
}

/** RFC 8259, section 8.1: JSON is UTF-8, and its media type has no charset; `utf-8` is a common superfluity. */
function requireJson(ctx: Context): void {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'The service takes no Content-Encoding. Send the JSON as it is.');
  }
  const [type, ...parameters] = ctx.get('Content-Type').toLowerCase().split(';');
  const charset = parameters.map((text) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(text)?.[1]).find(Boolean);
  if (type?.trim() !== 'application/json' || (charset !== undefined && charset !== 'utf-8')) {
    throw new ServiceError('unsupported_media_type', 'Send application/json in UTF-8.');
  }
}

/** The received bytes, for the check of a signature over them. */
export async function receiveBody({ req, res }: Context, maxBytes: number, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const checkDigests = watchDigests(req);
  const timer = setTimeout(() => {
    reject(new ServiceError('upload_stalled', `The body did not arrive within ${timeoutMs / 1000} seconds.`));
  }, timeoutMs);
  try {
    const bytes = await Promise.race([collect(req, maxBytes), late]);
    await checkDigests();
    return bytes;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The body is read by events, since leaving a `for await` would destroy the request, and with it the connection of the
 * refusal.
 */
function collect(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  req.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return reject(tooLarge(maxBytes));
    chunks.push(chunk);
  });
  req.on('end', () => resolve(Buffer.concat(chunks)));
  req.on('error', reject); // the caller has gone
  return promise;
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError('body_too_large', `A JSON body may have ${limitBytes} bytes.`, {
    members: { limitBytes },
  });
}

export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw faulty([fault('body', '', 'invalid_encoding', 'The body is not UTF-8.')]);
  try {
    return parseJsonText(bytes.toString());
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    throw faulty([fault('body', error.pointer, error.code, `The body ${error.message}.`)]);
  }
}
