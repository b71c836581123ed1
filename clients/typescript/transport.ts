/**
 * One request to the service, as often as it takes: what failed in passing is sent again, with the same idempotency key, so
 * that the document is charged once.
 */
import { errorOf, FixpointConnectionError, type FixpointError, unexpectedAnswer } from './error.ts';
import { API_VERSION } from './generated/operations.ts';
import { pause } from './pause.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  /** For programs. It is sent as `X-Api-Key`. */
  readonly apiKey?: string;
  /** Of somebody who is signed in, for what a key may not do; a function is asked before each request. */
  readonly accessToken?: string | (() => string | Promise<string>);
  readonly fetch?: typeof fetch;
  /** How long nothing may be heard of a request, nor sent; 150,000 without it. */
  readonly timeoutMs?: number;
  /** How often a request is sent again; 2 without it. */
  readonly maxRetries?: number;
  /** The pause before the first repetition, half of it by chance; it doubles. 500 without it. */
  readonly retryDelayMs?: number;
  /** Is told before a request is sent again. */
  readonly onRetry?: (retry: Retry) => void;
}

export interface Retry {
  /** Counted from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: FixpointError;
}

/** What one call may have otherwise than the client. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Makes a POST one and the same over all attempts, for 24 hours; made by the client without it. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Outgoing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly credentials: 'any' | 'accessToken' | 'none';
  /** Whether an idempotency key goes along. */
  readonly takesKey?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

export interface Body {
  /** False for what can be read once: it is sent once. */
  readonly isRepeatable: boolean;
  /** The body of one attempt. `touch` is called while parts of it are sent. */
  open(touch: () => void): Promise<RequestInit>;
  /** It sends the body, in the place of `fetch`, and calls `touch` as `open` does. */
  readonly send?: ((touch: () => void) => typeof fetch) | undefined;
}

export type Read<Result> = (response: Response) => Promise<Result>;

export interface Transport {
  /** @throws FixpointError and what the signal was aborted with */
  send<Result>(outgoing: Outgoing, options: CallOptions | undefined, read: Read<Result>): Promise<Result>;
}

const TIMEOUT_MS = 150_000;
const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** What is asked to come back later than this is for the caller to decide. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
/** These are repeated by themselves; other refusals say of themselves whether they may be. */
const REPEATED: ReadonlySet<number> = new Set([0, 402, 408, 409, 425, 429, 500, 502, 503, 504]);

export function transport(client: ClientOptions): Transport {
  const base = client.baseUrl.replace(/\/+$/, '');
  return {
    async send(outgoing, options = {}, read) {
      const headers = await headersOf(client, outgoing, options);
      const { maxRetries = client.maxRetries ?? MAX_RETRIES, signal } = options;
      for (let attempt = 1; ; attempt++) {
        const outcome = await once(base + outgoing.path, outgoing, { headers, client, options, read });
        if (!('error' in outcome)) return outcome.result;
        const { error } = outcome;
        const delayMs = delayBefore(attempt, error, client.retryDelayMs ?? RETRY_DELAY_MS);
        if (attempt > maxRetries || delayMs === null || !mayRepeat(outgoing, headers, error)) throw error;
        client.onRetry?.({ attempt, delayMs, error });
        await pause(delayMs, signal);
      }
    },
  };
}

async function headersOf(client: ClientOptions, outgoing: Outgoing, options: CallOptions): Promise<Headers> {
  const headers = new Headers({ 'Api-Version': API_VERSION, ...outgoing.headers, ...options.headers });
  if (outgoing.takesKey) headers.set('Idempotency-Key', options.idempotencyKey ?? newKey());
  const { apiKey, accessToken } = client;
  const useToken = accessToken !== undefined && (outgoing.credentials === 'accessToken' || apiKey === undefined);
  if (outgoing.credentials === 'none') return headers;
  if (useToken)
    headers.set('Authorization', `Bearer ${typeof accessToken === 'string' ? accessToken : await accessToken()}`);
  else if (apiKey !== undefined) headers.set('X-Api-Key', apiKey);
  return headers;
}

/** Pages that are not of `https:` have no `crypto.randomUUID`. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Attempt<Result> {
  readonly headers: Headers;
  readonly client: ClientOptions;
  readonly options: CallOptions;
  readonly read: Read<Result>;
}

async function once<Result>(
  url: string,
  { method, body }: Outgoing,
  { headers, client, options, read }: Attempt<Result>,
): Promise<{ readonly result: Result } | { readonly error: FixpointError }> {
  const { signal, timeoutMs = client.timeoutMs ?? TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  const stop = new AbortController();
  const forward = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', forward);
  const late = new FixpointConnectionError('timed_out', `Nothing was heard for ${timeoutMs} ms.`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(late), timeoutMs);
  };
  touch();
  try {
    const opened = body ? await body.open(touch) : {};
    const all = new Headers(headers);
    for (const [name, value] of new Headers(opened.headers)) all.set(name, value);
    const send = body?.send?.(touch) ?? client.fetch ?? fetch;
    // A redirect would take the key along, to whomever it leads.
    const redirect = headers.has('X-Api-Key') ? 'manual' : 'follow';
    const response = await send(url, { ...opened, method, headers: all, signal: stop.signal, redirect });
    touch();
    if (isRedirect(response)) return { error: leadsOn(response) };
    if (response.status >= 400) return { error: await errorOf(response) };
    return { result: await read(response) };
  } catch (cause) {
    signal?.throwIfAborted();
    if (stop.signal.aborted) return { error: late };
    // A caller's own mistake, as a file that is not there, is nothing to try again.
    if (!(cause instanceof TypeError || cause instanceof SyntaxError || cause instanceof DOMException)) throw cause;
    return { error: new FixpointConnectionError('connection_failed', `No answer: ${cause.message}`, cause) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forward);
  }
}

/** Browsers say no more of one than that it is one. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

function leadsOn({ status, headers }: Response): FixpointError {
  const where = headers.get('Location') ?? 'another address';
  return unexpectedAnswer(status, `The service leads on to ${where}: give its own address as baseUrl.`);
}

/** Whether a repetition can have no second effect. A refusal for the number of requests or documents had none. */
function mayRepeat({ method, body }: Outgoing, headers: Headers, { status, retryable }: FixpointError): boolean {
  if (!retryable || !REPEATED.has(status) || body?.isRepeatable === false) return false;
  return method !== 'POST' || headers.has('Idempotency-Key') || status === 429 || status === 402;
}

function delayBefore(attempt: number, { retryAfterSeconds }: FixpointError, firstMs: number): number | null {
  const doubled = Math.min(firstMs * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  const delayMs = doubled * (0.5 + Math.random() / 2);
  if (retryAfterSeconds === null) return delayMs;
  return retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS ? null : Math.max(delayMs, retryAfterSeconds * 1000);
}
