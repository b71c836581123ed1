/** A refusal of the service, as a value that programs can branch on. */

/** The members of a problem of RFC 9457 that clients use; `docs/errors.md` lists the codes. */
interface Problem {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly requestId?: unknown;
  readonly retryable?: unknown;
}

export class FixpointError extends Error {
  /** Stable: branch on it. */
  readonly code: string;
  readonly status: number;
  /** Give it to support. */
  readonly requestId: string | null;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;

  constructor(status: number, { code, detail, requestId, retryable }: Problem) {
    super(typeof detail === 'string' ? detail : `The service answered ${status}.`);
    this.name = 'FixpointError';
    this.code = typeof code === 'string' ? code : 'unknown';
    this.status = status;
    this.requestId = typeof requestId === 'string' ? requestId : null;
    this.retryable = retryable === true;
  }
}

/** What is no problem document came from something between us and the service. */
export async function errorOf(response: Response): Promise<FixpointError> {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json') === true;
  const problem: unknown = isProblem ? await response.json().catch(() => ({})) : {};
  return new FixpointError(response.status, typeof problem === 'object' && problem !== null ? problem : {});
}
