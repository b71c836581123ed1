/** Small things every route needs of HTTP: the request's id, strict query parameters, ids and hashes in paths. */
import { isUtf8 as isUtf8Bytes } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { ParameterizedContext } from 'koa';
import { ServiceError, type FieldError } from '#domain/problem-codes.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { fault, faulty, unknownNames } from './faults.ts';

export interface State {
  requestId: string;
  /** The id that the caller gave the request, for the answer and the log. */
  clientRequestId?: string;
  /** This is for the log, once the caller is known. */
  organizationId?: string;
  /** The document of the request, for the log. It leads to the lines of the worker and to the workflow. */
  submissionId?: string;
  /** The member or the API key that calls. */
  actor?: string;
}

export type Context = ParameterizedContext<State>;

/**
 * By which path an endpoint is known in metrics and traces: as the router has it, with `{name}` for each parameter, and never the one
 * that was asked for. Files of pages are under one for all.
 */
export function routeOf(ctx: Context): string {
  const matched: unknown = ctx['_matchedRoute'];
  return typeof matched === 'string' ? matched.replaceAll(/:(\w+)/g, '{$1}') : 'none';
}

/** The id belongs to this request and to no other: `req_` and a ULID, which sorts by time, as logs do. */
export function newRequestId(): string {
  return `req_${ulid(Date.now())}`;
}

/** A longer value, or one with other characters, is ignored, because it goes into a header and a log. */
export const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id of the request, which nobody has to make unique. */
export function clientRequestIdOf(header: string): { clientRequestId?: string } {
  return CLIENT_REQUEST_ID.test(header) ? { clientRequestId: header } : {};
}

/** Every answer has these headers. */
export function headersOf({ requestId, clientRequestId }: State): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    ...(clientRequestId !== undefined && { 'X-Client-Request-Id': clientRequestId }),
    'Api-Version': API_VERSION,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 48 bits of time and 80 of chance, five bits to the character. */
function ulid(now: number): string {
  let bits = (BigInt(now) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`);
  let text = '';
  for (let index = 0; index < 26; index++) {
    text = CROCKFORD.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}

/** One named value as it came, before anybody has judged it. */
export interface Field {
  readonly name: string;
  readonly value: string;
  /** False where the value came as other bytes or with a percent sign that begins no escape (RFC 3986, section 2.1): it is refused. */
  readonly isUtf8: boolean;
}

/**
 * The query is read from the request target alone: Koa's `ctx.URL` is empty where the header Host is not well-formed.
 */
export function queryOf(ctx: Context): URLSearchParams {
  return new URLSearchParams(ctx.querystring);
}

export function queryFields(ctx: Context): Field[] {
  return ctx.querystring.split('&').flatMap((pair) => {
    const isUtf8 = !/%(?![0-9a-f]{2})/i.test(pair) && isUtf8Bytes(percentDecoded(pair));
    return [...new URLSearchParams(pair)].map(([name, value]) => ({ name, value, isUtf8 }));
  });
}

/** A request target is ASCII. */
function percentDecoded(text: string): Buffer {
  const byteOf = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
  return Buffer.from(text.replaceAll(/%([0-9a-f]{2})/gi, byteOf), 'latin1');
}

const ENCODINGS: Partial<Record<FieldError['in'], string>> = { query: 'percent-encoded UTF-8' };

/** The values by name, and the faults of names: unknown and repeated ones. */
export function uniqueFields(fields: readonly Field[], where: FieldError['in'], known: readonly string[]) {
  const values = new Map<string, string>();
  const faults: FieldError[] = [];
  const foreign: string[] = [];
  for (const { name, value, isUtf8 } of fields) {
    if (!known.includes(name)) foreign.push(name);
    else if (values.has(name)) faults.push(fault(where, name, 'duplicate', `${name} is given more than once`));
    else if (!isUtf8)
      faults.push(fault(where, name, 'invalid_encoding', `${name} is not ${ENCODINGS[where] ?? 'UTF-8'}`));
    else values.set(name, value);
  }
  return { values, faults: [...unknownNames(foreign, where, known), ...faults] };
}

export function invalid(where: FieldError['in'], name: string, code: string, detail: string): ServiceError {
  return faulty([fault(where, name, code, detail)]);
}

/** The object does not exist, or not for this caller. `resource` names its kind. */
export function notFound(resource: string, detail: string): ServiceError {
  return new ServiceError('not_found', detail, { members: { resource } });
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** Lower-case hex of a SHA-256 in a path; upper case and the prefix `sha256:` are taken too. */
export function readSha256(text: string): string | null {
  return /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase() ?? null;
}
