/** Tests a worker without file descriptors: it starts no document, survives, and continues when some are free. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate as nextStep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { watchDescriptors } from '#temporal/worker/descriptors.ts';
import { requires } from '#test/support/requires.ts';

const ROOT = `${import.meta.dirname}/../..`;

/**
 * Uses up all descriptors except this many at the end of the child, requests documents, frees them and requests again.
 */
const script = (mayOpen: string, spare: number) => `
  import { closeSync, openSync } from 'node:fs';
  import { DEFAULT_OPTIONS } from '${ROOT}/src/domain/pipeline.ts';
  import { hasSpareDescriptors } from '${ROOT}/src/descriptors.ts';
  import { createParserPool } from '${ROOT}/src/parser-host/pool.ts';
  import { fakeDocument } from '${ROOT}/test/support/parsers/fake-engine.ts';

  const entry = '${ROOT}/test/support/parsers/fake-child.ts';
  const faults = [];
  const held = [];
  const useUp = () => {
    try {
      for (;;) held.push(openSync('/dev/null', 'r'));
    } catch {}
    for (const descriptor of held.splice(0, ${spare})) closeSync(descriptor);
  };
  const options = { processes: 1, memoryMb: 1024, maxWaiting: 10, entry, spare: false, mayOpen: ${mayOpen} };
  const { promise: ended, resolve } = Promise.withResolvers();
  const onFault = ({ reason }) => {
    faults.push(reason);
    if (faults.length === 1) resolve(useUp());
  };
  const pool = createParserPool({ ...options, onFault });
  const open = async (waitMs) => {
    const input = fakeDocument({ at: 'FinalRewrite', act: 'pass' });
    const session = await pool.open('test', { organizationId: 'test', input, options: DEFAULT_OPTIONS }, waitMs);
    const { report } = await session.result();
    await session.close();
    return report.status;
  };
  const statuses = [await open(60_000)];
  process.kill(pool.status().pids[0], 'SIGKILL');
  await ended;
  for (let at = 0; at < 3; at++) statuses.push(await open(2_000).catch(({ name }) => name));
  for (const descriptor of held) closeSync(descriptor);
  statuses.push(await open(60_000));
  await pool.close();
  console.log(JSON.stringify({ statuses, faults, isSpare: hasSpareDescriptors() }));
`;

async function run(source: string): Promise<{ code: unknown; output: string; errors: string }> {
  const node = [process.execPath, '--input-type=module-typescript', '--no-warnings', '-e', source];
  const limited = ['-c', 'ulimit -n 256 && exec "$@"', 'sh', ...node];
  const child = spawn('sh', limited, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, output, errors };
}

const isLinux = process.platform === 'linux';

test(
  'refuses documents before the limit, starts no child, and takes documents again',
  requires('Linux', isLinux),
  async () => {
    const { code, output, errors } = await run(script('hasSpareDescriptors', 32));
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const { statuses, faults, isSpare } = JSON.parse(output);
    expect(statuses).toEqual(['SUCCESS', 'ParserBusy', 'ParserBusy', 'ParserBusy', 'SUCCESS']);
    expect(faults).toHaveLength(1);
    expect(isSpare).toBe(true);
  },
);

test('survives a child that could not start at the limit itself', requires('Linux', isLinux), async () => {
  const { code, output } = await run(script('() => true', 0));
  expect(code).toBe(0);
  const { statuses } = JSON.parse(output);
  expect(statuses.at(-1)).toBe('SUCCESS');
  expect(statuses.slice(1, -1)).not.toContain('SUCCESS');
});

test('questions of one step of the event loop read the descriptors once, and the next step reads them anew', async () => {
  const hasSpare = vi.fn(() => true);
  const log = { info: vi.fn(), warn: vi.fn() };
  const mayOpen = watchDescriptors(log, hasSpare);
  expect([mayOpen(), mayOpen(), mayOpen()]).toEqual([true, true, true]);
  expect(hasSpare).toHaveBeenCalledTimes(1);
  await nextStep();
  hasSpare.mockReturnValue(false);
  expect([mayOpen(), mayOpen()]).toEqual([false, false]);
  expect(hasSpare).toHaveBeenCalledTimes(2);
  expect(log.warn).toHaveBeenCalledTimes(1);
});
