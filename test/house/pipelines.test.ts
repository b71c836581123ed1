/**
 * Runs the examples for pipelines in docs/command-line.md unchanged: the action, the hooks, the recipes of git and of a
 * container.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { helloPage } from '#test/support/builders/pdf.ts';
import { CLI } from '#test/support/cli.ts';
import { ownFolder } from '#test/support/folder.ts';
import { recipeOf } from './recipe.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const FORGED = readFileSync(join(ROOT, 'fixtures/pdf/isa-1-full-update.pdf'));
const PAGE = read('docs/command-line.md');

let repository: string;
beforeEach(() => {
  repository = ownFolder(onTestFinished);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.email', 'ada@example.com');
  git('config', 'user.name', 'Ada');
});

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8', env: environment() });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

function commit(files: Readonly<Record<string, Uint8Array | string>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(repository, name, '..'), { recursive: true });
    writeFileSync(join(repository, name), content);
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Documents');
  return git('rev-parse', 'HEAD').trim();
}

/** The environment with `fixpoint` as an installed package. */
function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const programs = join(repository, '.git/programs');
  if (!existsSync(programs) && existsSync(join(repository, '.git'))) {
    mkdirSync(programs);
    writeFileSync(join(programs, 'fixpoint'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
    chmodSync(join(programs, 'fixpoint'), 0o755);
  }
  const { NODE_COMPILE_CACHE } = process.env;
  return {
    PATH: `${programs}${delimiter}${process.env['PATH']}`,
    HOME: repository,
    GIT_CONFIG_NOSYSTEM: '1',
    NODE_COMPILE_CACHE,
    ...more,
  };
}

describe('the GitHub Action', () => {
  const Action = z.object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
    outputs: z.record(z.string(), z.object({ value: z.string() })),
    runs: z.object({
      using: z.literal('composite'),
      steps: z.array(
        z.strictObject({
          id: z.string(),
          shell: z.literal('bash'),
          env: z.record(z.string(), z.string()),
          run: z.string(),
        }),
      ),
    }),
  });
  const action = Action.parse(parse(read('action.yml')));

  /** A runner of composite steps, with expressions in `env` and files for the outputs of a step. */
  function runAction(given: Readonly<Record<string, string>>) {
    const [output, summary] = ['output', 'summary'].map((name) => join(repository, '.git', name));
    const inputs = Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
    );
    const valueOf = (expression: string): string => {
      if (expression === 'github.action_path') return ROOT;
      if (expression.startsWith('inputs.'))
        return evaluated(inputs[expression.slice('inputs.'.length)] ?? expect.fail(expression));
      return '';
    };
    const evaluated = (text: string): string =>
      text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => valueOf(expression));
    const results = action.runs.steps.map(({ env, run }) => {
      const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, evaluated(value)]));
      const files = { GITHUB_OUTPUT: output ?? '', GITHUB_STEP_SUMMARY: summary ?? '' };
      return spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
        cwd: repository,
        encoding: 'utf8',
        env: environment({ ...variables, ...files }),
      });
    });
    const { status, stdout, stderr } = results[0] ?? expect.fail('The action has no step.');
    const textOf = (path = '') => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const outputs = Object.fromEntries(
      textOf(output)
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
    return { status, stdout, stderr, outputs, summary: textOf(summary) };
  }

  test('fails on signs of tampering, and reports them in the log, in the summary and as SARIF', () => {
    commit({ 'contracts/forged.pdf': FORGED, 'contracts/a b.pdf': helloPage('Plain'), 'readme.md': 'text' });
    const { status, stdout, outputs, summary } = runAction({});
    expect(status).toBe(9);
    expect(stdout).toMatch(
      /^SUCCESS {2}contracts\/forged\.pdf {2}CHANGED AFTER SIGNING: .* {2}\(risk critical, 1 finding\)/m,
    );
    expect(stdout).toContain('\nSUCCESS  contracts/a b.pdf\n');
    expect(summary).toMatch(/^### PDFs\n\n {4}SUCCESS/);
    expect(outputs).toEqual({ sarif: 'fixpoint.sarif', 'exit-code': '9' });
    const { runs } = JSON.parse(readFileSync(join(repository, 'fixpoint.sarif'), 'utf8'));
    expect(runs[0].results).toMatchObject([
      { ruleId: 'changed_after_signing', level: 'error' },
      { ruleId: 'INCREMENTAL_UPDATE_INJECTION', level: 'error' },
    ]);
  });

  test('passes where there is nothing to report, and stores the files that it is asked for', () => {
    commit({ 'in.pdf': helloPage('Plain') });
    const { status, outputs } = runAction({ output: 'canonical', sarif: 'out.sarif' });
    expect({ status, outputs }).toEqual({ status: 0, outputs: { sarif: 'out.sarif', 'exit-code': '0' } });
    expect(readdirSync(join(repository, 'canonical')).toSorted()).toEqual(['in.json', 'in.pdf']);
    expect(runAction({ check: 'true' }).status).toBe(1);
  });

  test('compares what was changed with the base', () => {
    const base = commit({ 'in.pdf': helloPage('Pay 1,000'), 'same.pdf': helloPage('The same') });
    commit({ 'in.pdf': helloPage('Pay 1,000,000'), 'new.pdf': helloPage('New') });
    const { status, stdout, summary } = runAction({ base });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^in\.pdf: \d changes?, major$/m);
    expect(stdout).not.toMatch(/^(same|new)\.pdf: /m);
    expect(summary).toMatch(/### Compared with the base\n\n {4}in\.pdf\n {4}\d changes?, major\n/);
  });

  test('says that the base is not there, and that there is no PDF', () => {
    commit({ 'in.pdf': helloPage('Plain') });
    expect(runAction({ base: 'f'.repeat(40) })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('fetch-depth: 0'),
    });
    expect(runAction({ files: '*.PDF\nnone/*.pdf' })).toMatchObject({ status: 0, outputs: { 'exit-code': '0' } });
  });

  test('no file name ends the block of the summary in which it is shown', () => {
    const name = 'a\r\r# Approved\r\r<b>b.pdf';
    const base = commit({ [name]: helloPage('Plain') });
    commit({ [name]: helloPage('Changed') });
    const { summary } = runAction({ base });
    expect(summary).toContain('# Approved');
    expect(summary).not.toContain('\r');
    for (const line of summary.split('\n').filter((text) => !/^(### .*)?$/.test(text))) expect(line).toMatch(/^ {4}/);
  });

  describe('refuses symbolic links that lead out of the repository', () => {
    const outside = ownFolder(afterAll);
    const LEADS_OUT = 'is a symbolic link that leads out of the repository';

    function commitLink(path: string, target: string): void {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      symlinkSync(target, join(repository, path));
      commit({ 'in.pdf': helloPage('Plain') });
    }

    test.each([
      ['a document', 'secret.pdf', () => join(outside, 'secret.pdf'), {}],
      ['a document that is not there', 'none.pdf', () => join(outside, 'none.pdf'), {}],
      ['a file of Git', 'config.pdf', () => '.git/config', {}],
      ['the file for what was found', 'fixpoint.sarif', () => join(outside, 'found.sarif'), {}],
      ['the folder for outputs', 'out', () => outside, { output: 'out' }],
      ['a folder in the folder for outputs', 'out/in.pdf', () => join(outside, 'in.pdf'), { output: 'out' }],
    ])('%s', (_, path, target, inputs) => {
      writeFileSync(join(outside, 'secret.pdf'), helloPage('Secret'));
      commitLink(path, target());
      const { status, stdout, outputs, summary } = runAction(inputs);
      expect({ status, outputs }).toEqual({ status: 2, outputs: { 'exit-code': '2' } });
      expect(stdout).toContain(`${path} ${LEADS_OUT}`);
      expect(summary).toContain(`    ${path} ${LEADS_OUT}`);
      expect(stdout).not.toContain('SUCCESS');
      expect(readdirSync(outside)).toEqual(['secret.pdf']);
    });

    test('and takes those that stay in it', () => {
      commitLink('folder/link.pdf', '../in.pdf');
      expect(runAction({})).toMatchObject({ status: 0, stdout: expect.stringContaining('SUCCESS  folder/link.pdf') });
      expect(runAction({ output: join(outside, 'canonical'), check: '' }).status).toBe(0);
      rmSync(join(outside, 'canonical'), { recursive: true });
    });
  });

  test('no word of a document or of an input becomes a command', () => {
    commit({ '::set-env name=A::b.pdf': helloPage('Plain') });
    const { stdout } = runAction({ files: '*.pdf\n$(touch stolen); `touch stolen`' });
    const [first = '', ...lines] = stdout.trim().split('\n');
    const token = first.replace('::stop-commands::', '');
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(lines.at(-1)).toBe(`::${token}::`);
    expect(readdirSync(repository)).not.toContain('stolen');
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
  });

  test('is documented with all its inputs', () => {
    const told = /^Inputs: (.*)\. Elsewhere/m.exec(PAGE)?.[1] ?? '';
    expect([...told.matchAll(/`([a-z-]+)`(?: \(`([a-z]+)`\))?/g)].map(([, name]) => name)).toEqual(
      Object.keys(action.inputs),
    );
    for (const [, name, value] of told.matchAll(/`([a-z-]+)` \(`([a-z]+)`\)/g))
      expect(action.inputs[name ?? '']?.default).toBe(value);
  });
});

describe('the hooks of pre-commit', () => {
  const hooks = z
    .array(
      z.object({
        id: z.string(),
        entry: z.string(),
        language: z.literal('script'),
        types: z.tuple([z.literal('pdf')]),
        require_serial: z.literal(true),
      }),
    )
    .parse(parse(read('.pre-commit-hooks.yaml')));

  /** Runs a script as pre-commit does: the first word is a file in the repository of the hook. */
  function runHook(id: string, ...files: readonly string[]) {
    const { entry } = hooks.find((hook) => hook.id === id) ?? expect.fail(id);
    const [script = '', ...args] = entry.split(' ');
    const { status, stdout, stderr } = spawnSync(join(ROOT, script), [...args, ...files], {
      cwd: repository,
      encoding: 'utf8',
      env: environment(),
    });
    return { status, told: stdout + stderr };
  }

  test('fail on signs of tampering', () => {
    commit({ 'forged.pdf': FORGED, 'plain.pdf': helloPage('Plain') });
    expect(runHook('fixpoint-findings', 'plain.pdf')).toMatchObject({ status: 0 });
    expect(runHook('fixpoint-findings', 'plain.pdf', 'forged.pdf')).toMatchObject({
      status: 9,
      told: expect.stringContaining('✖ Changed after signing'),
    });
  });

  test('compare with the canonical form, and write nothing', () => {
    commit({ '-in.pdf': helloPage('Plain') });
    expect(runHook('fixpoint-check', '-in.pdf')).toEqual({ status: 1, told: 'SUCCESS  -in.pdf  NOT CANONICAL\n' });
    const { status } = spawnSync('fixpoint', ['normalize', '-o', 'canonical.pdf', '--', '-in.pdf'], {
      cwd: repository,
      env: environment(),
    });
    expect(status).toBe(0);
    expect(runHook('fixpoint-check', 'canonical.pdf')).toEqual({ status: 0, told: 'SUCCESS  canonical.pdf\n' });
    expect(git('status', '--porcelain')).toBe('?? canonical.pdf\n');
  });

  test('are those that the page names', () => {
    for (const { id } of hooks) expect(PAGE).toContain(`\`${id}\``);
  });
});

test('git shows of a PDF what inspect says of it', () => {
  commit({ 'in.pdf': helloPage('Before'), 'broken.pdf': '%PDF-1.7\nbroken' });
  const { status } = spawnSync('sh', ['-eu', '-c', recipeOf(PAGE, 'docs/command-line.md', 'sh textconv')], {
    cwd: repository,
    env: environment(),
  });
  expect(status).toBe(0);
  writeFileSync(join(repository, 'in.pdf'), FORGED);
  writeFileSync(join(repository, 'broken.pdf'), '%PDF-1.7\nbroken otherwise');
  const shown = git('diff', '--', '*.pdf');
  expect(shown).toContain('\n-✔ Normalized\n');
  expect(shown).toContain('\n+✖ Changed after signing\n');
  expect(shown).not.toContain('Binary files');
});

test('the image of the command line has all that it needs, and its recipe names what it has', () => {
  const stage = /^FROM node:(\S+) AS cli\n([^]*?)^FROM /m.exec(read('Dockerfile'))?.[2] ?? '';
  const image = ownFolder(onTestFinished);
  // The clone has only these files, and the packages come from this folder.
  const copied = [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  for (const name of copied)
    cpSync(join(ROOT, name), join(image, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const entry = z.array(z.string()).parse(JSON.parse(/^ENTRYPOINT (\[.+\])$/m.exec(stage)?.[1] ?? '[]'));
  const recipe = recipeOf(PAGE, 'docs/command-line.md', 'sh container');
  const [, tag, args] =
    /docker build --target cli --tag (\S+) \.\ndocker run .*? (?:\1) (.+) < in\.pdf > out\.pdf/.exec(recipe) ?? [];
  expect(tag).toBe('fixpoint-cli');
  const [program, script = ''] = entry.map((word) => word.replace('/app', image));
  expect(program).toBe('node');
  const input = helloPage('Contained');
  const ended = spawnSync(process.execPath, [script, ...(args ?? '').split(' ')], {
    cwd: '/',
    input,
    env: { PATH: process.env['PATH'] },
  });
  expect(ended.stderr.toString()).toContain('SUCCESS  -');
  writeFileSync(join(repository, 'in.pdf'), input);
  const direct = spawnSync('fixpoint', ['normalize', 'in.pdf', '-o', '-'], { cwd: repository, env: environment() });
  expect(ended.stdout.equals(direct.stdout)).toBe(true);
  expect(ended.stdout.length).toBeGreaterThan(0);
});
