/**
 * The programs that are no npm packages. Each comes from the first available source: the PATH, the cache, a pinned
 * download (`pinned.json`), or a build of the Go module that is pinned in `temporal/tools`, whose `go.sum` verifies
 * every dependency.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { DevFailure } from '#dev/failure.ts';
import { messageOf } from '#src/system-error.ts';
import { findGo } from './go.ts';
import { cacheDir, cachedProgram, fetchProgram, findOnPath, isExecutable, newWorkDir, publish } from './programs.mjs';
import type { Report } from './programs.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
export type ToolName = 'minio' | 'seaweedfs' | 'temporal' | 'stripe-mock' | 'versitygw' | 'local-kms';

interface Tool {
  /** The name on the PATH, if it differs. */
  readonly executable?: string;
  /** A key of `pinned.json`. */
  readonly download?: string;
  /** The Go module for a build. `moduleDir` is the folder of the go.mod with the version. */
  readonly module?: { readonly moduleDir: string; readonly modulePath: string; readonly package: string };
  /** The setting for an external server; absent if tests are skipped instead. */
  readonly instead?: string;
}

const TOOLS: Record<ToolName, Tool> = {
  minio: {
    module: {
      moduleDir: resolve(ROOT, 'temporal/tools/minio'),
      modulePath: 'github.com/minio/minio',
      package: 'github.com/minio/minio',
    },
    instead: 'S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to any S3 store',
  },
  seaweedfs: {
    executable: 'weed',
    download: 'seaweedfs',
    instead: 'S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to any S3 store, or STORE=minio to build MinIO',
  },
  temporal: {
    download: 'temporal',
    module: {
      moduleDir: resolve(ROOT, 'temporal/tools/server'),
      modulePath: 'github.com/temporalio/cli',
      package: 'github.com/temporalio/cli/cmd/temporal',
    },
    instead: 'TEMPORAL_ADDRESS to a running Temporal server',
  },
  versitygw: {
    module: {
      moduleDir: resolve(ROOT, 'temporal/tools/versitygw'),
      modulePath: 'github.com/versity/versitygw',
      package: 'github.com/versity/versitygw/cmd/versitygw',
    },
  },
  'stripe-mock': {
    module: {
      moduleDir: resolve(ROOT, 'temporal/tools/stripe-mock'),
      modulePath: 'github.com/stripe/stripe-mock',
      package: 'github.com/stripe/stripe-mock',
    },
  },
  'local-kms': {
    module: {
      moduleDir: resolve(ROOT, 'temporal/tools/local-kms'),
      modulePath: 'github.com/nsmithuk/local-kms',
      package: 'github.com/nsmithuk/local-kms',
    },
  },
};

/**
 * Finds a program on the PATH or in the cache, without downloading or building it.
 * @returns its path, or null
 */
export async function toolAtHand(name: ToolName): Promise<string | null> {
  const { executable = name, download, module } = TOOLS[name];
  const onPath = findOnPath(executable);
  if (onPath && (await runs(onPath))) return onPath;
  const downloaded = download === undefined ? null : cachedProgram(download);
  if (downloaded !== null) return downloaded;
  const built = module && join(builtFolder(name), name);
  return built && isExecutable(built) ? built : null;
}

/** The path of a program that runs. */
export async function resolveTool(name: ToolName, report: Report, signal?: AbortSignal): Promise<string> {
  const { download, module } = TOOLS[name];
  const atHand = await toolAtHand(name);
  if (atHand !== null) return atHand;
  const reasons: string[] = [];
  if (download !== undefined) {
    try {
      return await fetchProgram(download, report, signal);
    } catch (error) {
      signal?.throwIfAborted();
      reasons.push(messageOf(error));
    }
  }
  if (module !== undefined) {
    const go = await findGo(report, signal);
    if ('program' in go) return build(name, go.program, report, signal);
    reasons.push(`there is no Go to build it with, ${go.missing}`);
  }
  throw new DevFailure(missing(name, reasons.join('; ')));
}

async function runs(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, [program.endsWith('weed') ? 'version' : '--version'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

function builtFolder(name: ToolName): string {
  return join(cacheDir(), `${name}-${pinnedVersion(name)}`);
}

/** The version in the go.mod, which is its only source. */
export function pinnedVersion(name: ToolName): string {
  const { moduleDir, modulePath } = moduleOf(name);
  const lines = readFileSync(join(moduleDir, 'go.mod'), 'utf8').split('\n');
  const words = lines.map((line) => line.trim().split(/\s+/)).find((parts) => parts[0] === modulePath);
  if (!words?.[1]) throw new DevFailure(`${moduleDir}/go.mod does not name ${modulePath}.`);
  return words[1];
}

function moduleOf(name: ToolName) {
  const { module } = TOOLS[name];
  if (module === undefined) throw new DevFailure(`${name} is not built from a Go module.`);
  return module;
}

/** Two parallel runs may both build in their own folders. The first completed build is published. */
async function build(name: ToolName, go: string, report: Report, signal?: AbortSignal): Promise<string> {
  const workDir = newWorkDir(name);
  try {
    const folder = join(workDir, 'built');
    mkdirSync(folder);
    await runGo(name, go, join(folder, name), report, signal);
    publish(folder, builtFolder(name), name);
    return join(builtFolder(name), name);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function runGo(name: ToolName, go: string, output: string, report: Report, signal?: AbortSignal): Promise<void> {
  const { moduleDir, package: goPackage } = moduleOf(name);
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off', CGO_ENABLED: '0' };
  // A build takes minutes, so it gets a lower priority than running programs.
  const nice = findOnPath('nice');
  const [program = go, ...first] = nice === null ? [go] : [nice, '-n', '15', go];
  const child = spawn(program, [...first, 'build', '-v', '-trimpath', '-ldflags=-s -w', '-o', output, goPackage], {
    cwd: moduleDir,
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
}

function missing(name: ToolName, reason: string): string {
  const { executable = name, module, instead } = TOOLS[name];
  return [
    `${name} is not available: ${reason}.`,
    'Do one of these and start again:',
    ...(module ? ['  install Go 1.26 or newer (https://go.dev/dl); the program is then built once'] : []),
    `  put ${executable} on PATH`,
    ...(instead === undefined ? [] : [`  set ${instead}`]),
  ].join('\n');
}
