/**
 * The parser service: starts an isolated parser for each connection to its Unix socket, and passes bytes between both. It is
 * for a container without a network, in which nothing is but the code: it knows no secret, no document's name and no
 * organization, and reads nothing of what it passes on.
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
  /** A file that is made anew. */
  readonly socketPath: string;
  readonly sandbox: Sandbox;
  /** As it was found (`isolation/inspect.ts`); workers are told. */
  readonly isolation: ParserIsolation;
  /** What stands in the way of more. */
  readonly reason: string | null;
  /** Paths of what may be started; a worker says the name of one. */
  readonly programs: readonly string[];
  /** Parsers at the same time; further ones are refused. */
  readonly maxParsers: number;
}

export interface RunningParserService {
  /** Ends all parsers. */
  close(): Promise<void>;
}

export async function startParserService(options: ParserServiceOptions): Promise<RunningParserService> {
  const parsers = new Set<StartedParser>();
  // A worker that has closed its side is still told that the parser is gone.
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => undefined); // shows as its end
    void attend(connection, options, parsers);
  });
  // One that was killed has left it behind.
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

/** Resolves when the connection is of no use any more. Never rejects: a worker that is gone has nothing to be told. */
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
    if (first.done === true) return; // it wanted to know no more
    const request = toServiceSchema.parse(first.value.header);
    // Before there is a parser a worker asks by this whether the service knows the message at all.
    if (request.kind === 'measure') return await send({ kind: 'used', cpuMs: null });
    if (request.kind !== 'start') return;
    const entry = programs.find((path) => parse(path).name === request.program);
    if (entry === undefined) return await gone(`The parser service has no program '${request.program}'.`);
    if (parsers.size >= maxParsers) return await gone(`The parser service runs ${maxParsers} parsers already.`);
    const parser = sandbox.start(entry, request.memoryMb);
    parsers.add(parser);
    await gone(await passOn(parser, frames, send).finally(() => parsers.delete(parser)));
  } catch {
    // A worker that is gone, or one that is none.
  } finally {
    end();
  }
}

/** Resolves with how the parser ended. */
async function passOn(parser: StartedParser, frames: AsyncIterable<Frame>, send: Send): Promise<string> {
  const end = () => parser.kill();
  void obey(parser, frames, send).then(end, end);
  const told = [passBack('reply', parser.replies, send), passBack('printed', parser.printed, send)];
  const [how] = await Promise.all([parser.gone, ...told.map((all) => all.catch(end))]);
  return how;
}

/** The rest of an interrupted stream is dropped and the stream is closed. Otherwise the parser would not end. */
async function passBack(kind: 'reply' | 'printed', from: Readable, send: Send): Promise<void> {
  for await (const chunk of from) await send({ kind }, chunk);
}

/** Reads at all times, also while the parser takes nothing: the end of the connection must not wait behind its input. */
async function obey(parser: StartedParser, frames: AsyncIterable<Frame>, send: Send): Promise<void> {
  let isTaking = false;
  const pass = async (payload: Uint8Array) => {
    isTaking = true;
    await write(parser.requests, payload);
    isTaking = false;
    await send({ kind: 'taken' });
  };
  const measure = async () => send({ kind: 'used', cpuMs: await parser.cpuMs() });
  parser.requests.on('error', () => undefined); // shows as the parser's end
  for await (const { header, payload } of frames) {
    const { kind } = toServiceSchema.parse(header);
    if (kind === 'pause') parser.pause();
    else if (kind === 'resume') parser.resume();
    else if (kind === 'measure') void measure().catch(() => undefined);
    else if (kind === 'start' || isTaking) throw new Error(`A worker must not send '${kind}' now.`);
    else void pass(payload).catch(() => undefined); // the end of one of the two, which shows elsewhere
  }
}
