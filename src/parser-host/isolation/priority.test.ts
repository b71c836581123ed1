/**
 * Tests that parsers have a lower priority than processes that serve callers, also if the kernel compares whole
 * sessions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requires } from '#test/support/requires.ts';
import { startProcess } from './sandbox.ts';

const nicenessOf = (pid: number | 'self') => /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1];

test(
  'a parser gives way to other sessions, and its starter keeps its priority',
  requires('autogroups of Linux', existsSync('/proc/self/autogroup')),
  async () => {
    const before = nicenessOf('self');
    const parser = startProcess(['sleep', '60'], null);
    await expect.poll(() => nicenessOf(parser.pid ?? 0)).toBe('10');
    expect(nicenessOf('self')).toBe(before);
    parser.kill();
    await parser.gone;
  },
);
