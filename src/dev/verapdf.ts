/**
 * veraPDF, which judges PDF/A: `validator/` built once with Maven from pinned versions, run by the Java of this machine.
 * Without either, documents are normalized all the same, and nobody says whether they conform to PDF/A.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DevFailure, messageOf } from './failure.ts';
import { anyFreePort, LOOPBACK, statusOf } from './network.ts';
import type { RunOptions } from './process.ts';
import { cacheDir, findOnPath, type Report } from './tools.ts';

const SOURCE = resolve(import.meta.dirname, '../../validator');
const CHECKSUMS = join(SOURCE, 'checksums.sha256');
const MIN_JAVA = 11;
const HEAP_MB = 512;

/** How to run it, or in words why it cannot be run here. */
export type Verapdf = { readonly java: string; readonly directory: string } | { readonly missing: string };

export async function findVerapdf(report: Report, signal?: AbortSignal): Promise<Verapdf> {
  const java = findJava();
  const version = java && (await javaVersion(java));
  if (!java || !version || version < MIN_JAVA) {
    return { missing: `validation is off: no Java ${MIN_JAVA} or newer on PATH or in JAVA_HOME` };
  }
  const directory = join(cacheDir(), `verapdf-${sourceHash()}`);
  if (existsSync(join(directory, 'validator.jar'))) return { java, directory };
  if (!findOnPath('mvn')) return { missing: 'validation is off: no Maven (mvn) to build veraPDF with, once' };
  try {
    await build(directory, report, signal);
    return { java, directory };
  } catch (error) {
    signal?.throwIfAborted();
    return { missing: `validation is off: veraPDF cannot be built: ${messageOf(error).split('\n')[0]}` };
  }
}

function findJava(): string | null {
  const home = process.env['JAVA_HOME'];
  const own = home ? join(home, 'bin/java') : '';
  return existsSync(own) ? own : findOnPath('java');
}

/** Null when it does not run. Java 8 and older call themselves 1.8. */
async function javaVersion(java: string): Promise<number | null> {
  const { stderr } = await promisify(execFile)(java, ['-version'], { timeout: 30_000 }).catch(() => ({ stderr: '' }));
  const found = /version "(\d+)/.exec(stderr)?.[1];
  return found === undefined ? null : Number(found);
}

/** Another source, another build: an old one is never taken for it. */
function sourceHash(): string {
  const hash = createHash('sha256');
  const names = globSync(['pom.xml', 'checksums.sha256', 'src/main/java/**/*.java'], { cwd: SOURCE }).toSorted();
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(SOURCE, name)));
  return hash.digest('hex').slice(0, 16);
}

async function build(directory: string, report: Report, signal?: AbortSignal): Promise<void> {
  mkdirSync(cacheDir(), { recursive: true });
  // Same file system as the target: the rename at the end is atomic, and two runs at once do no harm.
  const workDir = mkdtempSync(join(cacheDir(), 'tmp-'));
  try {
    cpSync(SOURCE, workDir, { recursive: true });
    report('building veraPDF with Maven (once)');
    await runMaven(workDir, signal);
    const built = join(workDir, 'target');
    verifyChecksums(join(built, 'lib'));
    publish(built, directory);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Another run may have been quicker with the same build. */
function publish(built: string, directory: string): void {
  try {
    renameSync(built, directory);
  } catch (error) {
    if (!existsSync(join(directory, 'validator.jar'))) throw error;
  }
}

async function runMaven(cwd: string, signal?: AbortSignal): Promise<void> {
  const args = ['--batch-mode', '--quiet', '--strict-checksums', 'package'];
  const child = spawn('mvn', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], ...(signal ? { signal } : {}) });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((settle, reject) => {
    child.once('error', reject);
    child.once('close', settle);
  });
  const [firstError = `ended with code ${code}`] = said.split('\n').filter((line) => line.startsWith('[ERROR]'));
  if (code !== 0) throw new DevFailure(`mvn: ${firstError}`);
}

/** Exactly the libraries that were looked at when their versions were pinned. */
function verifyChecksums(directory: string): void {
  const wanted = readFileSync(CHECKSUMS, 'utf8').trim().split('\n').toSorted();
  const present = globSync('*.jar', { cwd: directory }).map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex');
    return `${digest}  ${name}`;
  });
  if (present.toSorted().join('\n') !== wanted.join('\n')) {
    throw new DevFailure('the libraries are not those of validator/checksums.sha256');
  }
}

export interface VerapdfPlace {
  /** Documents lie here while they are validated; emptied at every start. */
  readonly spoolDir: string;
  readonly logFile: string;
  /** Of one document; the service's own default is a minute. */
  readonly deadlineSeconds?: number;
}

/** A service on a port of its own on the loopback interface: without secrets, with an end to its memory. */
export async function verapdfService(
  { java, directory }: Extract<Verapdf, { java: string }>,
  { spoolDir, logFile, deadlineSeconds = 60 }: VerapdfPlace,
): Promise<{ readonly url: string; readonly options: RunOptions; readonly answers: () => Promise<boolean> }> {
  rmSync(spoolDir, { recursive: true, force: true });
  mkdirSync(spoolDir, { recursive: true, mode: 0o700 });
  const port = await anyFreePort();
  const url = `http://${LOOPBACK}:${port}`;
  const classPath = [join(directory, 'validator.jar'), join(directory, 'lib', '*')].join(delimiter);
  const limits = [`-Xmx${HEAP_MB}m`, '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError', '-XX:-UsePerfData'];
  const main = ['fixpoint.validator.Main', LOOPBACK, String(port), String(deadlineSeconds)];
  return {
    url,
    options: {
      name: 'verapdf',
      command: java,
      args: [...limits, `-Djava.io.tmpdir=${spoolDir}`, '-cp', classPath, ...main],
      env: { PATH: process.env['PATH'] },
      logFile,
    },
    answers: async () => (await statusOf(`${url}/api`)) === 200,
  };
}
