/**
 * The facts on which a verdict rests, from the report of a document and the revisions of its file. An unknown fact is null and
 * never a default: reports of earlier versions lack some facts.
 */
import type { GivenWarningFacts } from '#domain/findings/warning.ts';
import type { DescribedFinding } from '#domain/sentences/describe.ts';
import { counted, statedName } from './words.ts';

/** The parts of a submission that matter here. Words that may grow are strings, so that unknown ones are thought of. */
export interface SubmissionLike {
  readonly status: string;
  readonly security: {
    readonly encryptedInput?: boolean | undefined;
    readonly javascriptRemoved?: boolean | undefined;
    readonly openActionsRemoved?: boolean | undefined;
    readonly launchActionsRemoved?: boolean | undefined;
    readonly embeddedFilesRemoved?: boolean | undefined;
    readonly richMediaRemoved?: boolean | undefined;
    readonly annotationsRemoved?: boolean | undefined;
    readonly digitalSignaturesDetected?: boolean | undefined;
    readonly digitalSignaturesRemoved?: boolean | undefined;
    readonly signatureCount?: number | undefined;
    readonly signatureVerificationResults?: readonly VerificationLike[] | undefined;
    readonly overallSignatureStatus?: string | undefined;
  };
  readonly tamperAnalysis: { readonly riskLevel: string; readonly anomalies: readonly Finding[] } | null;
  readonly warnings: readonly WarningLike[];
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly links: { readonly revisions: string | null };
}

export interface ReportLike {
  readonly stages: readonly { readonly name: string; readonly result: string }[];
  readonly embeddedFiles: { readonly removed: { readonly count: number } } | null;
  /** Null where the revisions of the file are unknown. */
  readonly revisions: { readonly count: number } | null;
}

export interface RevisionsLike {
  readonly crossReference: string;
  readonly count: number;
  readonly signatureCount: number;
  readonly signatures: readonly Reach[];
}

export interface VerificationLike {
  readonly fieldName: string;
  readonly signerName: string | null;
  readonly signedAt: string | null;
  readonly valid: boolean;
  readonly certificateExpired: boolean;
  readonly certificateChainTrusted: boolean | null;
  readonly timestampPresent: boolean;
  readonly timestampValid: boolean | null;
  readonly reason: string | null;
}

export interface WarningLike {
  readonly code: string;
  /** Absent in reports of earlier versions. */
  readonly facts?: Pick<GivenWarningFacts, 'count' | 'kinds'> | undefined;
}

export interface Finding extends DescribedFinding {
  readonly type: string;
  readonly severity: string;
}

/** How far a signature covers the file. */
export interface Reach {
  readonly fieldName: string;
  readonly isTimestamp: boolean;
  readonly gap: string | null;
  readonly revision: number | null;
  readonly coversWholeFile: boolean;
}

export interface SignatureFact extends VerificationLike {
  /** The name that the certificate states; null where it states none. */
  readonly statedName: string | null;
  /** Null where the revisions do not tell of this signature, or of two by its name. */
  readonly reach: Reach | null;
}

export type Phase = 'success' | 'rejected' | 'failed';

export interface Facts {
  readonly phase: Phase;
  readonly failure: SubmissionLike['failure'];
  /** Null without an examination, or if the answer contradicts itself. */
  readonly signatures: readonly SignatureFact[] | null;
  /** Whether anything says that there are signatures. */
  readonly isSigned: boolean;
  /** Null where nobody looked. */
  readonly findings: readonly Finding[] | null;
  /** The summary of the analysis, or null without an analysis. */
  readonly riskLevel: string | null;
  /** For people, such as `2 scripts`. */
  readonly removed: readonly string[];
  readonly warnings: ReadonlySet<string>;
  /** Null where the revisions are unknown. */
  readonly revisionCount: number | null;
  /** Every entry of the cross-reference led where it says, so that the revisions are those every reader sees. */
  readonly isFollowed: boolean;
}

const PHASES: ReadonlyMap<string, Phase> = new Map([
  ['SUCCESS', 'success'],
  ['REJECTED', 'rejected'],
]);

/** How the stage ends that looks for signatures, where it came to its end. */
const SIGNATURES_READ: ReadonlySet<string> = new Set(['none', 'stripped', 'preserved', 'rejected']);

export function factsOf(submission: SubmissionLike, report: ReportLike, revisions: RevisionsLike | null): Facts {
  const { security } = submission;
  const analysis = knownAnalysis(submission);
  return {
    phase: PHASES.get(submission.status) ?? 'failed',
    failure: submission.failure,
    signatures: signaturesOf(submission, report, revisions),
    isSigned:
      security.digitalSignaturesDetected === true ||
      (security.signatureCount ?? 0) > 0 ||
      (security.signatureVerificationResults?.length ?? 0) > 0 ||
      (revisions?.signatureCount ?? 0) > 0,
    findings: analysis?.anomalies ?? null,
    riskLevel: analysis?.riskLevel ?? null,
    removed: removedThings(submission, report),
    warnings: new Set(submission.warnings.map(({ code }) => code)),
    revisionCount: report.revisions?.count ?? null,
    isFollowed: revisions?.crossReference === 'followed',
  };
}

/**
 * The tamper analysis, but for that of a file that did not open: it looked at the bytes alone, and that it found nothing
 * there says nothing of the document. Such a file has no revisions.
 */
export function knownAnalysis<Analysis extends { readonly anomalies: readonly unknown[] }>({
  status,
  tamperAnalysis,
  links,
}: {
  readonly status: string;
  readonly tamperAnalysis: Analysis | null;
  readonly links: { readonly revisions: string | null };
}): Analysis | null {
  const isOfNothing = status === 'FAILED' && links.revisions === null && tamperAnalysis?.anomalies.length === 0;
  return isOfNothing ? null : tamperAnalysis;
}

function signaturesOf(
  { status, security }: SubmissionLike,
  report: ReportLike | null,
  revisions: RevisionsLike | null,
): readonly SignatureFact[] | null {
  const { signatureVerificationResults: results, signatureCount, overallSignatureStatus } = security;
  if (!results || signatureCount !== results.length) return null;
  const stage = report?.stages.find(({ name }) => name === 'DigitalSignatureDetection');
  const wereRead = status === 'SUCCESS' || results.length > 0 || SIGNATURES_READ.has(stage?.result ?? '');
  if (!wereRead) return null;
  if (revisions && revisions.crossReference === 'followed' && revisions.signatureCount !== results.length) return null;
  if (overallSignatureStatus !== expectedStatus(results)) return null;
  return results.map((result) => ({
    ...result,
    statedName: statedName(result.signerName),
    reach: reachOf(result, results, revisions),
  }));
}

function expectedStatus(results: readonly VerificationLike[]): string {
  if (results.length === 0) return 'NONE';
  return results.every(({ valid }) => valid) ? 'ALL_VALID' : 'SOME_INVALID';
}

/** The name of the field says which signature is meant, where no other has that name. */
function reachOf(
  { fieldName }: VerificationLike,
  results: readonly VerificationLike[],
  revisions: RevisionsLike | null,
): Reach | null {
  const reaches = revisions?.signatures.filter((one) => one.fieldName === fieldName) ?? [];
  const rivals = results.filter((one) => one.fieldName === fieldName);
  return reaches.length === 1 && rivals.length === 1 ? (reaches[0] ?? null) : null;
}

function removedThings({ security, warnings }: SubmissionLike, report: ReportLike | null): string[] {
  const factsOfCode = (code: string) => warnings.find((warning) => warning.code === code)?.facts;
  const total = (code: string): number | null => factsOfCode(code)?.count ?? null;
  const actions = (name: string): number | null =>
    factsOfCode('ACTION_REMOVED')?.kinds?.listed.find((kind) => kind.name === name)?.count ?? null;
  const of = (isThere: boolean | undefined, words: () => string): string[] => (isThere === true ? [words()] : []);
  // What is done on opening is mostly one of these.
  const isNamed = security.javascriptRemoved === true || security.launchActionsRemoved === true;
  return [
    ...of(security.javascriptRemoved, () => counted(actions('JavaScript'), 'script')),
    ...of(security.openActionsRemoved === true && !isNamed, () => 'what the document did when it was opened'),
    ...of(security.launchActionsRemoved, () =>
      counted(actions('Launch'), 'command that starts a program', 'commands that start programs'),
    ),
    ...of(security.embeddedFilesRemoved, () => counted(report?.embeddedFiles?.removed.count ?? null, 'attached file')),
    ...of(security.richMediaRemoved, () =>
      counted(total('RICH_MEDIA_REMOVED'), 'sound, film or 3D model', 'sounds, films or 3D models'),
    ),
    ...of(security.annotationsRemoved, () => 'all notes and marks'),
    ...of(
      warnings.some(({ code }) => code === 'URI_SCHEME_REMOVED'),
      () => counted(total('URI_SCHEME_REMOVED'), 'unsafe link'),
    ),
    ...of(
      warnings.some(({ code }) => code === 'EXTERNAL_REFERENCE_REMOVED'),
      () =>
        counted(
          total('EXTERNAL_REFERENCE_REMOVED'),
          'reference to something outside',
          'references to something outside',
        ),
    ),
  ];
}
