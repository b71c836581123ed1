/** The loop of a parser child: one document at a time, a stage at a time, from framed requests to framed answers. */
import { Socket } from 'node:net';
import type { Comparison } from '#domain/compare.ts';
import { type EngineOptions, PIPELINE_SPEC, type StageName } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { readFrames, writeFrame } from './frames.ts';
import { FRAME_LIMITS, type ParserReply, REPLY_FD, requestSchema } from './protocol.ts';

/** What a child holds open between two requests; the engine's `Pipeline`. */
export interface OpenDocument {
  runStage(name: StageName): Promise<{ name: StageName; result: string; ended: boolean }>;
  result(): { bytes: Uint8Array | null; report: EngineReport };
  timeline(): RevisionTimeline | null;
}

export type OpenPipeline = (input: Uint8Array, options: EngineOptions) => OpenDocument;

/** The engine's `compare`. */
export type CompareDocuments = (
  a: Uint8Array,
  b: Uint8Array,
  options: { readonly normalizeFirst: boolean },
) => Promise<Comparison>;

interface Answer {
  readonly reply: ParserReply;
  readonly payload?: Uint8Array | null;
}

/** Runs until the worker closes our stdin, or until the engine throws: a process that has thrown is not used again. */
export async function serve(openPipeline: OpenPipeline, compareDocuments: CompareDocuments): Promise<void> {
  const replies = new Socket({ fd: REPLY_FD, readable: false });
  const send = ({ reply, payload }: Answer) => writeFrame(replies, reply, payload ?? new Uint8Array(0));
  const answer = requestHandler(openPipeline, compareDocuments);
  await send({ reply: { kind: 'ready', pipelineSpec: PIPELINE_SPEC } });
  for await (const { header, payload } of readFrames(process.stdin, FRAME_LIMITS)) {
    try {
      await send(await answer(header, payload));
    } catch (error) {
      await send({ reply: faultOf(error) });
      break;
    }
  }
  replies.end();
  process.stdin.destroy();
}

function requestHandler(
  openPipeline: OpenPipeline,
  compareDocuments: CompareDocuments,
): (header: unknown, payload: Uint8Array) => Promise<Answer> {
  let document: OpenDocument | null = null;
  let trustAnchors: readonly Uint8Array[] | undefined;
  const current = (): OpenDocument => {
    if (document === null) throw new Error('No document is open.');
    return document;
  };
  return async (header, payload): Promise<Answer> => {
    const request = requestSchema.parse(header);
    switch (request.kind) {
      case 'trust':
        trustAnchors = split(payload, request.sizesBytes);
        return { reply: { kind: 'trusting' } };
      case 'open':
        document = openPipeline(payload, {
          ...request.options,
          ...(trustAnchors && { trustAnchors }),
          validationTimeMs: Date.now(),
        });
        return { reply: { kind: 'opened' } };
      case 'stage':
        return { reply: { kind: 'step', step: await current().runStage(request.name) } };
      case 'result': {
        const { bytes, report } = current().result();
        return { reply: { kind: 'result', report }, payload: bytes };
      }
      case 'timeline': {
        const timeline = current().timeline();
        return { reply: { kind: 'timeline' }, payload: timeline && Buffer.from(JSON.stringify(timeline)) };
      }
      case 'compare': {
        const [a, b] = [payload.subarray(0, request.sizeBytesA), payload.subarray(request.sizeBytesA)];
        const comparison = await compareDocuments(a, b, { normalizeFirst: request.normalizeFirst });
        return { reply: { kind: 'compared' }, payload: Buffer.from(JSON.stringify(comparison)) };
      }
      case 'close':
        document = null;
        return { reply: { kind: 'closed', rssBytes: process.resourceUsage().maxRSS * 1_024 } };
    }
  };
}

function split(bytes: Uint8Array, sizesBytes: readonly number[]): Uint8Array[] {
  let end = 0;
  return sizesBytes.map((size) => bytes.slice(end, (end += size)));
}

function faultOf(error: unknown): ParserReply {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'fault', fault: error instanceof RangeError ? 'exhausted' : 'bug', message: message.slice(0, 1_000) };
}
