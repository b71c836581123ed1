/** The loop of a child: it reads framed requests and writes framed answers, one at a time. */
import { Socket } from 'node:net';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { readFrames, writeFrame } from './frames.ts';
import { REPLY_FD } from './child-programs.ts';
import { FRAME_LIMITS, type ParserReply, type ParserRequest, requestSchema } from './protocol.ts';

export interface Answer {
  readonly reply: ParserReply;
  readonly payload?: Uint8Array | null;
}

/** Sends the answers before the last one. */
export type SendAnswer = (answer: Answer) => Promise<void>;

/** Returns null for a request that the program does not support. */
export type AnswerRequest = (request: ParserRequest, payload: Uint8Array, send: SendAnswer) => Promise<Answer | null>;

/** Runs until the worker closes stdin or the engine throws. A process in which the engine threw is not used again. */
export async function serve(answer: AnswerRequest): Promise<void> {
  const replies = new Socket({ fd: REPLY_FD, readable: false });
  const send = ({ reply, payload }: Answer) => writeFrame(replies, reply, payload ?? new Uint8Array(0));
  await send({ reply: { kind: 'ready', pipelineSpec: PIPELINE_SPEC } });
  for await (const { header, payload } of readFrames(process.stdin, FRAME_LIMITS)) {
    try {
      const request = requestSchema.parse(header);
      const answered = await answer(request, payload, send);
      if (answered === null) throw new Error(`This program does not answer '${request.kind}'.`);
      await send(answered);
    } catch (error) {
      await send({ reply: faultOf(error) });
      break;
    }
  }
  replies.end();
  process.stdin.destroy();
}

/** The resources that the child has used, for the end of a document. */
export function closed(): Answer {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
  return { reply: { kind: 'closed', rssBytes: maxRSS * 1_024, cpuSeconds } };
}

function faultOf(error: unknown): ParserReply {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'fault', fault: error instanceof RangeError ? 'exhausted' : 'bug', message: message.slice(0, 1_000) };
}
