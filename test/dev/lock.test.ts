/** Tests the lock of a folder with real processes that start and are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { lock } from '#dev/lock.ts';
import { ownFolder } from '#test/support/folder.ts';

const LOCK = resolve(import.meta.dirname, '../../dev/lock.ts');
const SCRIPT = `
  import { lock } from ${JSON.stringify(LOCK)};
  process.stdin.on('data', (folder) => console.log(lock(String(folder).trim()) ? 'held' : 'refused'));
  console.log('there');
`;

let dir: string;
const starters: ChildProcess[] = [];
beforeEach(() => (dir = ownFolder(onTestFinished)));
afterEach(() => Promise.all(starters.splice(0).map(kill)));

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A process that takes the lock of a folder on request and continues to run. */
async function starter() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  starters.push(child);
  const said = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  await said.next();
  const asks = async (folder = dir) => {
    child.stdin.write(`${folder}\n`);
    return String((await said.next()).value).trim();
  };
  return { child, asks };
}

const many = (count: number) => Promise.all(Array.from({ length: count }, starter));

test('of many that start at the same time one gets it', async () => {
  const answers = await Promise.all((await many(6)).map(({ asks }) => asks()));
  expect(answers.toSorted()).toEqual(['held', 'refused', 'refused', 'refused', 'refused', 'refused']);
});

test('one that was killed keeps nothing from them, and one of them gets it', async () => {
  const first = await starter();
  expect(await first.asks()).toBe('held');
  const others = await many(6);
  await kill(first.child);
  const answers = await Promise.all(others.map(({ asks }) => asks()));
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
});

test('of many that ask at the same time, again and again, one gets it', async () => {
  const askers = await many(6);
  for (let round = 0; round < 200; round += 1) {
    const folder = mkdtempSync(join(dir, 'round-'));
    const answers = await Promise.all(askers.map(({ asks }) => asks(folder)));
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
  }
});

test('a lock that was given back is free again', () => {
  const release = lock(dir);
  expect(release).not.toBeNull();
  expect(lock(dir)).toBeNull();
  release?.();
  const next = lock(dir);
  expect(next).not.toBeNull();
  next?.();
});
