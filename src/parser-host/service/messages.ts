/**
 * The protocol between a worker and the parser service, in the frames of `frames.ts`. One connection is one parser. The
 * worker closes its side to end the parser, and the service closes its side when the parser is gone.
 */
import type { Socket } from 'node:net';
import { z } from 'zod';
import { PARSER_ISOLATIONS } from '#domain/parser-isolation.ts';
import { writeFrame } from '#src/parser-host/frames.ts';

export const toServiceSchema = z.discriminatedUnion('kind', [
  /** The first message, sent once on a connection. `program` is a name in the list of the service and not a path. */
  z.strictObject({ kind: z.literal('start'), program: z.string().max(100), memoryMb: z.int().positive() }),
  /** The next bytes for the parser, as the payload. The worker waits for `taken` before it sends more. */
  z.strictObject({ kind: z.literal('input') }),
  z.strictObject({ kind: z.literal('pause') }),
  z.strictObject({ kind: z.literal('resume') }),
  /**
   * The answer is `used`. A service of an older build ends the connection, so a worker asks once before it starts a
   * parser.
   */
  z.strictObject({ kind: z.literal('measure') }),
]);

export const toWorkerSchema = z.discriminatedUnion('kind', [
  /** The first message on every connection: the isolation of the parsers. */
  z.strictObject({
    kind: z.literal('isolation'),
    isolation: z.enum(PARSER_ISOLATIONS),
    reason: z.string().nullable(),
    mechanisms: z.array(z.string()),
    missing: z.array(z.string()),
  }),
  /** The parser has taken the input. */
  z.strictObject({ kind: z.literal('taken') }),
  /** A reply of the parser, as the payload. */
  z.strictObject({ kind: z.literal('reply') }),
  /** The output of the child and its libraries, as the payload. */
  z.strictObject({ kind: z.literal('printed') }),
  /** The processor time that the parser has used since its start. */
  z.strictObject({ kind: z.literal('used'), cpuMs: z.number().nullable() }),
  /** The last message, with a description of the exit. */
  z.strictObject({ kind: z.literal('gone'), how: z.string() }),
]);

type Message = z.infer<typeof toServiceSchema> | z.infer<typeof toWorkerSchema>;

/** The most bytes for a parser that are sent at once. */
export const INPUT_BYTES = 256 * 1024;
export const MESSAGE_LIMITS = { maxHeaderBytes: 64 * 1024, maxPayloadBytes: 1024 * 1024 };

export type Send = (message: Message, payload?: Uint8Array) => Promise<void>;

export interface Sender {
  /** Frames are sent one after the other. Rejects if either side has ended. */
  readonly send: Send;
  /** Closes this side after the current frame. Waiting frames are dropped. */
  readonly end: () => void;
}

export function senderTo(connection: Socket): Sender {
  let before = Promise.resolve();
  let hasEnded = false;
  const send: Send = (message, payload = new Uint8Array(0)) => {
    const sent = before.then(async () => {
      if (hasEnded) throw new Error('This side of the connection is closed.');
      await writeFrame(connection, message, payload);
    });
    before = sent.catch(() => undefined);
    return sent;
  };
  const end = () => {
    hasEnded = true;
    void before.then(() => connection.end());
  };
  return { send, end };
}
