/** The shared list of what every client does: read from its file, and made ready for one run. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { helloPage } from '#test/support/builders/pdf.ts';

export interface Case {
  readonly name: string;
  readonly client?: { readonly timeoutMs?: number; readonly maxRetries?: number };
  /** An API key by default. */
  readonly as?: 'member' | 'nobody' | 'wrong key';
  /** The requests that are counted and disturbed; all of them by default. */
  readonly on?: string;
  /** What happens to the first of them, one after the other; the rest reach the service. */
  readonly server?: readonly Fault[];
  readonly steps: readonly Step[];
  readonly expect: Expectation;
}

export interface Fault {
  /** Is answered with this status, by the code of a problem or as a proxy would. */
  readonly answer?: number;
  readonly code?: string;
  readonly retryAfter?: number;
  /** The connection is reset. */
  readonly cut?: boolean;
  /** Before the body was read. */
  readonly early?: boolean;
  /** Only when the service has done its work. */
  readonly after?: boolean;
  /** The answer comes that late. */
  readonly slowMs?: number;
  /** The connection ends in the middle of the answer. */
  readonly half?: boolean;
  /** Nothing happens to this one. */
  readonly pass?: boolean;
}

/** `do` is one word of the vocabulary that every runner knows (`clients/conformance/README.md`). */
export interface Step {
  readonly do: string;
  readonly [argument: string]: unknown;
}

export interface Expectation {
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
  /** How many requests there were, under how many idempotency keys. */
  readonly requests?: number;
  readonly keys?: number;
  /** What was charged. */
  readonly units?: number;
}

/** What a runner tells of a case: what each step gave, and the error that ended it. */
export interface Outcome {
  readonly results: readonly unknown[];
  readonly error: Readonly<Record<string, unknown>> | null;
}

/** What a runner is given. */
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

/** Each with a word of its own in the place of `{unique}`. */
export function readCases(): readonly Case[] {
  const cases: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'));
  return cases.map((one) => JSON.parse(JSON.stringify(one).replaceAll('{unique}', randomUUID())));
}

/** Documents that no other case has; `large` is one that takes more than one piece to send. */
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
