/** Conditions of a request (RFC 9110, section 13) about the version of a resource that the caller knows. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import type { Context } from '#api/http/http.ts';

/** The headers of conditions that any resource with an ETag evaluates. */
export const PRECONDITIONS = z.object({
  'If-Match': z.string().optional().describe('The ETag that the resource must have. Another ETag leads to a 412.'),
  'If-Unmodified-Since': z
    .string()
    .optional()
    .describe('A time. A resource with a later `Last-Modified` leads to a 412.'),
  'If-None-Match': z.string().optional().describe('The ETag of the version that the caller has.'),
  'If-Modified-Since': z
    .string()
    .optional()
    .describe('The `Last-Modified` of the version that the caller has. `If-None-Match` takes precedence.'),
});

/** The validators of what is answered. */
export interface Validators {
  readonly etag: string;
  readonly lastModified?: Date;
}

/**
 * Follows the order of RFC 9110, section 13.2.2. Throws if a precondition fails, and returns whether the caller has
 * the current version. Without a time of modification, conditions with times have no effect.
 */
export function isUnchanged(ctx: Context, { etag, lastModified }: Validators): boolean {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = ctx.req.headers;
  if (ifMatch !== undefined) {
    if (!hasStrongMatch(ifMatch, etag)) throw failed(`If-Match does not have the ETag, which is ${etag}.`);
  } else if (lastModified && isLater(lastModified, ctx.get('If-Unmodified-Since'))) {
    throw failed(`It was modified after the time of If-Unmodified-Since: ${lastModified.toUTCString()}.`);
  }
  if (ifNoneMatch !== undefined) return hasWeakMatch(ifNoneMatch, etag);
  return lastModified !== undefined && isLater(lastModified, ctx.get('If-Modified-Since')) === false;
}

function hasStrongMatch(header: string, etag: string): boolean {
  const tags = tagsOf(header);
  return tags.includes('*') || (tags.includes(etag) && !etag.startsWith('W/'));
}

function hasWeakMatch(header: string, etag: string): boolean {
  const tags = tagsOf(header);
  return tags.includes('*') || tags.map(opaqueTag).includes(opaqueTag(etag));
}

/** Our own tags have no comma. */
function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

function opaqueTag(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** Compares by the second, as HTTP does; null if the header has no time. */
function isLater(time: Date, header: string): boolean | null {
  const limit = Date.parse(header);
  return Number.isNaN(limit) ? null : Math.floor(time.getTime() / 1000) > limit / 1000;
}

function failed(detail: string): ServiceError {
  return new ServiceError('precondition_failed', detail);
}
