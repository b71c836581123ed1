/** Reads the shared list of cases that every client must pass, and prepares it for one run. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { helloPage } from '#test/support/builders/pdf.ts';

export interface Case {
  readonly name: string;
  readonly client?: { readonly timeoutMs?: number; readonly maxRetries?: number };
  /** The default is an API key. */
  readonly as?: 'member' | 'nobody' | 'wrong key';
  /** The requests that are counted and disturbed; all requests by default. */
  readonly on?: string;
  /** The faults of the first requests, in order. The other requests reach the service. */
  readonly server?: readonly Fault[];
  readonly steps: readonly Step[];
  readonly expect: Expectation;
}

export interface Fault {
  /** The gateway answers with this status, with the code of a problem or as a proxy would. */
  readonly answer?: number;
  readonly code?: string;
  readonly retryAfter?: number;
  /** The connection is reset. */
  readonly cut?: boolean;
  /** The fault comes before the body is read. */
  readonly early?: boolean;
  /** The fault comes only after the service has done its work. */
  readonly after?: boolean;
  /** The delay of the answer. */
  readonly slowMs?: number;
  /** The connection ends in the middle of the answer. */
  readonly half?: boolean;
  /** The request passes without a fault. */
  readonly pass?: boolean;
}

/** `do` is a word of the vocabulary that every runner supports (`clients/conformance/README.md`). */
export interface Step {
  readonly do: string;
  readonly [argument: string]: unknown;
}

export interface Expectation {
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
  /** The number of requests and of their idempotency keys. */
  readonly requests?: number;
  readonly keys?: number;
  /** The charged units. */
  readonly units?: number;
}

/** The result of a runner for a case: the result of each step, and the error that ended it. */
export interface Outcome {
  readonly results: readonly unknown[];
  readonly error: Readonly<Record<string, unknown>> | null;
}

/** The input of a runner. */
export interface Run {
  readonly name: string;
  readonly client: { readonly timeoutMs?: number; readonly maxRetries?: number };
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly accessToken: string | null;
  readonly steps: readonly Step[];
  /** The paths of documents by their names. */
  readonly documents: Readonly<Record<string, string>>;
}

const FILE = resolve(import.meta.dirname, '../../../clients/conformance/cases.json');

/** Each case gets a unique word for `{unique}`. */
export function readCases(): readonly Case[] {
  const cases: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'));
  return cases.map((one) => JSON.parse(JSON.stringify(one).replaceAll('{unique}', randomUUID())));
}

/** Unique documents for each case. `large` needs more than one piece to send. */
export function documentsOf(folder: string): { readonly [name: string]: readonly [path: string, bytes: Uint8Array] } {
  const file = (name: string, bytes: Uint8Array) => [join(folder, `${name}.pdf`), bytes] as const;
  const signed = readFileSync(resolve(import.meta.dirname, '../../../fixtures/pdf/signed.pdf'));
  return {
    plain: file('plain', helloPage(randomUUID())),
    other: file('other', helloPage(randomUUID())),
    large: file('large', helloPage(randomUUID(), { 6: { stream: ' '.repeat(300_000) } })),
    signed: file('signed', signed),
    nonsense: file('nonsense', Buffer.from('This is a letter, and no document.')),
  };
}
