/**
 * The parser service starts an isolated parser for each connection to its Unix socket, and copies bytes between both.
 * It runs in a container without a network that contains only the code. It has no secret, no name of a document or
 * organization, and does not read the copied bytes.
 */
import { rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { parse } from 'node:path';
import type { Readable } from 'node:stream';
import type { ParserIsolation } from '#domain/parser-isolation.ts';
import { type Frame, readFrames, write } from '#src/parser-host/frames.ts';
import type { Sandbox } from '#src/parser-host/isolation/sandbox.ts';
import type { StartedParser } from '#src/parser-host/isolation/started-parser.ts';
import { MESSAGE_LIMITS, type Send, senderTo, toServiceSchema } from './messages.ts';

export interface ParserServiceOptions {
  /** An existing file at this path is replaced. */
  readonly socketPath: string;
  readonly sandbox: Sandbox;
  /** The measured isolation (`isolation/inspect.ts`), which workers get. */
  readonly isolation: ParserIsolation;
  /** The obstacle to better isolation. */
  readonly reason: string | null;
  /** The paths of the allowed programs. A worker sends the name of one. */
  readonly programs: readonly string[];
  /** The number of parsers at the same time. Further ones are rejected. */
  readonly maxParsers: number;
}

export interface RunningParserService {
  /** Ends all parsers. */
  close(): Promise<void>;
}

export async function startParserService(options: ParserServiceOptions): Promise<RunningParserService> {
  const parsers = new Set<StartedParser>();
  // A worker that has closed its side still gets the message that the parser is gone.
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => undefined); // the connection also ends
    void attend(connection, options, parsers);
  });
  // A killed service leaves its socket behind.
  rmSync(options.socketPath, { force: true });
  await once(server.listen(options.socketPath), 'listening');
  return {
    async close() {
      server.close();
      const all = [...parsers];
      for (const parser of all) parser.kill();
      await Promise.all(all.map(({ gone }) => gone));
    },
  };
}

/** Resolves when the connection is no longer needed. Never rejects, because a worker that is gone needs no message. */
async function attend(
  connection: Socket,
  { sandbox, isolation, reason, programs, maxParsers }: ParserServiceOptions,
  parsers: Set<StartedParser>,
): Promise<void> {
  const { send, end } = senderTo(connection);
  const gone = (how: string) => send({ kind: 'gone', how }).catch(() => undefined);
  try {
    await send({
      kind: 'isolation',
      isolation,
      reason,
      mechanisms: [...sandbox.mechanisms],
      missing: [...sandbox.missing],
    });
    const frames = readFrames(connection, MESSAGE_LIMITS);
    const first = await frames.next();
    if (first.done === true) return; // the worker only needed the first message
    const request = toServiceSchema.parse(first.value.header);
    // Before it starts a parser, a worker asks whether the service supports this message.
    if (request.kind === 'measure') return await send({ kind: 'used', cpuMs: null });
    if (request.kind !== 'start') return;
    const entry = programs.find((path) => parse(path).name === request.program);
    if (entry === undefined) return await gone(`The parser service has no program '${request.program}'.`);
    if (parsers.size >= maxParsers) return await gone(`The parser service runs ${maxParsers} parsers already.`);
    const parser = sandbox.start(entry, request.memoryMb);
    parsers.add(parser);
    await gone(await passOn(parser, frames, send).finally(() => parsers.delete(parser)));
  } catch {
    // The worker is gone, or the other side is no worker.
  } finally {
    end();
  }
}

/** Resolves with a description of the exit. */
async function passOn(parser: StartedParser, frames: AsyncIterable<Frame>, send: Send): Promise<string> {
  const end = () => parser.kill();
  void obey(parser, frames, send).then(end, end);
  const told = [passBack('reply', parser.replies, send), passBack('printed', parser.printed, send)];
  const [how] = await Promise.all([parser.gone, ...told.map((all) => all.catch(end))]);
  return how;
}

/** Drops the rest of an interrupted stream and closes it. Otherwise the parser would not end. */
async function passBack(kind: 'reply' | 'printed', from: Readable, send: Send): Promise<void> {
  for await (const chunk of from) await send({ kind }, chunk);
}

/** Reads even while the parser takes no input, because the end of the connection must not wait for the input. */
async function obey(parser: StartedParser, frames: AsyncIterable<Frame>, send: Send): Promise<void> {
  let isTaking = false;
  const pass = async (payload: Uint8Array) => {
    isTaking = true;
    await write(parser.requests, payload);
    isTaking = false;
    await send({ kind: 'taken' });
  };
  const measure = async () => send({ kind: 'used', cpuMs: await parser.cpuMs() });
  parser.requests.on('error', () => undefined); // the parser also ends
  for await (const { header, payload } of frames) {
    const { kind } = toServiceSchema.parse(header);
    if (kind === 'pause') parser.pause();
    else if (kind === 'resume') parser.resume();
    else if (kind === 'measure') void measure().catch(() => undefined);
    else if (kind === 'start' || isTaking) throw new Error(`A worker must not send '${kind}' now.`);
    else void pass(payload).catch(() => undefined); // one of the two ended, which is reported elsewhere
  }
}
