/** The generators and linters with their installation, their work on the document and its test. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findGo } from '#dev/parts/go.ts';
import { findOnPath } from '#dev/parts/programs.mjs';
import type { Step } from './steps.ts';

export interface Row {
  /** The name of its folder here, unless that differs. */
  readonly name: string;
  readonly folder?: string;
  readonly says: string;
  /** These files list the installed packages. */
  readonly manifests: readonly string[];
  /** The required program, or the reason for its absence. */
  find(): Promise<{ readonly program: string } | { readonly missing: string }>;
  install(program: string): readonly Step[];
  /**
   * Generates, compiles and checks.
   * @param document the path of the document
   */
  build(program: string, document: string): readonly Step[];
  /**
   * The program that calls the service. The path of the PDF is added as its last argument. Absent for a row without
   * calls.
   */
  readonly call?: (program: string) => Step['command'];
  /** The generated code and the extension of its files. */
  readonly generated?: readonly [folder: string, ending: string];
}

const NODE = { find: async () => ({ program: process.execPath }) };
const NPM_CI: Step = { name: 'npm ci', command: ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'] };
const node = (name: string, program: string, script: string, ...args: string[]): Step => ({
  name,
  command: [program, join('node_modules', script), ...args],
});
const venv = (name: string): string => join('venv/bin', name);

const HERE = import.meta.dirname;
const CLIENTS = resolve(HERE, '../../../clients');
const HELLO = resolve(HERE, '../../../fixtures/pdf/hello.pdf');
const PYTHON_CLIENT = join(CLIENTS, 'python');
const { version } = JSON.parse(readFileSync(resolve(HERE, '../../../package.json'), 'utf8'));
const PYTHON_WHEEL = join('dist', `fixpoint_client-${version}-py3-none-any.whl`);

const onPath = (name: string) => async () => {
  const program = findOnPath(name);
  return program === null ? { missing: `there is no ${name}` } : { program };
};
const findPython = onPath('python3');

const installVenv = (python: string): readonly Step[] => [
  { name: 'venv', command: [python, '-m', 'venv', 'venv'] },
  {
    name: 'pip install',
    command: [venv('python'), '-m', 'pip', 'install', '--quiet', '--no-deps', '-r', 'requirements.txt'],
  },
];

async function findAnyGo() {
  const found = await findGo(() => {});
  return 'missing' in found ? { missing: `there is no Go, ${found.missing}` } : found;
}

const installModules = (go: string): readonly Step[] => [
  { name: 'go mod download', command: [go, 'mod', 'download'] },
  { name: 'mkdir', command: ['mkdir', '-p', 'fixpoint'] },
];

const GUIDES = resolve(HERE, '../../generate/docs/guides/main.ts');
const examplesIn = (language: string, program: string): readonly Step[] => [
  { name: `the examples in ${language}`, command: [process.execPath, GUIDES, language, program] },
];

export const ROWS: readonly Row[] = [
  {
    name: 'python',
    says: 'openapi-python-client',
    manifests: ['requirements.txt'],
    find: findPython,
    install: installVenv,
    build: (_python, document) => [
      {
        name: 'generate',
        command: [
          venv('openapi-python-client'),
          'generate',
          '--fail-on-warning',
          `--path=${document}`,
          '--config=config.yml',
          '--meta=none',
          '--output-path=fixpoint_client',
          '--overwrite',
        ],
      },
      { name: 'mypy --strict', command: [venv('mypy'), '--strict', '--follow-imports=silent', 'program.py'] },
      { name: 'mypy', command: [venv('mypy'), 'fixpoint_client'] },
    ],
    call: () => [venv('python'), 'program.py'],
    generated: ['fixpoint_client', '.py'],
  },
  {
    name: 'python-client',
    says: 'clients/python',
    manifests: ['requirements.txt'],
    find: findPython,
    install: installVenv,
    build: () => [
      { name: 'build', command: [venv('python'), '-m', 'build', '--no-isolation', '--outdir', 'dist', PYTHON_CLIENT] },
      {
        name: 'install the wheel',
        command: [venv('python'), '-m', 'pip', 'install', '--quiet', '--no-deps', '--force-reinstall', PYTHON_WHEEL],
      },
      {
        name: 'mypy --strict',
        command: [venv('mypy'), '--strict', '--python-version', '3.10', '--cache-dir', '.', join(PYTHON_CLIENT, 'src')],
      },
      {
        name: 'mypy --strict of programs with it',
        command: [process.execPath, join(HERE, 'check-readme.ts'), venv('mypy'), join(CLIENTS, 'conformance/run.py')],
      },
    ],
    call: () => [process.execPath, join(HERE, 'conform.ts'), venv('python')],
  },
  {
    name: 'go',
    says: 'oapi-codegen',
    folder: join(CLIENTS, 'go-example'),
    manifests: ['go.mod', 'go.sum'],
    find: findAnyGo,
    install: installModules,
    build: (go, document) => [
      { name: 'the program', command: ['cp', join(HERE, 'go/main.go'), '.'] },
      { name: 'generate', command: [go, 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', document] },
      { name: 'go vet', command: [go, 'vet', './...'] },
      { name: 'go build', command: [go, 'build', '-o', 'program', '.'] },
    ],
    call: () => ['./program'],
    generated: ['fixpoint', '.go'],
  },
  {
    name: 'go-example',
    says: 'clients/go-example',
    folder: join(CLIENTS, 'go-example'),
    manifests: ['go.mod', 'go.sum'],
    find: findAnyGo,
    install: installModules,
    build: (go, document) => [
      { name: 'the document', command: ['cp', document, 'openapi.json'] },
      { name: 'go generate', command: [go, 'generate'] },
      { name: 'go vet', command: [go, 'vet', './...'] },
      { name: 'go test', command: [go, 'test', './...'] },
      { name: 'go build', command: [go, 'build', '-o', 'program', '.'] },
      { name: 'its webhooks', command: [process.execPath, join(HERE, 'receive.ts'), './program', 'webhooks'] },
    ],
    // Its document must have no signature, because the program does not request the removal of signatures.
    call: () => ['sh', '-c', `./program '${HELLO}'`],
  },
  {
    name: 'openapi-fetch',
    says: 'openapi-typescript',
    manifests: ['package-lock.json'],
    ...NODE,
    install: () => [NPM_CI],
    build: (program, document) => [
      node('generate', program, 'openapi-typescript/bin/cli.js', document, '-o', 'client/schema.d.ts'),
      node('tsc', program, 'typescript/bin/tsc'),
    ],
    call: (program) => [program, 'dist/program.js'],
    generated: ['client', '.ts'],
  },
  {
    name: 'hey-api',
    says: '@hey-api/openapi-ts',
    manifests: ['package-lock.json'],
    ...NODE,
    install: () => [NPM_CI],
    build: (program, document) => [
      node('generate', program, '@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', 'client'),
      node('tsc', program, 'typescript/bin/tsc'),
    ],
    call: (program) => [program, 'dist/program.js'],
    generated: ['client', '.ts'],
  },
  {
    name: 'guides-python',
    says: 'docs/guides, Python',
    manifests: ['requirements.txt'],
    find: findPython,
    install: installVenv,
    build: () => examplesIn('python', venv('python')),
  },
  {
    name: 'guides-go',
    says: 'docs/guides, Go',
    manifests: [],
    find: findAnyGo,
    install: () => [],
    build: (go) => examplesIn('go', go),
  },
  {
    name: 'guides-php',
    says: 'docs/guides, PHP',
    manifests: [],
    find: onPath('php'),
    install: () => [],
    build: (php) => examplesIn('php', php),
  },
  {
    name: 'lint',
    says: 'redocly, spectral',
    manifests: ['package-lock.json'],
    ...NODE,
    install: () => [NPM_CI],
    build: (program, document) => [
      node('redocly', program, '@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml', document),
      node(
        'spectral',
        program,
        '@stoplight/spectral-cli/dist/index.js',
        'lint',
        '-F',
        'warn',
        '-r',
        'spectral.yaml',
        document,
      ),
    ],
  },
];
