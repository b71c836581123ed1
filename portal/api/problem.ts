/** A refusal of the API (RFC 9457) as an error, in words for people. */
import type { FixpointError } from '#clients/typescript/index.ts';
import type { FieldFault, Problem } from './answers.ts';

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** 0 where there was no answer. */
  readonly status: number;
  /** Empty where the answer was not the API's, as a proxy's own page. */
  readonly code: string;
  readonly requestId: string | null;
  readonly faults: readonly FieldFault[];
  /** All that was said, for what some codes add. */
  readonly body: Partial<Problem>;
  /** The time of the next possible attempt after too many; null for other refusals, which waiting may not solve. */
  readonly retryAt: Date | null;

  constructor(
    message: string,
    body: Partial<Problem> = {},
    status = body.status ?? 0,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = body.code ?? '';
    const isTooOften = this.code === 'rate_limited' && retryAfterSeconds !== null;
    this.retryAt = isTooOften ? new Date(Date.now() + retryAfterSeconds * 1_000) : null;
    this.requestId = body.requestId ?? null;
    this.faults = body.errors ?? [];
    this.body = body;
  }

  /** The fault of one field of a form. A JSON body names fields by pointer. */
  faultOf(name: string): string | null {
    return this.faults.find((fault) => fault.name.replace(/^\//, '') === name)?.detail ?? null;
  }
}

/** No person is signed in. */
export class SignedOut extends ApiProblem {
  constructor() {
    super('Your sign-in has ended. Sign in again to continue.', { status: 401 });
  }
}

/** The person did not show who they are, so the call was not repeated. The service's own words are for programs. */
export class NotConfirmed extends ApiProblem {
  constructor({ body }: ApiProblem) {
    super('Nothing was done, because you did not confirm your identity. Try again to confirm it.', body);
  }
}

/** There was no answer. */
export class Unreachable extends ApiProblem {
  constructor() {
    super('The service cannot be reached. Check your connection, and try again in a moment.');
  }
}

/** A refusal in words for people: the client has words of its own for an answer that is not the service's. */
export function problemOf({ status, code, problem, message, retryAfterSeconds }: FixpointError): ApiProblem {
  if (status === 0) return new Unreachable();
  if (problem.detail !== undefined && code !== 'unexpected_answer')
    return new ApiProblem(message, problem, status, retryAfterSeconds);
  return new ApiProblem(`The service answered with status ${status}.`, {}, status, retryAfterSeconds);
}

/** Any other error is a fault of these pages. The console gets the error, and the person gets a general message. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  reportError(error);
  return new ApiProblem(
    'Something went wrong on this page. Load it again. If it happens again, send support a description of what you did.',
  );
}
