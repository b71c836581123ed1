/**
 * A Temporal server whose time a test can skip: Temporal's own test server, built once into the cache from pinned
 * versions (`test/support/time-skipping/`), on the loopback interface. Timers and pauses between attempts pass at once,
 * while an activity takes its real time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { type InternalConnectionOptions, InternalConnectionOptionsSymbol } from '@temporalio/client/lib/connection.js';
import proto from '@temporalio/proto';
import { NativeConnection } from '@temporalio/worker';
import { findJavaProgram } from '#dev/parts/java.ts';

const { Duration } = proto.google.protobuf;
const SOURCE = {
  name: 'time-skipping',
  directory: join(import.meta.dirname, 'time-skipping'),
};

export interface SkippedTime {
  /** For clients. */
  readonly client: Client;
  /** For workers; their namespace is `default`. */
  readonly native: NativeConnection;
  readonly address: string;
  /** The time of the server, which workflows see. */
  now(): Promise<Date>;
  /** Waits for the end of a workflow, and skips all idle time. */
  result<T>(handle: WorkflowHandle<() => Promise<T>>): Promise<T>;
  /** Skips this much time. */
  skip(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the server, or returns the reason why it is not available here. */
export async function startSkippedTime(): Promise<SkippedTime | { readonly missing: string }> {
  const program = await findJavaProgram(SOURCE, () => undefined);
  if ('missing' in program) return program;
  const { java, classPath } = program;
  const flags = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx256m', '-cp', classPath];
  const server = spawn(java, [...flags, 'TimeSkippingServer'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const address = `127.0.0.1:${await portOf(server)}`;
  const options: InternalConnectionOptions = {
    address,
    [InternalConnectionOptionsSymbol]: { supportsTestService: true },
  };
  const connection = await Connection.connect(options);
  const native = await NativeConnection.connect({ address });
  const { testService } = connection;
  if (testService === undefined) throw new Error('The client knows no test service.');

  return {
    client: new Client({ connection }),
    native,
    address,
    async now() {
      const { time } = await testService.getCurrentTime({});
      return new Date(Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6);
    },
    async result(handle) {
      await testService.unlockTimeSkipping({});
      try {
        return await handle.result();
      } finally {
        await testService.lockTimeSkipping({});
      }
    },
    async skip(ms) {
      const duration = Duration.fromObject({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 });
      await testService.unlockTimeSkippingWithSleep({ duration });
    },
    async close() {
      await native.close();
      await connection.close();
      const ended = once(server, 'exit');
      server.stdin.end();
      await ended;
    },
  };
}

async function portOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('The server cannot be heard.');
  for await (const line of createInterface({ input: server.stdout })) return line;
  throw new Error('The time-skipping server has ended before it was ready.');
}
