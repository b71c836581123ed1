/**
 * An answer that lies in memory goes to its connection in pieces: the connection reports a piece as sent only when the system has
 * taken all of it, and by that the watch over slow readers (`../server.ts`) knows how far a reader is.
 */
import { Readable } from 'node:stream';
import type { Middleware } from 'koa';

const PIECE_BYTES = 64 * 1024;

export function inPieces(): Middleware {
  return async (ctx, next) => {
    await next();
    const bytes = typeof ctx.body === 'string' ? Buffer.from(ctx.body) : ctx.body;
    if (!Buffer.isBuffer(bytes) || bytes.length <= PIECE_BYTES || ctx.method === 'HEAD') return;
    ctx.body = Readable.from(piecesOf(bytes), { objectMode: false });
    ctx.length = bytes.length;
  };
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
