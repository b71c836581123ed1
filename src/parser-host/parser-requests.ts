/** The requests to a parser child: normalize a document, compare two documents, or print facts. */
import type { FactualComparison } from '#domain/compare.ts';
import { type EngineOptions, type ProofExtent, STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { Printable } from '#domain/printing.ts';
import type { ReportFacts } from '#domain/report.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { encodePages } from '#src/contract/parser/page-fingerprints.ts';
import { type Answer, type AnswerRequest, closed, type SendAnswer } from './serve.ts';

/** The engine's `Run`. */
export interface OpenDocument {
  runStage(name: StageName): Promise<{ name: StageName; result: string; ended: boolean }>;
  result(): { bytes: Uint8Array | null; report: ReportFacts };
  timeline(): RevisionTimeline | null;
  /** The fingerprints of the pages of the output. */
  pages(): readonly PageFingerprints[] | null;
}

/** The engine's `startNormalizing`. */
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
  let trustAnchors: readonly Uint8Array[] | undefined;
  return async (request, payload, send) => {
    switch (request.kind) {
      case 'trust':
        trustAnchors = split(payload, request.sizesBytes);
        return { reply: { kind: 'trusting' } };
      case 'normalize': {
        const options = { ...request.options, ...(trustAnchors && { trustAnchors }), validationTimeMs: Date.now() };
        return reportAll(openPipeline(payload, options, request.proves), send);
      }
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
        return closed();
      default:
        return null;
    }
  };
}

/** Reports each stage when it ends, so that the worker knows the stage in which a document ended its parser. */
async function reportAll(document: OpenDocument, send: SendAnswer): Promise<Answer> {
  await send({ reply: { kind: 'opened' } });
  for (const name of STAGE_NAMES) {
    const step = await document.runStage(name);
    await send({ reply: { kind: 'step', step } });
    if (step.ended) break;
  }
  const { bytes, report } = document.result();
  await send({ reply: { kind: 'result', report }, payload: bytes });
  const timeline = document.timeline();
  await send({ reply: { kind: 'timeline' }, payload: timeline && Buffer.from(JSON.stringify(timeline)) });
  return { ...closed(), payload: encodePages(document.pages()) };
}

/** The module is loaded at its first use, because few children ever print. */
async function printLoaded(printable: Printable): Promise<Uint8Array> {
  const { print } = await import('#src/print/print.ts');
  return print(printable);
}

function split(bytes: Uint8Array, sizesBytes: readonly number[]): Uint8Array[] {
  let end = 0;
  return sizesBytes.map((size) => bytes.slice(end, (end += size)));
}
