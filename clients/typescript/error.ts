/** Errors of the client: refusals of the service and missing answers, as values that programs can branch on. */
import type { FieldFault, Problem, ProblemCode } from './generated/models.ts';

/** Codes for requests without a readable answer. */
export type LocalCode = 'connection_failed' | 'timed_out' | 'unexpected_answer' | 'unknown';

/** Statuses that may succeed later, for answers without a problem document, such as those of a proxy. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export class FixpointError extends Error {
  /** Stable: branch on it. There may be new codes at any time. */
  readonly code: ProblemCode | LocalCode | (string & {});
  /** The status of the answer, or 0 without an answer. */
  readonly status: number;
  /** The id of the request for support. */
  readonly requestId: string | null;
  /** True if the same request may succeed later. */
  readonly retryable: boolean;
  /** The page that explains the code, or null. */
  readonly docsUrl: string | null;
  /** The faulty parts of the request, where the service names some. */
  readonly errors: readonly FieldFault[];
  /** Seconds until the next attempt is allowed, or null. */
  readonly retryAfterSeconds: number | null;
  /** The whole problem document. Some codes have members of their own, such as `resetsAt`. */
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Readonly<Record<string, unknown>>, options: ErrorFacts = {}) {
    const [code, detail, requestId, retryable, type, errors] = MEMBERS.map((name) => problem[name]);
    const { retryAfterSeconds = null, cause, requestIdOfAnswer = null } = options;
    super(typeof detail === 'string' ? detail : `The service answered ${status}.`, { cause });
    this.name = 'FixpointError';
    this.code = typeof code === 'string' ? code : 'unknown';
    this.status = status;
    this.requestId = typeof requestId === 'string' ? requestId : requestIdOfAnswer;
    this.retryable = typeof retryable === 'boolean' ? retryable : PASSING.has(status);
    this.docsUrl = typeof type === 'string' && /^https?:/.test(type) ? type : null;
    // The service's word is taken for the shape of its answers.
    this.errors = Array.isArray(errors) ? errors : [];
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = { ...problem };
  }
}

const MEMBERS = ['code', 'detail', 'requestId', 'retryable', 'type', 'errors'];

interface ErrorFacts {
  readonly retryAfterSeconds?: number | null;
  readonly requestIdOfAnswer?: string | null;
  readonly cause?: unknown;
}

/** The request was sent, but no complete answer came. It is unknown whether the request had an effect. */
export class FixpointConnectionError extends FixpointError {
  constructor(code: 'connection_failed' | 'timed_out', detail: string, cause?: unknown) {
    super(0, { code, detail, retryable: true }, { cause });
    this.name = 'FixpointConnectionError';
  }
}

/** An answer that is no problem document comes from a server between client and service. */
export async function errorOf(response: Response): Promise<FixpointError> {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json') === true;
  const text = isProblem ? await response.text().catch(() => '') : '';
  const problem = parsedObject(text);
  return new FixpointError(response.status, problem, {
    retryAfterSeconds: retryAfterOf(response.headers),
    requestIdOfAnswer: response.headers.get('X-Request-Id'),
  });
}

/** The answer comes from a server that is not Fixpoint, so a repetition does not help. */
export function unexpectedAnswer(status: number, detail: string): FixpointError {
  return new FixpointError(status, { code: 'unexpected_answer', detail, retryable: false });
}

/** The JSON of a success: an object or a list. @throws FixpointError for all else */
export async function jsonOf<Answer>(response: Response): Promise<Answer> {
  const text = await response.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    // It is refused below.
  }
  if (typeof value === 'object' && value !== null) return value;
  throw unexpectedAnswer(response.status, 'The answer is not that of a Fixpoint service: is baseUrl its address?');
}

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Seconds, or a date of HTTP; null for what is neither. */
export function retryAfterOf(headers: Headers): number | null {
  const asked = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}$/.test(asked)) return Number(asked);
  const date = /^[A-Z][a-z]{2}, /.test(asked) ? Date.parse(asked) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
