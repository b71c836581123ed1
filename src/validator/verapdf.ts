/** Asks veraPDF whether a document conforms to a level of PDF/A. A service that does not answer is an answer, and no error. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Validation } from '#domain/pdfa.ts';
import { readReport } from './report.ts';

export interface Patience {
  /** How long one document may be validated; the service has a deadline of its own, of a minute. */
  readonly deadlineMs: number;
  /** How long to wait for a service that is not there: it is started again when it ends. */
  readonly absenceMs: number;
}

export interface Validator {
  /** False when there is no service to ask, now or later. */
  readonly configured: boolean;
  /**
   * @param level as the document declares it, for example `2b`
   * @throws {ValidatorStarting}
   */
  validate(document: Blob, level: string, patience: Patience): Promise<Validation>;
}

/** The service says that it will answer later: 503 with `Retry-After` (RFC 9110, 10.2.3). */
export class ValidatorStarting extends Error {
  override readonly name = 'ValidatorStarting';
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** A service that ended twice over one document would end a third time. */
const MAX_BROKEN = 2;

export const NO_VALIDATOR: Validator = {
  configured: false,
  validate: async () => ({ kind: 'unavailable', reason: 'no validator is configured' }),
};

/** `url` of veraPDF's own REST service, or of the one in `validator/`, which speaks the same. */
export function verapdf(url: string): Validator {
  return {
    configured: true,
    async validate(document, level, { deadlineMs, absenceMs }) {
      const giveUpAt = Date.now() + absenceMs;
      let broken = 0;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        const answer = await ask(`${url}/api/validate/${level}`, document, deadlineMs);
        if (!('trouble' in answer)) return answer;
        if (answer.trouble === 'broken') broken += 1;
        if (broken === MAX_BROKEN) return { kind: 'unreadable', reason: 'veraPDF ended while it read the document' };
        if (Date.now() + pauseMs > giveUpAt) return { kind: 'unavailable', reason: 'the validator does not answer' };
        await delay(pauseMs);
      }
    },
  };
}

/** `absent`: nobody is there. `broken`: somebody was, and ended while the document was asked about. */
type Answer = Validation | { readonly trouble: 'absent' | 'broken' };

async function ask(url: string, document: Blob, deadlineMs: number): Promise<Answer> {
  const body = formOf(document);
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const headers = { Accept: 'application/json' };
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' });
    if (response.ok) return readReport(await response.json());
    await response.body?.cancel();
    if (response.status === 503 && response.headers.has('Retry-After'))
      throw new ValidatorStarting('the validator is starting');
    if (response.status === 502 || response.status === 503) return { trouble: 'absent' };
    if (response.status === 504) return tooSlow();
    return { kind: 'unavailable', reason: `the validator answered with status ${response.status}` };
  } catch (error) {
    if (error instanceof ValidatorStarting) throw error;
    if (signal.aborted) return tooSlow();
    return { trouble: HUNG_UP.has(codeOf(error)) ? 'broken' : 'absent' };
  }
}

/**
 * A form of one file (RFC 7578), written out: a `FormData` that `fetch` still reads when the connection breaks makes it
 * throw where nobody can catch it, and would end the worker.
 */
function formOf(document: Blob): Blob {
  const boundary = `fixpoint-${crypto.randomUUID()}`;
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="document.pdf"',
    'Content-Type: application/pdf',
    '\r\n',
  ].join('\r\n');
  const type = `multipart/form-data; boundary=${boundary}`;
  return new Blob([head, document, `\r\n--${boundary}--\r\n`], { type });
}

function tooSlow(): Validation {
  return { kind: 'unreadable', reason: 'the document takes too long to validate' };
}

/** The connection was there and ended before the answer. */
const HUNG_UP: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** `fetch` tells why it failed in the cause of its error. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}
