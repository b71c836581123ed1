/**
 * The whole pipeline as one function of bytes: what the service, the command line and the tests all run.
 *
 * A document that cannot or must not be normalized is an answer (FAILED, REJECTED). Anything thrown from here is a bug
 * or an exhausted process, and never a result.
 */
import { createHash } from 'node:crypto';
import {
  type EngineOptions,
  PIPELINE_SPEC,
  type ProofExtent,
  STAGE_NAMES,
  type StageName,
} from '#engine/facts/pipeline.ts';
import { mergedWarnings, type StageWarning, warning } from '#engine/facts/warning.ts';
import {
  type EmbeddedFiles,
  type FailureFacts,
  type Finding,
  NO_SECURITY_FACTS,
  NO_VALIDATION_FACTS,
  type NormalizedFacts,
  type ReportFacts,
  type Revisions,
  type SecurityInfo,
  type StageFacts,
  type TamperFacts,
  type ValidationInfo,
} from '#engine/facts/report.ts';
import type { RevisionTimeline } from '#engine/facts/revisions.ts';
import type { TextChange } from '#engine/facts/text-changes.ts';
import type { PageFingerprints } from '#engine/facts/fingerprints.ts';
import { fingerprintsOf, pageFingerprints } from './page/page-fingerprints.ts';
import { failedFacts, PdfFailure } from './pdf/failure.ts';
import type { PdfDocument } from './pdf/document.ts';
import { refuseResidue } from './sanitize/residue.ts';
import { forgetDeflated } from './pdf/filters/flate.ts';
import { latin1 } from './pdf/syntax/lexer.ts';
import { openDocument } from './pdf/read/open.ts';
import { fixedPoint, isChosen } from './idempotence-check.ts';
import { openWithPdfium } from './text/pdfium-fallback.ts';
import type { OpenWork, StageResult, Work } from './stages/stage.ts';
import { EARLY_STAGES, STAGES } from './stages/index.ts';
import { CONTENT_HASH_ALGORITHM } from './text/content-digest.ts';

export interface Outcome {
  /** The output document; null unless the status is SUCCESS. */
  readonly bytes: Uint8Array | null;
  readonly report: ReportFacts;
}

export interface Normalized extends Outcome {
  /** The revisions of the input, beside the report; null when the file did not open. */
  readonly timeline: RevisionTimeline | null;
}

export interface StageStep {
  readonly name: StageName;
  readonly result: string;
  /** The document failed or was rejected here or before: no later stage will do anything. */
  readonly ended: boolean;
}

export async function normalize(input: Uint8Array, options: EngineOptions): Promise<Normalized> {
  const pipeline = new Pipeline(input, options);
  for (const name of STAGE_NAMES) {
    const { ended } = await pipeline.runStage(name);
    if (ended) break;
  }
  return { ...pipeline.result(), timeline: pipeline.timeline() };
}

/** Stages that tell of a document and change nothing in it. */
const TELLING: ReadonlySet<StageName> = new Set(['TamperDetection', 'StructuralRepair']);

/** Stages that look before they edit, and say themselves when they begin to. */
const LOOKING: ReadonlySet<StageName> = new Set(['StructuralRepair', 'DigitalSignatureDetection']);

/** Failures of the intake: no stage is to blame. */
const INTAKE: ReadonlySet<string> = new Set(['EMPTY_FILE', 'NOT_A_PDF']);

/**
 * The purpose of a run. `publish` makes the output of a customer's document, which is then proved, or verified by another
 * process if it is small. `proof` makes the same output again from the input that is already open. `judge` reads an output
 * from nothing but its bytes, and writes it again only on request.
 */
type PipelineRun =
  | { readonly kind: 'publish'; readonly proves: ProofExtent }
  | { readonly kind: 'proof'; readonly opened: PdfDocument | PdfFailure }
  | { readonly kind: 'judge'; readonly rewrites: boolean };

/** The same pipeline a stage at a time. Stages are asked for in order, each once. */
export class Pipeline {
  readonly #work: Work & { pdf: PdfDocument | null };
  readonly #openFailure: PdfFailure | null;
  readonly #stages: StageFacts[] = [];
  readonly #warnings: StageWarning[] = [];
  #security: Partial<SecurityInfo> = {};
  #validation: Partial<ValidationInfo> = {};
  #tamperAnalysis: TamperFacts | null = null;
  #revisions: Revisions | undefined;
  #timeline: RevisionTimeline | null = null;
  #embeddedFiles: EmbeddedFiles | undefined;
  #textChanges: readonly TextChange[] | null | undefined;
  #contentHash: string | null = null;
  #failure: FailureFacts | null = null;
  #rejected = false;
  /** Null where nothing is proved. */
  readonly #proves: ProofExtent | null;
  /** The input is searched for active content as it was opened, which spares opening the same bytes once more. */
  readonly #searchesInput: boolean;

  constructor(input: Uint8Array, options: EngineOptions, run: PipelineRun = { kind: 'publish', proves: 'all' }) {
    const opened = run.kind === 'proof' ? run.opened : tryToOpen(input);
    this.#proves = run.kind === 'publish' ? run.proves : null;
    // Which file may stay, and whether the document passes through as it is, is known later.
    const mayKeep = options.embeddedFilesPolicy === 'keep_invoice' || options.signedPdfPolicy === 'preserve';
    this.#searchesInput = run.kind === 'judge' && !mayKeep;
    if (run.kind !== 'proof') forgetDeflated();
    this.#openFailure = opened instanceof PdfFailure ? opened : null;
    const pdf = opened instanceof PdfFailure ? null : opened;
    const facts = { security: () => this.#security, validation: () => this.#validation };
    this.#work = {
      input,
      options,
      pdf,
      passthrough: false,
      isInputSearched: run.kind === 'proof' || this.#searchesInput,
      leavesSearchToJudge: run.kind === 'publish' && run.proves === 'large',
      keepsInput: run.kind === 'judge' && !run.rewrites,
      output: null,
      reopened: null,
      get security() {
        return facts.security();
      },
      get validation() {
        return facts.validation();
      },
    };
  }

  async runStage(name: StageName): Promise<StageStep> {
    if (STAGE_NAMES[this.#stages.length] !== name) throw new Error(`Stage ${name} is out of order.`);
    if (this.#failure) return this.#record(name, 'not_reached');
    try {
      return this.#merge(name, await this.#run(name));
    } catch (error) {
      if (!(error instanceof PdfFailure)) throw error;
      const stage = INTAKE.has(error.code) ? null : name;
      this.#failure = failedFacts(error, stage);
      return this.#record(name, 'failed');
    }
  }

  /** The outcome so far; complete after the last stage or the one that ended the document. */
  result(): Outcome {
    const status = this.#rejected ? 'REJECTED' : this.#failure || !this.#isComplete ? 'FAILED' : 'SUCCESS';
    const bytes = this.#published;
    const report: ReportFacts = {
      status,
      original: { sha256: sha256(this.#work.input), sizeBytes: this.#work.input.length },
      normalized: bytes && this.#normalizedFacts(bytes),
      security: { ...NO_SECURITY_FACTS, ...this.#security },
      validation: { ...NO_VALIDATION_FACTS, ...this.#validation },
      tamperAnalysis: this.#tamperAnalysis,
      ...(this.#revisions && { revisions: this.#revisions }),
      ...(this.#embeddedFiles && { embeddedFiles: this.#embeddedFiles }),
      ...(this.#textChanges !== undefined && { textChanges: this.#textChanges }),
      warnings: mergedWarnings(this.#work.passthrough ? this.#warnings.filter(keepsDocument) : this.#warnings),
      failure: this.#failure,
      stages: STAGE_NAMES.map((name, stage) => this.#stages[stage] ?? { stage, name, result: 'not_reached' }),
    };
    return { bytes, report };
  }

  /** From stage 1 on. */
  timeline(): RevisionTimeline | null {
    return this.#timeline;
  }

  /** The fingerprints of the pages of the output, which its bytes alone decide; null where there is none. */
  pages(): PageFingerprints[] | null {
    const bytes = this.#published;
    const { passthrough, pdf } = this.#work;
    // The graph of an output is open already. A fresh one has all that the limits of a document allow.
    const known = bytes && pdf && !passthrough ? fingerprintsOf(() => pdf) : null;
    return known ?? (bytes && pageFingerprints(bytes));
  }

  /** The bytes that are delivered; null before the last stage, and where there is nothing to deliver. */
  get #published(): Uint8Array | null {
    return this.#rejected || this.#failure || !this.#isComplete ? null : this.#work.output;
  }

  /** Of an open document. */
  get pageCount(): number {
    return this.#work.pdf?.pages.length ?? 0;
  }

  /** The output is the input, byte for byte, by the caller's policy for signed documents. */
  get passesThrough(): boolean {
    return this.#work.passthrough;
  }

  get #isComplete(): boolean {
    return this.#stages.length === STAGE_NAMES.length;
  }

  async #run(name: StageName): Promise<StageResult> {
    if (name === 'PdfaDetection' && this.#searchesInput && isOpen(this.#work)) refuseResidue(this.#work.pdf);
    if (name === 'PdfaDetection' || name === 'TamperDetection') return EARLY_STAGES[name].run(this.#work);
    if (name === 'StructuralRepair' && this.#openFailure) return this.#repairAsSecondReader(this.#openFailure);
    if (!isOpen(this.#work)) throw this.#openFailure ?? new Error('A document neither opened nor failed.');
    if (!LOOKING.has(name)) this.#work.pdf.beginEdits();
    const result = await STAGES[name].run(this.#work);
    if (name === 'FinalRewrite') await this.#prove();
    return result;
  }

  /** A published output passes the pipeline unchanged. Bytes passed through were not written by it. */
  async #prove(): Promise<void> {
    const { output, options, passthrough, reopened } = this.#work;
    this.#work.reopened = null;
    if (output === null || passthrough || this.#proves === null || !isChosen(output, this.#proves)) return;
    const settled = await fixedPoint(output, (bytes) => {
      const opened = (bytes === output ? reopened : null) ?? tryToOpen(bytes);
      return new Pipeline(bytes, options, { kind: 'proof', opened }).runAgain('FinalRewrite');
    });
    if (settled === output) return;
    this.#work.output = settled;
    // What is counted about the output is counted on the graph that it has now.
    this.#work.pdf = openDocument(settled);
  }

  /** The stages of an output up to `last`, without those that only tell; null when it is refused. */
  async runAgain(last: StageName): Promise<Uint8Array | null> {
    for (const name of STAGE_NAMES) {
      if (TELLING.has(name)) this.#record(name, 'not_reached');
      else if ((await this.runStage(name)).ended) return null;
      if (name === last) break;
    }
    return this.#work.output;
  }

  /** A file that only PDFium can open goes on as PDFium writes it. */
  async #repairAsSecondReader(failure: PdfFailure): Promise<StageResult> {
    this.#work.pdf = (await openWithPdfium(this.#work.input, failure)) ?? null;
    if (!isOpen(this.#work)) throw failure;
    const { warnings = [], validation, ...facts } = await STAGES.StructuralRepair.run(this.#work);
    return {
      ...facts,
      result: 'repaired',
      warnings: [...warnings, warning('REPAIRED_BY_FALLBACK')],
      validation: { ...validation, xrefRebuilt: true },
    };
  }

  #merge(name: StageName, result: StageResult): StageStep {
    this.#security = { ...this.#security, ...result.security };
    this.#validation = { ...this.#validation, ...result.validation };
    this.#warnings.push(...(result.warnings ?? []));
    this.#tamperAnalysis = result.tamperAnalysis ?? this.#tamperAnalysis;
    this.#revisions = result.revisions ?? this.#revisions;
    this.#timeline = result.timeline ?? this.#timeline;
    this.#embeddedFiles = result.embeddedFiles ?? this.#embeddedFiles;
    if (result.textChanges !== undefined) this.#textChanges = result.textChanges;
    this.#contentHash = result.contentHash ?? this.#contentHash;
    if (result.reject) {
      this.#rejected = true;
      this.#failure = { code: 'POLICY_REJECTION', ...result.reject, stage: name };
    }
    return this.#record(name, result.result, result.findings);
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
      linearized: this.#work.passthrough ? (this.#work.pdf?.structure.linearized ?? false) : rewritten === 'linearized',
      contentHash: this.#contentHash,
      contentHashAlgorithm: CONTENT_HASH_ALGORITHM,
      pipelineSpec: PIPELINE_SPEC,
    };
  }
}

function tryToOpen(input: Uint8Array): PdfDocument | PdfFailure {
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

/** What stage 2 read away is still there in a document that passes through. */
function keepsDocument({ finding }: StageWarning): boolean {
  return finding !== 'MULTIPLE_REVISIONS' && finding !== 'PERMISSIONS_REMOVED';
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
