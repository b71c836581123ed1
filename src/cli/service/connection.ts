/** Calls of a service: with the key or the sign-in that there is, tried again where that helps, refusals as sentences. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '#src/system-error.ts';
import { CommandFailure, EXIT, refused } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';
import { say } from '#src/cli/terminal.ts';
import { readSignIn, type SignIn, type Tokens, withSignInLock, writeSignIn } from './sign-in.ts';

export interface Requested {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Made anew for each attempt: a stream is read once. */
  readonly body?: () => Promise<FormData | string>;
  /** True if the call can be repeated: it only reads, or it has an idempotency key. */
  readonly mayRepeat: boolean;
  /** Ten minutes without: an upload may be slow. */
  readonly timeoutMs?: number;
}

export interface Service {
  readonly url: string;
  call(path: string, requested: Requested): Promise<Response>;
}

const Problem = z.object({
  code: z.string().optional(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
});

/** A refusal of the service, with its code. */
export class ServiceRefusal extends CommandFailure {
  readonly code: string;
  readonly status: number;
  /** The whole answer, for members of its own. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const {
      code = 'unknown',
      detail = `The service answered ${status}.`,
      requestId,
    } = Problem.safeParse(body).data ?? {};
    super(exitCodeFor(status, code), `${detail} (${[code, requestId].filter(Boolean).join(', ')})`);
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

function exitCodeFor(status: number, code: string): number {
  if (status === 401 || status === 403) return EXIT.credentials;
  if (status === 402 && code !== 'quota_reserved') return EXIT.quota;
  if (code === 'not_a_pdf') return EXIT.unreadable;
  if (status === 413) return EXIT.failed;
  return mayPass(status, code) ? EXIT.unavailable : EXIT.refused;
}

/** True if the same request may succeed later. */
function mayPass(status: number, code: string): boolean {
  return status >= 500 || [408, 429].includes(status) || ['idempotency_key_in_use', 'quota_reserved'].includes(code);
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** A person waits, so longer pauses are reported instead. */
const LONGEST_PAUSE_MS = 60_000;
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
const CALL_TIMEOUT_MS = 60_000;
/** Less than the lock of a sign-in is believed. */
const SIGN_IN_TIMEOUT_MS = 20_000;
/** An access token that ends within this time may have ended when it arrives. */
const TOKEN_MARGIN_MS = 30_000;

export interface ServiceFlags {
  readonly url?: string;
}

/** The service of the call: `--url`, else `FIXPOINT_URL`, else that of the sign-in. */
export function serviceAddress({ url }: ServiceFlags): string {
  const address = url ?? (process.env['FIXPOINT_URL'] || readSignIn()?.url);
  if (address === undefined) throw refused('Which service? Name it with --url or FIXPOINT_URL, or run fixpoint login.');
  const parsed = URL.parse(address);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw refused(`${address} is not the address of a service.`);
  if (parsed.username !== '' || parsed.password !== '') throw refused('An address with a password in it is not taken.');
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname)) {
    say(`Warning: ${parsed.host} is called without encryption, key and documents included.`);
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.');
}

/** With `FIXPOINT_API_KEY`, else with the sign-in for this very service. */
export function connect(flags: ServiceFlags): Service {
  const url = serviceAddress(flags);
  const key = process.env['FIXPOINT_API_KEY'];
  const signIn = readSignIn();
  if (key) return serviceAt(url, async () => ({ 'X-Api-Key': key }));
  if (signIn === null || signIn.url !== url) {
    const hint = signIn === null ? '' : ` The sign-in is for ${signIn.url}.`;
    throw new CommandFailure(
      EXIT.credentials,
      `There is no key for ${url}: set FIXPOINT_API_KEY, or run fixpoint login.${hint}`,
    );
  }
  return signedInService(signIn);
}

/** For what API keys are not for: webhooks are seen by people. */
export function connectSignedIn(flags: ServiceFlags): Service {
  const url = serviceAddress(flags);
  const signIn = readSignIn();
  if (signIn?.tokens && signIn.url === url) return signedInService(signIn);
  throw new CommandFailure(
    EXIT.credentials,
    `This command needs a sign-in instead of an API key: fixpoint login --url ${url}`,
  );
}

function signedInService({ url, apiKey, tokens }: SignIn): Service {
  if (apiKey !== undefined) return serviceAt(url, async () => ({ 'X-Api-Key': apiKey }));
  if (tokens === undefined) throw refused('The sign-in holds neither a key nor a token: run fixpoint login again.');
  return serviceAt(url, async () => ({ Authorization: `Bearer ${await freshToken(url)}` }));
}

const Refreshed = z.object({ access_token: z.string(), expires_in: z.number(), refresh_token: z.string() });

/** The access token, renewed where it has ended. Another program may have done so meanwhile. */
async function freshToken(url: string): Promise<string> {
  const known = currentTokens();
  if (known.accessExpiresAt > Date.now() + TOKEN_MARGIN_MS) return known.accessToken;
  return withSignInLock(async () => {
    const tokens = currentTokens();
    if (tokens.accessExpiresAt > Date.now() + TOKEN_MARGIN_MS) return tokens.accessToken;
    const body = JSON.stringify({ refresh_token: tokens.refreshToken });
    const response = await anonymous(url).call('/api/auth/refresh', jsonPost(body));
    const renewed = tokensOf(tokens.email, await answerOf(Refreshed, response));
    writeSignIn({ url, tokens: renewed });
    return renewed.accessToken;
  });
}

function currentTokens(): Tokens {
  const tokens = readSignIn()?.tokens;
  if (tokens === undefined) throw new CommandFailure(EXIT.credentials, 'The sign-in has ended: run fixpoint login.');
  return tokens;
}

export function tokensOf(email: string, answer: z.infer<typeof Refreshed>): Tokens {
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = answer;
  return { email, accessToken, accessExpiresAt: Date.now() + seconds * 1000, refreshToken };
}

export function anonymous(url: string): Service {
  return serviceAt(url, async () => ({}));
}

export function serviceAt(url: string, credentials: () => Promise<Record<string, string>>): Service {
  return {
    url,
    async call(path, requested) {
      for (let attempt = 1; ; attempt++) {
        const outcome = await attemptAt(url + path, requested, await credentials());
        if (outcome instanceof Response) return outcome;
        const isLast = attempt === ATTEMPTS || !requested.mayRepeat || outcome.error.exitCode !== EXIT.unavailable;
        const waitMs = outcome.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random());
        if (isLast || waitMs > LONGEST_PAUSE_MS) throw outcome.error;
        await pause(waitMs, undefined, { signal: interrupted });
      }
    },
  };
}

interface Fault {
  readonly error: CommandFailure;
  /** As the service asks for it. */
  readonly retryAfterMs: number | null;
}

async function attemptAt(
  address: string,
  requested: Requested,
  credentials: Record<string, string>,
): Promise<Response | Fault> {
  const { method = 'GET', headers = {}, body, timeoutMs = UPLOAD_TIMEOUT_MS } = requested;
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(timeoutMs)]);
  try {
    const content = body && (await body());
    const response = await fetch(address, {
      method,
      headers: { 'User-Agent': 'fixpoint-cli', ...credentials, ...headers },
      ...(content !== undefined && { body: content }),
      signal,
      // A redirect would send the key to another server.
      redirect: 'manual',
    });
    if (response.ok) return response;
    if (response.status >= 300 && response.status < 400) {
      const where = response.headers.get('Location') ?? 'somewhere else';
      return { error: refused(`${address} leads on to ${where}: name that service.`), retryAfterMs: null };
    }
    const told: unknown = await response.json().catch(() => null);
    return { error: new ServiceRefusal(response.status, told), retryAfterMs: retryAfterMs(response) };
  } catch (error) {
    interrupted.throwIfAborted();
    if (error instanceof CommandFailure) throw error;
    const host = new URL(address).host;
    return {
      error: new CommandFailure(EXIT.unavailable, `${host} cannot be reached: ${causeOf(error)}`),
      retryAfterMs: null,
    };
  }
}

/** `fetch` hides what happened behind its own error. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const words = messageOf(cause);
  return words === '' && cause instanceof Error ? String(Reflect.get(cause, 'code')) : words;
}

function retryAfterMs(response: Response): number | null {
  const asked = response.headers.get('Retry-After') ?? '';
  return /^\d{1,6}$/.test(asked) ? Number(asked) * 1000 : null;
}

/** The expected answer of the service. Another server may answer anything. */
export async function answerOf<Answer extends z.ZodType>(schema: Answer, response: Response): Promise<z.infer<Answer>> {
  const body: unknown = await response.json().catch(() => null);
  const answer = schema.safeParse(body);
  if (answer.success) return answer.data;
  throw refused(`${new URL(response.url).host} does not answer as Fixpoint does: is that its address?`, answer.error);
}

/** A call about a sign-in, which is made once. */
export function jsonPost(body: string): Requested {
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers, body: async () => body, mayRepeat: false, timeoutMs: SIGN_IN_TIMEOUT_MS };
}

export const READING: Requested = { mayRepeat: true, timeoutMs: CALL_TIMEOUT_MS };
