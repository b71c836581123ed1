/** Runs one document through the stages and makes the report. */
import { createHash } from '#platform';
import type { PageFingerprints } from '#engine/facts/fingerprints.ts';
import { type EngineOptions, PIPELINE_SPEC, STAGE_NAMES, type StageName } from '#engine/facts/pipeline.ts';
import {
  type FailureFacts,
  type Finding,
  NO_SECURITY_FACTS,
  NO_VALIDATION_FACTS,
  type NormalizedFacts,
  type ReportFacts,
  type StageFacts,
} from '#engine/facts/report.ts';
import type { RevisionTimeline } from '#engine/facts/revisions.ts';
import { mergedWarnings, type StageWarning, warning } from '#engine/facts/warning.ts';
import { fingerprintsOf, pageFingerprints } from './page/page-fingerprints.ts';
import type { PdfDocument } from './pdf/document.ts';
import { failedFacts, PdfFailure } from './pdf/failure.ts';
import { openDocument } from './pdf/read/open.ts';
import { latin1 } from './pdf/syntax/lexer.ts';
import { EARLY_STAGES, STAGES } from './stages/index.ts';
import type { OpenWork, StageResult, Work } from './stages/stage.ts';
import { CONTENT_HASH_ALGORITHM } from './text/content-digest.ts';
import { openWithPdfium } from './text/pdfium-fallback.ts';

export interface Outcome {
  /** The output document; null unless the status is SUCCESS. */
  readonly bytes: Uint8Array | null;
  readonly report: ReportFacts;
}

export interface StageStep {
  readonly name: StageName;
  readonly result: string;
  /** True if the document failed or was rejected, so that no later stage runs. */
  readonly ended: boolean;
}

/** These stages do not change a document, and their facts are not needed for an output. */
const ONLY_FACTS: ReadonlySet<StageName> = new Set(['TamperDetection', 'StructuralRepair']);

/** These stages read before they edit, and they announce their edits themselves. */
const READING_FIRST: ReadonlySet<StageName> = new Set(['StructuralRepair', 'DigitalSignatureDetection']);

/** Failures of the intake belong to no stage. */
const INTAKE: ReadonlySet<string> = new Set(['EMPTY_FILE', 'NOT_A_PDF']);

export interface RunSettings {
  /** The open input, if the caller has it. */
  readonly opened?: PdfDocument | PdfFailure;
  /** True if the input is an output that is verified, so nothing is written. */
  readonly keepsInput?: boolean;
  /** Runs after the writing as a part of its stage, but not for a document that passes through. */
  readonly afterWriting?: (output: Uint8Array, work: Run['work'], written: StageResult) => void | Promise<void>;
}

/** Each stage runs once, in order. */
export class Run {
  readonly work: Work & { pdf: PdfDocument | null };
  readonly #openFailure: PdfFailure | null;
  readonly #afterWriting: RunSettings['afterWriting'];
  readonly #stages: StageFacts[] = [];
  readonly #warnings: StageWarning[] = [];
  /** The facts of all stages so far. */
  #facts: Omit<StageResult, 'result'> = {};
  #failure: FailureFacts | null = null;

  constructor(input: Uint8Array, options: EngineOptions, settings: RunSettings = {}) {
    const { opened = tryToOpen(input), keepsInput = false, afterWriting } = settings;
    const [pdf, failure] = opened instanceof PdfFailure ? [null, opened] : [opened, null];
    this.#openFailure = failure;
    this.#afterWriting = afterWriting;
    this.work = { input, options, pdf, passthrough: false, keepsInput, security: {}, validation: {}, output: null };
  }

  async runStage(name: StageName): Promise<StageStep> {
    if (STAGE_NAMES[this.#stages.length] !== name) throw new Error(`Stage ${name} is out of order.`);
    if (this.#failure) return this.#record(name, 'not_reached');
    try {
      return this.#merge(name, await this.#run(name));
    } catch (error) {
      if (!(error instanceof PdfFailure)) throw error;
      this.#failure = failedFacts(error, INTAKE.has(error.code) ? null : name);
      return this.#record(name, 'failed');
    }
  }

  /** Runs the stages for an output up to `last` and returns the new bytes; null if the output is rejected. */
  async runAgain(last: StageName): Promise<Uint8Array | null> {
    for (const name of STAGE_NAMES) {
      if (ONLY_FACTS.has(name)) this.#record(name, 'not_reached');
      else if ((await this.runStage(name)).ended) return null;
      if (name === last) break;
    }
    return this.work.output;
  }

  /** The result so far. It is complete after the last stage or after the stage that ended the document. */
  result(): Outcome {
    const { security, validation, tamperAnalysis = null, revisions, embeddedFiles, textChanges } = this.#facts;
    const bytes = this.#published;
    const isRejected = this.#failure?.code === 'POLICY_REJECTION';
    const report: ReportFacts = {
      status: isRejected ? 'REJECTED' : this.#failure || !this.#isComplete ? 'FAILED' : 'SUCCESS',
      original: { sha256: sha256(this.work.input), sizeBytes: this.work.input.length },
      normalized: bytes && this.#normalizedFacts(bytes),
      security: { ...NO_SECURITY_FACTS, ...security },
      validation: { ...NO_VALIDATION_FACTS, ...validation },
      tamperAnalysis,
      ...(revisions && { revisions }),
      ...(embeddedFiles && { embeddedFiles }),
      ...(textChanges !== undefined && { textChanges }),
      warnings: mergedWarnings(this.work.passthrough ? this.#warnings.filter(keepsDocument) : this.#warnings),
      failure: this.#failure,
      stages: STAGE_NAMES.map((name, stage) => this.#stages[stage] ?? { stage, name, result: 'not_reached' }),
    };
    return { bytes, report };
  }

  /** The revisions of the input, available from stage 1; null if the file did not open. */
  timeline(): RevisionTimeline | null {
    return this.#facts.timeline ?? null;
  }

  /** The fingerprints of the pages of the output, which depend only on its bytes; null if there is no output. */
  pages(): PageFingerprints[] | null {
    const bytes = this.#published;
    const { passthrough, pdf } = this.work;
    // The graph of an output is already open. A fresh one has the full limits of a document.
    const known = bytes && pdf && !passthrough ? fingerprintsOf(() => pdf) : null;
    return known ?? (bytes && pageFingerprints(bytes));
  }

  /** The delivered bytes; null before the last stage and for a document without output. */
  get #published(): Uint8Array | null {
    return this.#failure || !this.#isComplete ? null : this.work.output;
  }

  get #isComplete(): boolean {
    return this.#stages.length === STAGE_NAMES.length;
  }

  async #run(name: StageName): Promise<StageResult> {
    const { work } = this;
    if (name === 'PdfaDetection' || name === 'TamperDetection') return EARLY_STAGES[name].run(work);
    if (name === 'StructuralRepair' && this.#openFailure) return this.#repairAsSecondReader(this.#openFailure);
    if (!isOpen(work)) throw this.#openFailure ?? new Error('A document neither opened nor failed.');
    if (!READING_FIRST.has(name)) work.pdf.beginEdits();
    const result = await STAGES[name].run(work);
    if (name === 'FinalRewrite' && work.output && !work.passthrough)
      await this.#afterWriting?.(work.output, work, result);
    return result;
  }

  /** If only PDFium can open a file, the pipeline continues with the copy that PDFium writes. */
  async #repairAsSecondReader(failure: PdfFailure): Promise<StageResult> {
    const { work } = this;
    work.pdf = (await openWithPdfium(work.input, failure)) ?? null;
    if (!isOpen(work)) throw failure;
    const { warnings = [], validation, ...facts } = await STAGES.StructuralRepair.run(work);
    return {
      ...facts,
      result: 'repaired',
      warnings: [...warnings, warning('REPAIRED_BY_FALLBACK')],
      validation: { ...validation, xrefRebuilt: true },
    };
  }

  #merge(name: StageName, { result, findings, reject, warnings = [], ...facts }: StageResult): StageStep {
    this.work.security = { ...this.work.security, ...facts.security };
    this.work.validation = { ...this.work.validation, ...facts.validation };
    const { security, validation } = this.work;
    this.#facts = { ...this.#facts, ...facts, security, validation };
    this.#warnings.push(...warnings);
    if (reject) this.#failure = { code: 'POLICY_REJECTION', ...reject, stage: name };
    return this.#record(name, result, findings);
  }

  #record(name: StageName, result: string, findings?: readonly Finding[]): StageStep {
    this.#stages.push({ stage: this.#stages.length, name, result, ...(findings && { findings }) });
    return { name, result, ended: this.#failure !== null };
  }

  #normalizedFacts(bytes: Uint8Array): NormalizedFacts {
    const rewritten = this.#stages[STAGE_NAMES.indexOf('FinalRewrite')]?.result;
    return {
      sha256: sha256(bytes),
      sizeBytes: bytes.length,
      pdfVersion: versionOf(bytes),
      linearized: this.work.passthrough ? (this.work.pdf?.structure.linearized ?? false) : rewritten === 'linearized',
      contentHash: this.#facts.contentHash ?? null,
      contentHashAlgorithm: CONTENT_HASH_ALGORITHM,
      pipelineSpec: PIPELINE_SPEC,
    };
  }
}

export function tryToOpen(input: Uint8Array): PdfDocument | PdfFailure {
  try {
    return openDocument(input);
  } catch (error) {
    if (error instanceof PdfFailure) return error;
    throw error;
  }
}

function isOpen(work: Work): work is OpenWork {
  return work.pdf !== null;
}

function versionOf(bytes: Uint8Array): string {
  return /%PDF-(\d\.\d)/.exec(latin1(bytes, 0, Math.min(bytes.length, 8192)))?.[1] ?? '1.7';
}

/** Stage 2 normalizes these properties, but a document that passes through keeps them. */
function keepsDocument({ finding }: StageWarning): boolean {
  return finding !== 'MULTIPLE_REVISIONS' && finding !== 'PERMISSIONS_REMOVED';
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
