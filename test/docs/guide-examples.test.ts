/**
 * Runs the examples for curl and TypeScript in docs/guides unchanged on the real service. `npm run test:matrix` runs
 * other languages.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Example, examplesOf, isPrinted, readGuides } from '#tools/generate/docs/guides/examples.ts';
import {
  newReader,
  type Reader,
  runExample,
  runShell,
  tryReceiver,
  writeExample,
} from '#tools/generate/docs/guides/run.ts';
import { startApi } from '#test/support/api.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDES = [...readGuides()].map(([guide, markdown]) => ({
  guide,
  markdown,
  examples: examplesOf(guide, markdown),
}));
const of = (examples: readonly Example[], language: string) => examples.filter((one) => one.language === language);

const NEEDED = ['curl', 'jq', 'openssl', 'sha256sum'];
const missing = NEEDED.find((program) => spawnSync(program, ['--version']).error !== undefined);

const api = started(() => startApi());

async function asReader(act: (reader: Reader) => Promise<void>): Promise<void> {
  const tenant = await api.newTenant();
  const { token } = await api.newMember(tenant);
  const reader = newReader({ baseUrl: api.url, apiKey: tenant.key, accessToken: token });
  await act(reader).finally(() => reader.leave());
}

describe.each(GUIDES.filter(({ examples }) => of(examples, 'sh').length > 0))('$guide', ({ examples }) => {
  test('in the shell everything ends and prints as it is said', requires(missing ?? '', !missing), () =>
    asReader((reader) => runShell(of(examples, 'sh'), reader)),
  );
});

describe.each(GUIDES.filter(({ examples }) => of(examples, 'ts').length > 0))('$guide', ({ examples }) => {
  const needsShell = of(examples, 'ts').some(({ isAfterShell }) => isAfterShell);
  const needs = needsShell ? requires(missing ?? '', !missing) : {};
  test('in TypeScript everything ends and prints as it is said', needs, () =>
    asReader(async (reader) => {
      if (needsShell) await runShell(of(examples, 'sh'), reader);
      for (const example of of(examples, 'ts')) {
        const command = [process.execPath, '--disable-warning=ExperimentalWarning', writeExample(example, reader)];
        if (example.isReceiver) await tryReceiver(example, () => command, reader);
        else await runExample(example, command, reader);
      }
    }),
  );
});

test('in TypeScript everything has the types of the client', () =>
  asReader(async (reader) => {
    const files = GUIDES.flatMap(({ guide, examples }) =>
      of(examples, 'ts').map((example) => {
        const name = `${guide}-${example.line}.ts`;
        writeFileSync(join(reader.folder, name), `${example.code}\nexport {};\n`);
        return name;
      }),
    );
    const options = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        noEmit: true,
        typeRoots: [join(ROOT, 'node_modules/@types')],
        types: ['node'],
        paths: { '@fixpoint/client': [join(ROOT, 'clients/typescript/index.ts')] },
        // The settings of a reader are less strict than ours.
        noUnusedLocals: false,
        skipLibCheck: true,
      },
      files,
      include: [],
    };
    writeFileSync(join(reader.folder, 'tsconfig.json'), JSON.stringify(options));
    const { stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', reader.folder],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
  }));

/** Languages of examples that the test runs, their outputs, and examples only for readers. */
const KNOWN: ReadonlySet<string> = new Set(['sh', 'ts', 'python', 'go', 'php', 'json', 'text', 'http', 'console']);

test.each(GUIDES)('$guide has no other languages, and no call that is shown and not run', ({ markdown }) => {
  const blocks = [...markdown.matchAll(/^```(\S+)(?: \S+)?\n(.*?)^```$/gms)];
  expect(blocks.map(([, language = '']) => language).filter((language) => !KNOWN.has(language))).toEqual([]);
  const shown = blocks.filter(([, language]) => language === 'console').map(([, , code = '']) => code);
  expect(shown.filter((code) => code.includes('curl'))).toEqual([]);
});

test('an output matches what was printed, with anything in the place of dots', () => {
  expect(isPrinted('a … c', 'a b c\n')).toBe(true);
  expect(isPrinted('a (…)', 'a (b\nc)')).toBe(true);
  expect(isPrinted('a …', 'b')).toBe(false);
  expect(isPrinted('a', 'a b')).toBe(false);
});
