import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { writeFrame } from './frames.ts';
import { trustingParser } from './parser-process.ts';

test('a parser that breaks the protocol and writes on is gone, and nobody waits for its answer', async () => {
  const [requests, replies, printed] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const parser = trustingParser(
    {
      pid: undefined,
      requests,
      replies,
      printed,
      // As of a process of this host, whose end is reported when its pipes have been read or closed.
      gone: once(replies, 'close').then(() => 'SIGKILL'),
      kill: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
      cpuMs: async () => null,
    },
    [],
  );
  await writeFrame(replies, { kind: 'nonsense' }, new Uint8Array(0));
  replies.write(new Uint8Array(100_000));
  expect(await parser.gone).toContain('SIGKILL');
  await expect(parser.ready).rejects.toThrow('SIGKILL');
});
