/**
 * Which pages of other origins may read answers (the Fetch standard, section 3.3): those of `PORTAL_ORIGINS`, with
 * cookies, and of public documents every page, without. Others get their answer without a word of it, and browsers keep
 * it from them. A page of another site cannot act for a signed-in member, since the one cookie is `SameSite=Strict`
 * and everything else takes a header that no browser adds by itself.
 */
import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import { CONTEXT_PATH, FACTS_TYPE_PATH } from '#domain/attestation.ts';
import type { Operation } from './operation.ts';

/** Browsers remember a permission for two hours at most. */
const MAX_AGE_SECONDS = 2 * 60 * 60;

export function crossOrigin(portalOrigins: readonly string[], operations: readonly Operation[]): Middleware {
  return cors({
    origin: (ctx) => (isPublic(ctx) ? '*' : (portalOrigins.find((origin) => origin === ctx.get('Origin')) ?? '')),
    credentials: (ctx) => !isPublic(ctx),
    exposeHeaders: exposedHeaders(operations),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    maxAge: MAX_AGE_SECONDS,
  });
}

const PUBLIC_PATHS = ['/openapi.json', CONTEXT_PATH, FACTS_TYPE_PATH];

/** Public resources for the verification of proofs, and the description of the API for tools. */
function isPublic({ path }: Context): boolean {
  return PUBLIC_PATHS.includes(path) || path.startsWith('/.well-known/');
}

/** Headers that all answers or all refusals may have, besides those of the operation. */
const ANYWHERE = [
  'X-Request-Id',
  'X-Client-Request-Id',
  'Api-Version',
  'Idempotent-Replayed',
  'Retry-After',
  'WWW-Authenticate',
  'X-Submission-Id',
  'Preference-Applied',
  'Accept-Ranges',
  'Content-Range',
  'Content-Length',
  'RateLimit',
  'RateLimit-Policy',
];

/** No page sees a cookie that is out of reach of scripts. */
function exposedHeaders(operations: readonly Operation[]): string[] {
  const declared = operations.flatMap(({ answers }) => answers.flatMap(({ headers = {} }) => Object.keys(headers)));
  return [...new Set([...ANYWHERE, ...declared])].filter((name) => name !== 'Set-Cookie').toSorted();
}
