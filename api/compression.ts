/**
 * Compresses texts for callers that accept gzip (RFC 9110, section 8.4). Documents and archives are compressed
 * already, and streams of events must not wait.
 * The length of a compressed answer can reveal a secret beside text of an attacker (BREACH). No page can make another
 * person's browser ask for such an answer, because every such call needs a header that browsers do not add themselves.
 * Answers with a cookie are not compressed.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';

const compress = promisify(gzip);

/** Compression does not speed up a body that fits into one packet. */
const MIN_BYTES = 1400;
/** Bodies that stay in memory, such as built pages, are compressed once. */
const kept = new WeakMap<Buffer, Promise<Buffer>>();
const TEXT = /^text\/|[/+](?:json|xml|javascript)$/;

export function compression(): Middleware {
  return async (ctx, next) => {
    await next();
    const body = textOf(ctx);
    if (body === 'none of ours') return;
    ctx.vary('Accept-Encoding'); // also for 304
    if (body === null) return;
    ctx.body = body; // made once
    if (body.length < MIN_BYTES || ctx.res.hasHeader('Set-Cookie')) return;
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
    const packed = kept.get(body) ?? compress(body);
    kept.set(body, packed);
    ctx.body = await packed;
    ctx.set('Content-Encoding', 'gzip');
  };
}

/** The bytes of a text that is there as a whole; null for an answer without body. */
function textOf({ body, response }: Context): Buffer | null | 'none of ours' {
  if (body === null || body === undefined) return null;
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body) || isPlain(body);
  if (!isWhole || !TEXT.test(response.type)) return 'none of ours';
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Bodies that Koa writes as JSON. */
function isPlain(body: unknown): boolean {
  if (Array.isArray(body)) return true;
  return typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;
}
