/** Tests that the isolation of parsers is measured and not assumed. */
import { expect, test } from 'vitest';
import { findIsolation } from './inspect.ts';
import { probeSandbox } from './sandbox.ts';
import { knownWalls, type Wall } from './walls.ts';

const wallOf = (...command: string[]): Wall => ({ mechanisms: ['wall'], command: () => command, filter: null });
const found = (...command: string[]) => findIsolation(probeSandbox([wallOf(...command)]));

const [bubblewrap, namespacesAndRoot, namespacesAlone] = knownWalls();

test.for([
  ['bubblewrap', bubblewrap, 'full'],
  ['namespaces and a root of its own', namespacesAndRoot, 'full'],
  ['namespaces alone', namespacesAlone, 'no-network'],
] as const)('behind %s a parser is found isolated', async ([, wall, expected], { skip }) => {
  const sandbox = probeSandbox([wall]);
  const isAllowed = wall.mechanisms.every((name) => sandbox.mechanisms.includes(name));
  if (!isAllowed) skip(`this host does not allow it: ${sandbox.missing.join()}`);
  const { isolation, reason } = await findIsolation(sandbox);
  expect(isolation).toBe(expected);
  if (expected === 'no-network') expect(reason).toMatch(/^it sees the files of the host/);
  else expect(reason).toBeNull();
});

test('a wall that runs and keeps nothing away is seen through', async () => {
  // The kernel counts the processes of a user separately for each user namespace, so those of other tests do not count
  // here.
  const wall = ['unshare', '--user'];
  expect(probeSandbox([wallOf(...wall)]).mechanisms).toContain('wall');
  expect(await found(...wall)).toMatchObject({
    isolation: 'network-access',
    reason: expect.stringMatching(/^it is in the network of whoever starts it; .*it sees the processes of the host; /),
  });
});

test.each([
  ['the wall is not there', ['no-such-program'], /network of whoever starts it; .*no-such-program ENOENT/],
  ['the wall fails, and says why', ['unshare', '--no-such-option'], /unrecognized option '--no-such-option'/],
  ['no parser starts behind it', ['prlimit', '--as=40000000'], /^it cannot be told: /],
  ['another program runs', ['echo'], /^it cannot be told: /],
])('there is no isolation when %s', async (_when, command, reason) => {
  expect(await found(...command)).toEqual({
    isolation: 'network-access',
    reason: expect.stringMatching(reason),
  });
});
