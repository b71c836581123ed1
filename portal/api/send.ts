/** One request to the service this page came from. */
import { problemOf, Unreachable } from './problem.ts';

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: object | FormData | Blob | undefined;
  readonly signal?: AbortSignal | undefined;
}

type QueryValue = string | number | boolean | null | undefined;

export interface Request extends Sent {
  /** What stands in the path in braces. */
  readonly params?: Readonly<Record<string, string>>;
  /** What is absent, null or empty is left out. */
  readonly query?: Readonly<Record<string, QueryValue>>;
}

/** The portal lies one level below the service, wherever a proxy has put that; its other pages lie beside it. */
const SERVICE = new URL(/\/portal\/(?:[^/]*)$/.test(location.pathname) ? '..' : '.', location.href);

/** The address of something of the service, as `api/quota`. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ''), SERVICE).href;
}

/** Method and path of an operation, with everything in its place. */
export function targetOf(
  [method, template]: readonly [method: string, path: string],
  { params = {}, query = {} }: Request = {},
): readonly [method: string, path: string] {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return [method, search.size === 0 ? path : `${path}?${search}`];
}

/** Throws `ApiProblem` for every answer that is no success. */
export async function send(method: string, path: string, { headers = {}, body, signal }: Sent = {}): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);
  const response = await fetch(addressOf(path), {
    method,
    headers: { ...headers, ...(isJson ? { 'Content-Type': 'application/json' } : {}) },
    body: isJson ? JSON.stringify(body) : (body ?? null),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** The JSON of an answer; null where it has no body. */
export async function jsonOf(response: Response) {
  return JSON.parse((await response.text()) || 'null');
}
