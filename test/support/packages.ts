/**
 * The published packages in the state that users get: packed by npm and installed from the archive in another folder.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Installs into a folder with a manifest. Dependencies are copied from here, without a registry. */
export async function installPackage(name: 'cli' | 'typescript', folder: string): Promise<void> {
  const source = join(ROOT, 'clients', name);
  const archives = join(folder, 'archives');
  await mkdir(archives, { recursive: true });
  const [archive] = JSON.parse(await npm(source, 'pack', '--json', '--pack-destination', archives)) as [
    { filename: string },
  ];
  await copyPackages(await dependenciesOf(source), folder);
  const quiet = ['--ignore-scripts', '--offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await npm(folder, 'install', ...quiet, join(archives, archive.filename));
}

/** Copies packages with all their dependencies, which npm has put beside each other here. */
export async function copyPackages(names: readonly string[], folder: string): Promise<void> {
  const waiting = [...names];
  const known = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (known.has(name)) continue;
    known.add(name);
    await cp(join(MODULES, name), join(folder, 'node_modules', name), { recursive: true });
    waiting.push(...(await dependenciesOf(join(MODULES, name))));
  }
}

async function dependenciesOf(package_: string): Promise<string[]> {
  const { dependencies = {} }: Manifest = JSON.parse(await readFile(join(package_, 'package.json'), 'utf8'));
  return Object.keys(dependencies);
}

async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, PATH: [join(MODULES, '.bin'), process.env['PATH']].join(delimiter) };
  const { stdout } = await promisify(execFile)('npm', args, { cwd, env });
  return stdout;
}
