/** Whether parsers have a network is looked at, not believed. */
import { expect, test } from 'vitest';
import { findNetwork } from './network.ts';
import { probeSandbox } from './sandbox.ts';

const found = (name: string, command: readonly string[]) =>
  findNetwork(probeSandbox([{ name, command: () => command }]));

test('in the isolation of this host there is none', async ({ skip }) => {
  const sandbox = probeSandbox();
  if (!sandbox.mechanisms.includes('unshare')) skip(`this host does not allow it: ${sandbox.missing.join()}`);
  expect(await findNetwork(sandbox)).toEqual({ isolation: 'no-network', reason: null });
});

test('a wrapper that runs and cuts nothing off is seen through', async () => {
  expect(probeSandbox([{ name: 'unshare', command: () => ['env'] }]).mechanisms).toContain('unshare');
  expect(await found('unshare', ['env'])).toMatchObject({
    isolation: 'network-access',
    reason: expect.stringContaining('it is in the network of whoever starts it'),
  });
});

test('another network is none only when nothing of it is up', async () => {
  const says = (interfaces: string) => `echo '{"namespace":"net:[1]","interfaces":[${interfaces}]}'`;
  expect(await found('other', ['sh', '-c', says('')])).toMatchObject({ isolation: 'no-network' });
  expect(await found('other', ['sh', '-c', says('"lo","eth0"')])).toMatchObject({
    isolation: 'network-access',
    reason: expect.stringContaining('it has lo, eth0'),
  });
});

test.each([
  ['the wrapper is not there', ['no-such-program'], /network of whoever starts it; .*no-such-program ENOENT/],
  ['the wrapper fails, and says why', ['unshare', '--no-such-option'], /unrecognized option '--no-such-option'/],
  ['no parser starts behind it', ['prlimit', '--as=40000000'], /^it cannot be told: /],
  ['what is looked at is not told', ['echo'], /^it cannot be told: /],
  ['what is told is no network', ['sh', '-c', 'echo "{}"'], /^it cannot be told: /],
])('there is one when %s', async (_when, command, reason) => {
  expect(await found('wrapper', command)).toEqual({
    isolation: 'network-access',
    reason: expect.stringMatching(reason),
  });
});
