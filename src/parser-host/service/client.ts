/** Starts parsers in the parser service, behind its Unix socket, with the interface of local parsers. */
import { parse } from 'node:path';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { z } from 'zod';
import { readFrames, write } from '#src/parser-host/frames.ts';
import type { IsolationFinding } from '#src/parser-host/isolation/inspect.ts';
import type { ParserStarter } from '#src/parser-host/isolation/sandbox.ts';
import type { StartedParser } from '#src/parser-host/isolation/started-parser.ts';
import { INPUT_BYTES, MESSAGE_LIMITS, type Send, senderTo, toWorkerSchema } from './messages.ts';

type Message = z.infer<typeof toWorkerSchema>;

export interface ParserService extends ParserStarter, IsolationFinding {
  /** The isolation mechanisms that the host of the service lacks. */
  readonly missing: readonly string[];
}

/** A service that does not report the end of a parser within this time counts as gone. */
const END_TIMEOUT_MS = 10_000;
/** A service that hangs must not stop the deadline of a document. Time without a measurement counts as used. */
const MEASURE_TIMEOUT_MS = 5_000;
const GREETING_TIMEOUT_MS = 10_000;

/**
 * Asks the service for the isolation of its parsers. A restarted service with another isolation is not used.
 * @throws Error if there is no service behind the socket
 */
export async function connectParserService(socketPath: string): Promise<ParserService> {
  const found = await greeting(connect(socketPath));
  const { canMeasure } = found;
  return {
    isolation: found.isolation,
    reason: found.reason,
    mechanisms: ['service', ...found.mechanisms],
    missing: [...found.missing, ...(canMeasure ? [] : [CANNOT_MEASURE])],
    start: (entry, memoryMb) => startThere(connect(socketPath), found, { program: parse(entry).name, memoryMb }),
  };
}

/** Workers log this with the other missing mechanisms. */
const CANNOT_MEASURE =
  'a parser service of this build, which measures processor time: the deadline of a document counts all time';

/** A service of an older build ends the connection, and so the parser, at an unknown message. */
async function greeting(connection: Socket): Promise<Greeting> {
  let found: Greeting | null = null;
  connection.setTimeout(GREETING_TIMEOUT_MS, () => connection.destroy());
  try {
    for await (const { header } of readFrames(connection, MESSAGE_LIMITS)) {
      const message = toWorkerSchema.parse(header);
      if (message.kind === 'used' && found !== null) return { ...found, canMeasure: true };
      if (message.kind !== 'isolation') continue;
      found = { ...message, canMeasure: false };
      await senderTo(connection).send({ kind: 'measure' });
    }
  } catch (error) {
    if (found === null) throw error;
  } finally {
    connection.destroy();
  }
  if (found !== null) return found;
  throw new Error('The parser service does not say how parsers are isolated.');
}

interface Greeting extends Extract<Message, { kind: 'isolation' }> {
  readonly canMeasure: boolean;
}

function startThere(
  connection: Socket,
  known: Greeting,
  what: { readonly program: string; readonly memoryMb: number },
): StartedParser {
  const { send, end: endSending } = senderTo(connection);
  const input = inputTo(send);
  const [replies, printed] = [new PassThrough(), new PassThrough()];
  let measured = (_cpuMs: number | null) => {};
  const follow = async (): Promise<string> => {
    for await (const { header, payload } of readFrames(connection, MESSAGE_LIMITS)) {
      const message = toWorkerSchema.parse(header);
      // Data without a reader are dropped, because the message about the end follows them.
      if (message.kind === 'reply') await write(replies, payload).catch(() => undefined);
      else if (message.kind === 'printed') await write(printed, payload).catch(() => undefined);
      else if (message.kind === 'taken') input.taken();
      else if (message.kind === 'used') measured(message.cpuMs);
      else if (message.kind === 'gone') return message.how;
      else if (message.isolation !== known.isolation)
        return `Parsers are isolated otherwise now: ${message.isolation}.`;
    }
    return 'The parser service has gone.';
  };
  const end = async (how: string): Promise<string> => {
    connection.destroy();
    measured(null);
    input.stream.destroy();
    replies.end();
    // The last words are read before the parser counts as gone, as for a local process.
    await finished(printed.end()).catch(() => undefined);
    return how;
  };
  void send({ kind: 'start', ...what }).catch(() => undefined); // `gone` reports the failure
  const tell = (kind: 'pause' | 'resume') => void send({ kind }).catch(() => undefined);
  const measure = () =>
    new Promise<number | null>((resolve) => {
      if (!known.canMeasure) return resolve(null);
      measured = resolve;
      setTimeout(resolve, MEASURE_TIMEOUT_MS, null).unref();
      send({ kind: 'measure' }).catch(() => resolve(null));
    });
  return {
    pid: undefined,
    requests: input.stream,
    replies,
    printed,
    gone: follow()
      .catch((error: Error) => error.message)
      .then(end),
    kill() {
      endSending();
      setTimeout(() => connection.destroy(), END_TIMEOUT_MS).unref();
    },
    pause: () => tell('pause'),
    resume: () => tell('resume'),
    cpuMs: measure,
  };
}

/** The parser takes the bytes piece by piece. */
function inputTo(send: Send): { readonly stream: PassThrough; readonly taken: () => void } {
  const stream = new PassThrough();
  let taken = () => {};
  const pass = async () => {
    for await (const bytes of stream) {
      for (let at = 0; at < bytes.length; at += INPUT_BYTES) {
        const isTaken = new Promise<void>((resolve) => (taken = resolve));
        await send({ kind: 'input' }, bytes.subarray(at, at + INPUT_BYTES));
        await isTaken;
      }
    }
  };
  void pass().catch(() => undefined); // `gone` reports the end of the parser
  return { stream, taken: () => taken() };
}
