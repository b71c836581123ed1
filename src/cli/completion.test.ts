/** What the shells complete: the scripts are run where there is such a shell. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, newDesk } from '#test/support/cli.ts';

let desk: Desk;
beforeAll(() => (desk = newDesk()));
afterAll(() => desk.remove());

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

describe('bash', () => {
  async function completed(...words: readonly string[]): Promise<string[]> {
    const { stdout } = await desk.run(['completion', 'bash']);
    desk.put('completion.bash', stdout);
    desk.put('in.pdf', '');
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `source ./completion.bash; COMP_WORDS=(fixpoint ${list}); COMP_CWORD=${words.length}; _fixpoint; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout: reply, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      cwd: desk.folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return reply.trim().split('\n');
  }

  it.each([
    ['a command', ['no'], ['normalize']],
    ['an option', ['normalize', '--fo'], ['--force']],
    ['the value of an option', ['normalize', '--signed-pdf-policy', 's'], ['strip']],
    ['the word that a command takes', ['completion', 'z'], ['zsh']],
    ['a file', ['hash', 'in'], ['in.pdf']],
    ['the file of an option', ['verify', '--jwks', 'in'], ['in.pdf']],
  ] as const)('completes %s', async (_, words, expected) => {
    expect(await completed(...words)).toEqual(expected);
  });
});

describe.each([
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('%s', (shell, check) => {
  it('is given every command and option', async () => {
    const { stdout } = await desk.run(['completion', shell]);
    for (const word of [
      'normalize',
      'inspect',
      'listen',
      'completion',
      'signed-pdf-policy',
      'reject strip preserve',
      'forward-to',
    ])
      expect(stdout).toContain(word);
    if (!isThere(shell))
      return console.info(`The completion of ${shell} is not read by it: there is no ${shell} here.`);
    desk.put(`completion.${shell}`, stdout);
    const { status, stderr } = spawnSync(shell, [...check, `completion.${shell}`], {
      cwd: desk.folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
