/** The page `/verify` and `fixpoint verify` say this of the files that they are given. */
import type { isCertificate, verifyTimestamp } from '#src/proof/timestamp/verify.ts';
import { type DocumentVerdict, NOT_SIGNED } from './document-verdict.ts';
import type { Statement } from './statements.ts';

/** `unsigned`: nothing that was given signs it. */
export type CheckState = 'pass' | 'fail' | 'unknown' | 'unsigned';

export interface Check {
  readonly id: string;
  readonly state: CheckState;
  /** The finding as a sentence. */
  readonly title: string;
  /** The meaning or the remedy. */
  readonly detail: string;
  /** Values that were compared. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Names of members of a file that no signature covers. */
  readonly notSigned?: readonly string[];
}

/**
 * `repacked`: an archive as other programs pack it was not unpacked, and nothing else is signed. `unproven`: nothing is wrong, and something could not be checked. `unsigned`: the document holds, and
 * files about it are not signed. `unstamped`: the timestamp alone could not be checked. `nothing`: nothing
 * that is signed was given.
 */
export type Outcome = 'verified' | 'failed' | 'unproven' | 'unsigned' | 'unstamped' | 'repacked' | 'nothing';

export interface Verdict {
  readonly outcome: Outcome;
  /** The two sentences below, one after the other. */
  readonly sentence: string;
  /** Whether the proof holds. */
  readonly proofSentence: string;
  /** The verdict on the original; empty where the proof does not hold. */
  readonly documentSentence: string;
  readonly checks: readonly Check[];
  /** The verdict on the original. No headline is better than its level. */
  readonly document: DocumentVerdict;
  /** The facts that were signed, or are said to be; null without any. */
  readonly statement: Statement | null;
}

export interface Trust {
  /** The key set that is trusted; undefined where the service could not be asked. */
  readonly published: unknown;
  /** Who gave that key set: the service of the page, or the caller of the command line. */
  readonly publisher: 'service' | 'caller';
  /** The id of a key that the person has compared. */
  readonly comparedKid: string | null;
  readonly now: Date;
  /** Loads the code that reads timestamps; null where it cannot be loaded. */
  readonly loadTimestamps: () => Promise<TimestampVerifier | null>;
}

export interface TimestampVerifier {
  readonly isCertificate: typeof isCertificate;
  readonly verifyTimestamp: typeof verifyTimestamp;
}

const BROKEN_OFF_SENTENCE =
  'Do not rely on this. The check broke off: something in these files is not as any program writes it.';

/** For what no check is prepared for: it is not shown as what was found before. */
export const BROKEN_OFF: Verdict = {
  outcome: 'failed',
  sentence: BROKEN_OFF_SENTENCE,
  proofSentence: BROKEN_OFF_SENTENCE,
  documentSentence: '',
  checks: [],
  document: NOT_SIGNED,
  statement: null,
};

/** What the three signed forms are called. */
export const FORMS = {
  attestation: 'attestation',
  certificate: 'certificate',
  envelope: 'DSSE envelope',
  facts: 'facts',
} as const;
