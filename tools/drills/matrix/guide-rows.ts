/** The examples of docs/guides, one row for each language that `npm test` does not run. */
import { join, resolve } from 'node:path';
import { findGo } from '#dev/parts/go.ts';
import { findOnPath } from '#dev/parts/programs.mjs';
import type { Row } from './rows.ts';
import type { Step } from './steps.ts';

const MAIN = resolve(import.meta.dirname, '../../generate/docs/guides/main.ts');
const VENV_PYTHON = join('venv/bin/python');

function examplesIn(language: string, program: string): readonly Step[] {
  return [{ name: `the examples in ${language}`, command: [process.execPath, MAIN, language, program] }];
}

async function onPath(name: string) {
  const program = findOnPath(name);
  return program === null ? { missing: `there is no ${name}` } : { program };
}

export const GUIDE_ROWS: readonly Row[] = [
  {
    name: 'guides-python',
    says: 'docs/guides, Python',
    manifests: ['requirements.txt'],
    find: () => onPath('python3'),
    install: (python) => [
      { name: 'venv', command: [python, '-m', 'venv', 'venv'] },
      {
        name: 'pip install',
        command: [VENV_PYTHON, '-m', 'pip', 'install', '--quiet', '--no-deps', '-r', 'requirements.txt'],
      },
    ],
    build: () => examplesIn('python', VENV_PYTHON),
  },
  {
    name: 'guides-go',
    says: 'docs/guides, Go',
    manifests: [],
    async find() {
      const found = await findGo(() => {});
      return 'missing' in found ? { missing: `there is no Go, ${found.missing}` } : found;
    },
    install: () => [],
    build: (go) => examplesIn('go', go),
  },
  {
    name: 'guides-php',
    says: 'docs/guides, PHP',
    manifests: [],
    find: () => onPath('php'),
    install: () => [],
    build: (php) => examplesIn('php', php),
  },
];
