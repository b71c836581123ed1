/**
 * A caller of the API that follows the documentation: it repeats calls without an answer, and calls for later, under
 * the same idempotency key.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface Call {
  readonly method?: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called for each attempt. */
  readonly body?: () => FormData | Buffer | string;
}

/** Receives each finding that no fault explains. */
export type Report = (finding: string) => void;

const ATTEMPT_MS = 90_000;
/** Every recovery ends within this time, so a longer wait means that something is stuck. */
const PATIENCE_MS = 240_000;
const PAUSE_MS = 300;
const MAX_PAUSE_MS = 1_500;
/** The same request must be sent again after these answers. */
const LATER = new Set([408, 429, 502, 503, 504]);

/** Null if the whole waiting time brought no usable answer. */
export async function call(url: string, request: Call, report: Report): Promise<Answer | null> {
  const until = performance.now() + PATIENCE_MS;
  let last = 'nothing';
  while (performance.now() < until) {
    const answer = await attempt(url + request.path, request).catch((error: unknown) => messageOf(error));
    if (typeof answer !== 'string' && !isToBeRepeated(answer)) return answer;
    last = typeof answer === 'string' ? answer : describe(answer);
    if (typeof answer !== 'string' && answer.status === 500) report(`${request.path} answered ${last}`);
    const requested = typeof answer === 'string' ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1_000;
    await sleep(Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, requested)));
  }
  report(`${request.path} was not answered within ${PATIENCE_MS / 1_000} s; last came ${last}`);
  return null;
}

export function jsonOf({ body }: Answer): Record<string, unknown> {
  return JSON.parse(body.toString());
}

export function codeOf(answer: Answer): string {
  try {
    const { code } = jsonOf(answer);
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}

export function describe(answer: Answer): string {
  return `${answer.status} ${answer.body.toString('utf8', 0, 300)}`;
}

async function attempt(url: string, { method, headers, body }: Call): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? 'GET',
    headers,
    body: body?.() ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(ATTEMPT_MS),
  });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

function isToBeRepeated(answer: Answer): boolean {
  if (answer.status === 500 || codeOf(answer) === 'idempotency_key_in_use') return true;
  return LATER.has(answer.status) && codeOf(answer) !== 'rate_limited';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
