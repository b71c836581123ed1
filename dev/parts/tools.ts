/**
 * Where the programs of MinIO, Temporal, stripe-mock, local-kms and Versity's gateway come from: PATH, then the cache, then an official
 * download where one exists, then a build from the Go module pinned in temporal/tools (every dependency is verified by its go.sum).
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { makeDirectory } from '#dev/files.ts';
import { z } from 'zod';
import { archivesSchema, fetchArchive } from './download.ts';
import { findGo } from './go.ts';
import { cacheDir, findOnPath, isExecutable, type Report } from './programs.ts';
import { DevFailure } from '#dev/failure.ts';
import { messageOf } from '#src/system-error.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What upstream builds of Temporal's command line, with the server in it. */
const TEMPORAL = resolve(import.meta.dirname, 'temporal.json');
const releaseSchema = z.object({ version: z.string(), archives: archivesSchema });
export type TemporalRelease = z.infer<typeof releaseSchema>;

export type ToolName = 'minio' | 'temporal' | 'stripe-mock' | 'versitygw' | 'local-kms';

interface Tool {
  /** Folder of its go.mod, which holds the version. */
  readonly moduleDir: string;
  readonly modulePath: string;
  readonly package: string;
  /** What to set instead, when the program cannot be had; null where a test is left out instead. */
  readonly instead: string | null;
}

const TOOLS: Record<ToolName, Tool> = {
  minio: {
    moduleDir: resolve(ROOT, 'temporal/tools/minio'),
    modulePath: 'github.com/minio/minio',
    package: 'github.com/minio/minio',
    instead: 'S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to any S3 store',
  },
  temporal: {
    moduleDir: resolve(ROOT, 'temporal/tools/server'),
    modulePath: 'github.com/temporalio/cli',
    package: 'github.com/temporalio/cli/cmd/temporal',
    instead: 'TEMPORAL_ADDRESS to a running Temporal server',
  },
  versitygw: {
    moduleDir: resolve(ROOT, 'temporal/tools/versitygw'),
    modulePath: 'github.com/versity/versitygw',
    package: 'github.com/versity/versitygw/cmd/versitygw',
    instead: null,
  },
  'stripe-mock': {
    moduleDir: resolve(ROOT, 'temporal/tools/stripe-mock'),
    modulePath: 'github.com/stripe/stripe-mock',
    package: 'github.com/stripe/stripe-mock',
    instead: null,
  },
  'local-kms': {
    moduleDir: resolve(ROOT, 'temporal/tools/local-kms'),
    modulePath: 'github.com/nsmithuk/local-kms',
    package: 'github.com/nsmithuk/local-kms',
    instead: null,
  },
};

/** The path of a program that runs. */
export async function resolveTool(name: ToolName, report: Report, signal?: AbortSignal): Promise<string> {
  const onPath = findOnPath(name);
  if (onPath && (await runs(onPath))) return onPath;

  const version = pinnedVersion(name);
  const directory = join(cacheDir(), `${name}-${version}`);
  const cached = join(directory, name);
  if (isExecutable(cached)) return cached;

  makeDirectory(directory);
  // Same file system as the target: the rename at the end is atomic, and two runs at once do no harm.
  const workDir = mkdtempSync(join(directory, 'tmp-'));
  try {
    const made = (await downloaded(name, workDir, report, signal)) ?? (await build(name, workDir, report, signal));
    renameSync(made, cached);
    return cached;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function runs(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** The module file is the one place that says the version. */
export function pinnedVersion(name: ToolName): string {
  const { moduleDir, modulePath } = TOOLS[name];
  const lines = readFileSync(join(moduleDir, 'go.mod'), 'utf8').split('\n');
  const words = lines.map((line) => line.trim().split(/\s+/)).find((parts) => parts[0] === modulePath);
  if (!words?.[1]) throw new DevFailure(`${moduleDir}/go.mod does not name ${modulePath}.`);
  return words[1];
}

/** MinIO publishes no binaries any more. FIXPOINT_DOWNLOAD=0 leaves the network alone. */
async function downloaded(
  name: ToolName,
  workDir: string,
  report: Report,
  signal?: AbortSignal,
): Promise<string | null> {
  if (name !== 'temporal' || process.env['FIXPOINT_DOWNLOAD'] === '0') return null;
  const program = await downloadTemporal(temporalRelease(), workDir, report, signal);
  return program && (await runs(program)) ? program : null;
}

export function temporalRelease(): TemporalRelease {
  return releaseSchema.parse(JSON.parse(readFileSync(TEMPORAL, 'utf8')));
}

/** Null when its archive cannot be had as it is pinned: then the program is built instead. */
export async function downloadTemporal(
  { version, archives }: TemporalRelease,
  workDir: string,
  report: Report,
  signal?: AbortSignal,
): Promise<string | null> {
  const nameOf = (platform: string) =>
    `${version}/temporal_cli_${version.slice(1)}_${platform.replace('-', '_')}.tar.gz`;
  try {
    report('downloading');
    await fetchArchive(archives, nameOf, workDir, report, signal);
    return join(workDir, 'temporal');
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

async function build(name: ToolName, workDir: string, report: Report, signal?: AbortSignal): Promise<string> {
  const tool = TOOLS[name];
  const go = await findGo(report, signal);
  if ('missing' in go) throw new DevFailure(missing(name, `there is no Go to build it with, ${go.missing}`));
  const output = join(workDir, name);
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off', CGO_ENABLED: '0' };
  const child = spawn(go.program, ['build', '-v', '-trimpath', '-ldflags=-s -w', '-o', output, tool.package], {
    cwd: tool.moduleDir,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  const said: string[] = [];
  let modules = 0;
  let packages = 0;
  report('building with Go (minutes, once)');
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    if (line.startsWith('go: downloading ')) modules++;
    else packages++;
    report(packages === 0 ? `building: ${modules} modules fetched` : `building: ${packages} packages compiled`);
  });
  const code = await new Promise<number | null>((settle, reject) => {
    child.once('error', reject);
    child.once('close', settle);
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new DevFailure(missing(name, messageOf(error)));
  });
  if (code !== 0) throw new DevFailure(`${missing(name, 'go build failed')}\n${said.slice(-20).join('\n')}`);
  return output;
}

function missing(name: ToolName, reason: string): string {
  const { instead } = TOOLS[name];
  return [
    `${name} cannot be had: ${reason}.`,
    'Do one of these and start again:',
    '  install Go 1.26 or newer (https://go.dev/dl): it is then built once, by itself',
    `  put ${name} on PATH`,
    ...(instead === null ? [] : [`  set ${instead}`]),
  ].join('\n');
}
