/** What a parser child answers: a document at once or a stage at a time, two documents compared, or facts printed. */
import type { FactualComparison } from '#domain/compare.ts';
import { type EngineOptions, type ProofExtent, STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { Printable } from '#domain/printing.ts';
import type { ReportFacts } from '#domain/report.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { encodePages } from '#src/contract/parser/page-fingerprints.ts';
import type { ParserRequest } from './protocol.ts';
import { type Answer, type AnswerRequest, closed, type SendAnswer } from './serve.ts';

/** What a child holds open between two requests; the engine's `Pipeline`. */
export interface OpenDocument {
  runStage(name: StageName): Promise<{ name: StageName; result: string; ended: boolean }>;
  result(): { bytes: Uint8Array | null; report: ReportFacts };
  timeline(): RevisionTimeline | null;
  /** The fingerprints of the pages of the output. */
  pages(): readonly PageFingerprints[] | null;
}

export type OpenPipeline = (input: Uint8Array, options: EngineOptions, proves: ProofExtent) => OpenDocument;

/** The engine's `compare`. */
export type CompareDocuments = (
  a: Uint8Array,
  b: Uint8Array,
  options: { readonly normalizeFirst: boolean },
) => Promise<FactualComparison>;

/** `print` of `src/print`. */
export type Print = (printable: Printable) => Promise<Uint8Array>;

export function parserRequests(
  openPipeline: OpenPipeline,
  compareDocuments: CompareDocuments,
  print: Print = printLoaded,
): AnswerRequest {
  let document: OpenDocument | null = null;
  let trustAnchors: readonly Uint8Array[] | undefined;
  const current = (): OpenDocument => {
    if (document === null) throw new Error('No document is open.');
    return document;
  };
  const opened = (request: Extract<ParserRequest, { kind: 'open' | 'normalize' }>, input: Uint8Array): OpenDocument => {
    const options = { ...request.options, ...(trustAnchors && { trustAnchors }), validationTimeMs: Date.now() };
    return openPipeline(input, options, request.proves);
  };
  return async (request, payload, send) => {
    switch (request.kind) {
      case 'trust':
        trustAnchors = split(payload, request.sizesBytes);
        return { reply: { kind: 'trusting' } };
      case 'normalize':
        return tellAll(opened(request, payload), send);
      case 'open':
        document = opened(request, payload);
        return { reply: { kind: 'opened' } };
      case 'stage':
        return { reply: { kind: 'step', step: await current().runStage(request.name) } };
      case 'result':
        return resultOf(current());
      case 'timeline':
        return timelineOf(current());
      case 'pages':
        return { reply: { kind: 'pages' }, payload: encodePages(current().pages()) };
      case 'compare': {
        const [a, b] = [payload.subarray(0, request.sizeBytesA), payload.subarray(request.sizeBytesA)];
        const comparison = await compareDocuments(a, b, { normalizeFirst: request.normalizeFirst });
        return { reply: { kind: 'compared' }, payload: Buffer.from(JSON.stringify(comparison)) };
      }
      case 'print': {
        const printable: Printable = JSON.parse(new TextDecoder().decode(payload));
        return { reply: { kind: 'printed' }, payload: await print(printable) };
      }
      case 'close':
        document = null;
        return closed();
      default:
        return null;
    }
  };
}

/** Each stage is told as it ends: whoever listens knows in which one a document ended its parser. */
async function tellAll(document: OpenDocument, send: SendAnswer): Promise<Answer> {
  await send({ reply: { kind: 'opened' } });
  for (const name of STAGE_NAMES) {
    const step = await document.runStage(name);
    await send({ reply: { kind: 'step', step } });
    if (step.ended) break;
  }
  await send(resultOf(document));
  await send(timelineOf(document));
  return { ...closed(), payload: encodePages(document.pages()) };
}

function resultOf(document: OpenDocument): Answer {
  const { bytes, report } = document.result();
  return { reply: { kind: 'result', report }, payload: bytes };
}

function timelineOf(document: OpenDocument): Answer {
  const timeline = document.timeline();
  return { reply: { kind: 'timeline' }, payload: timeline && Buffer.from(JSON.stringify(timeline)) };
}

/** Loaded when first asked for: few children ever print. */
async function printLoaded(printable: Printable): Promise<Uint8Array> {
  const { print } = await import('#src/print/print.ts');
  return print(printable);
}

function split(bytes: Uint8Array, sizesBytes: readonly number[]): Uint8Array[] {
  let end = 0;
  return sizesBytes.map((size) => bytes.slice(end, (end += size)));
}
