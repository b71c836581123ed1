/**
 * Parser children with a fake pipeline that follows the document of a test. The pool, the protocol and the activities
 * around it are real. A document is `%FAKE ` and a JSON object, followed by any bytes.
 */
import { createHash } from 'node:crypto';
import {
  type NormalizeOptions,
  PIPELINE_SPEC,
  type ProofExtent,
  STAGE_NAMES,
  type StageName,
} from '#domain/pipeline.ts';
import {
  type NormalizedFacts,
  type FailureFacts,
  type SecurityInfo,
  type SignatureReason,
  type ReportFacts,
  NO_SECURITY_FACTS,
  NO_VALIDATION_FACTS,
  type RiskLevel,
} from '#domain/report.ts';
import type { OpenDocument } from '#src/parser-host/parser-requests.ts';

/** The action of the named stage. The other stages pass. */
export interface Script {
  readonly at: StageName;
  /** `hang` waits without the processor, `spin` uses it, `linger` and `fail` continue after some milliseconds. */
  readonly act:
    | 'pass'
    | 'die'
    | 'exit'
    | 'hang'
    | 'spin'
    | 'throw'
    | 'overflow'
    | 'fail'
    | 'reject'
    | 'print'
    | 'grow'
    | 'linger'
    | 'lie';
  readonly ms?: number;
  /** The level of PDF/A that the document declares. */
  readonly pdfa?: string;
  /** The reported risk of the document; none if absent. */
  readonly risk?: RiskLevel;
  /** The reason why its only signature is not valid; absent for a document without a signature. */
  readonly signature?: SignatureReason;
  /** The addresses, as host:port, that a prying child connects to. */
  readonly addresses?: readonly string[];
  /** Normalizing its output again changes it once, so that a proof makes it stable, or every time. */
  readonly settles?: 'late' | 'never';
  /** Makes documents different. */
  readonly salt?: string;
}

const MARK = '%FAKE ';

export function fakeDocument(script: Script, paddingBytes = 0): Buffer {
  return Buffer.concat([Buffer.from(`${MARK}${JSON.stringify(script)}\n`), Buffer.alloc(paddingBytes)]);
}

export function scriptOf(input: Uint8Array): Script {
  const [line = ''] = new TextDecoder().decode(input.subarray(0, 1_000)).split('\n');
  return JSON.parse(line.slice(MARK.length));
}

export function fakePipeline(input: Uint8Array, _options: NormalizeOptions, proves: ProofExtent = 'all'): OpenDocument {
  const script = scriptOf(input);
  const end = ENDS[script.act];
  let ended: StageName | null = null;
  return {
    async runStage(name) {
      if (name === script.at) await ACTS[script.act](script);
      if (name === script.at && end) ended = name;
      if (name === script.at && script.act === 'lie') return { name, result: 'text of a document', ended: false };
      const passed = name === 'PdfaDetection' && script.pdfa ? `declared_${script.pdfa}` : 'passed';
      return { name, result: ended !== null && end ? end.result : passed, ended: ended !== null };
    },
    result: () => outcome(input, script, ended, isSettled(script, proves)),
    timeline: () => null,
    pages: () => null,
  };
}

interface End {
  readonly result: string;
  readonly status: 'FAILED' | 'REJECTED';
  readonly failure: (stage: StageName) => FailureFacts;
}

/** The actions that end a document, and the ends. */
const ENDS: Partial<Record<Script['act'], End>> = {
  fail: { result: 'failed', status: 'FAILED', failure: (stage) => ({ code: 'CORRUPT_UNRECOVERABLE', stage }) },
  reject: {
    result: 'rejected',
    status: 'REJECTED',
    failure: (stage) => ({ code: 'POLICY_REJECTION', reason: 'SIGNED_PDF', stage }),
  },
};

const ACTS: Record<Script['act'], (script: Script) => Promise<void> | void> = {
  pass: () => undefined,
  fail: ({ ms = 0 }) => new Promise((resolve) => setTimeout(resolve, ms)),
  reject: () => undefined,
  lie: () => undefined,
  die: () => process.abort(),
  exit: () => process.exit(0),
  hang: () => new Promise(() => setInterval(() => undefined, 1_000)),
  linger: ({ ms = 0 }) => new Promise((resolve) => setTimeout(resolve, ms)),
  spin: () => {
    for (;;) Math.random();
  },
  throw: () => {
    throw new TypeError('a bug of the engine');
  },
  overflow: () => {
    throw new RangeError('Maximum call stack size exceeded');
  },
  print: () => {
    console.log('text of a library');
    process.stdout.write('{"kind":"result"}'.repeat(1_000));
    console.error('and its complaints');
  },
  grow: () => {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
  },
};

function isSettled({ settles }: Script, proves: ProofExtent): boolean {
  return settles === undefined || (settles === 'late' && proves === 'all');
}

export const SETTLED = '%CANONICAL\n';
export const UNSETTLED = '%NEARLY\n';

/** The output is the input with one additional line. */
function outcome(
  input: Uint8Array,
  { act, risk = 'none', signature }: Script,
  endedIn: StageName | null,
  settled: boolean,
): { bytes: Uint8Array | null; report: ReportFacts } {
  const end = endedIn === null ? undefined : ENDS[act];
  const bytes = end === undefined ? Buffer.concat([input, Buffer.from(settled ? SETTLED : UNSETTLED)]) : null;
  return {
    bytes,
    report: {
      status: end?.status ?? 'SUCCESS',
      original: { sha256: sha256(input), sizeBytes: input.length },
      normalized: bytes && fakeFacts(bytes),
      security: signature ? signedWith(signature) : NO_SECURITY_FACTS,
      validation: NO_VALIDATION_FACTS,
      tamperAnalysis: { riskLevel: risk, anomaliesDetected: 0, anomalies: [] },
      warnings: [],
      failure: end && endedIn !== null ? end.failure(endedIn) : null,
      stages: STAGE_NAMES.map((name, stage) => ({ stage, name, result: 'passed' })),
    },
  };
}

function signedWith(reason: SignatureReason): SecurityInfo {
  const result = { fieldName: 'Signature1', signerName: null, signedAt: null, valid: false, reason } as const;
  const certificate = { certificateExpired: false, certificateChainTrusted: null } as const;
  return {
    ...NO_SECURITY_FACTS,
    digitalSignaturesDetected: true,
    signatureCount: 1,
    signatureVerificationResults: [{ ...result, ...certificate, timestampPresent: false, timestampValid: null }],
    overallSignatureStatus: 'SOME_INVALID',
  };
}

/** The facts that the fake pipeline reports about its output. */
export function fakeFacts(output: Uint8Array): NormalizedFacts {
  return {
    sha256: sha256(output),
    sizeBytes: output.length,
    pdfVersion: '1.7',
    linearized: false,
    contentHash: null,
    pipelineSpec: PIPELINE_SPEC,
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
