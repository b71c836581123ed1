/** What the page says of the things that were dropped. */
import type { Statement } from './statements.ts';

export type CheckState = 'pass' | 'fail' | 'unknown';

export interface Check {
  readonly id: string;
  readonly state: CheckState;
  /** What was found, as a sentence. */
  readonly title: string;
  /** What that means, or what to do. */
  readonly detail: string;
  /** Values that were compared. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
}

/** `unproven`: nothing is wrong, and something could not be checked. `nothing`: nothing that is signed was given. */
export type Outcome = 'verified' | 'failed' | 'unproven' | 'nothing';

export interface Verdict {
  readonly outcome: Outcome;
  /** The whole in one or two sentences. */
  readonly sentence: string;
  readonly checks: readonly Check[];
  /** The facts that were signed, or are said to be; null without any. */
  readonly statement: Statement | null;
}

export interface Trust {
  /** The key set that this service publishes; undefined where it could not be asked. */
  readonly published: unknown;
  /** The name of a key that whoever looks has compared themselves. */
  readonly comparedKid: string | null;
  readonly now: Date;
}

/** For what no check is prepared for: it is not shown as what was found before. */
export const BROKEN_OFF: Verdict = {
  outcome: 'failed',
  sentence: 'Do not rely on this. The check broke off: something in these files is not as any program writes it.',
  checks: [],
  statement: null,
};

/** What the three signed forms are called. */
export const FORMS = { attestation: 'attestation', certificate: 'certificate', envelope: 'DSSE envelope' } as const;
