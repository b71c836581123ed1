/** The words of the report with their sentences (`src/domain/sentences`), shared by store and API. */
import type { FailureCode, WarningCode } from './failure-codes.ts';
import type { FailureDetails } from './findings/failure.ts';
import type { Place } from './findings/finding.ts';
import type { FactualWarning } from './findings/warning.ts';
import { FIRST_PIPELINE_SPEC, type StageName } from './pipeline.ts';
import type { VerdictFacts } from './verdict/signers.ts';
import type {
  AnomalyType,
  Finding,
  NormalizedFacts,
  RejectionReason,
  Report,
  Severity,
  StageFacts,
  TamperFacts,
} from '#engine/facts/report.ts';

export * from '#engine/facts/report.ts';

/** A finding with sentences. Reports of earlier versions have the sentences alone. */
export interface Anomaly extends Partial<Pick<Finding, 'finding' | 'facts' | 'place'>> {
  readonly type: AnomalyType;
  readonly severity: Severity;
  readonly description: string;
  /** For people, for example `bytes 18255-18310` or `object 12 0`. */
  readonly location: string | null;
}

/** A warning with its sentence. Reports of earlier versions have code and sentence alone. */
export interface Warning extends Partial<Omit<FactualWarning, 'code'>> {
  readonly code: WarningCode;
  readonly message: string;
}

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly stage: StageName | null;
  /** Of `POLICY_REJECTION` alone; absent in reports of earlier versions. */
  readonly reason?: RejectionReason;
  /** The data of the sentence; absent where it has none, and in reports of earlier versions. */
  readonly facts?: FailureDetails;
  readonly place?: Place;
}

/** The facts of the output as callers get them, whichever specification the report is of. */
export interface NormalizedInfo extends Omit<NormalizedFacts, 'contentHashAlgorithm' | 'pipelineSpec'> {
  /** Null where the report does not tell. */
  readonly contentHashAlgorithm: string | null;
  readonly pipelineSpec: string;
}

export function pipelineSpecOf({ pipelineSpec = FIRST_PIPELINE_SPEC }: NormalizedFacts): string {
  return pipelineSpec;
}

export function normalizedInfo(facts: NormalizedFacts): NormalizedInfo {
  const { sha256, sizeBytes, pdfVersion, linearized, contentHash, contentHashAlgorithm = null } = facts;
  const named = { contentHashAlgorithm, pipelineSpec: pipelineSpecOf(facts) };
  return { sha256, sizeBytes, pdfVersion, linearized, contentHash, ...named };
}

/** The findings with their sentences. */
export type TamperAnalysis = TamperFacts<Anomaly>;

/** One row of the list of stages, with sentences. */
export type StageReport = StageFacts<Anomaly>;

/** Everything that is known of one document, free of time and place, with sentences. */
export interface EngineReport extends Report<Anomaly, Warning, Failure> {
  /** Absent in reports of earlier versions. */
  readonly verdict?: VerdictFacts;
}
