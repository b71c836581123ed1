/**
 * A Java program built once, in the cache, with Maven from pinned versions, and run by the Java of this machine. Its
 * folder holds `pom.xml`, `src/main/java` and `checksums.sha256` of every library it is built with.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { makeDirectory } from '#dev/files.ts';
import { DevFailure } from '#dev/failure.ts';
import { messageOf } from '#src/system-error.ts';
import { cacheDir, findOnPath, type Report } from './programs.mjs';

const MIN_JAVA = 11;

export interface JavaSource {
  /** What it is called where it is missing; in lower case, where it lies in the cache. */
  readonly name: string;
  readonly directory: string;
  /** The final name its `pom.xml` gives. */
  readonly jar: string;
}

/** How to run it, or in words why it cannot be run here. */
export type JavaProgram = { readonly java: string; readonly directory: string } | { readonly missing: string };

export async function findJavaProgram(source: JavaSource, report: Report, signal?: AbortSignal): Promise<JavaProgram> {
  const java = findJava();
  const version = java && (await javaVersion(java));
  if (!java || !version || version < MIN_JAVA) {
    return { missing: `no Java ${MIN_JAVA} or newer on PATH or in JAVA_HOME` };
  }
  const directory = join(cacheDir(), `${source.name.toLowerCase()}-${sourceHash(source)}`);
  if (existsSync(join(directory, source.jar))) return { java, directory };
  if (!findOnPath('mvn')) return { missing: `no Maven (mvn) to build ${source.name} with, once` };
  try {
    await build(source, directory, report, signal);
    return { java, directory };
  } catch (error) {
    signal?.throwIfAborted();
    return { missing: `${source.name} cannot be built: ${messageOf(error).split('\n')[0]}` };
  }
}

function findJava(): string | null {
  const home = process.env['JAVA_HOME'];
  const own = home ? join(home, 'bin/java') : '';
  return existsSync(own) ? own : findOnPath('java');
}

/** The answer is null when it does not run. Java 8 and older call themselves 1.8. */
async function javaVersion(java: string): Promise<number | null> {
  const { stderr } = await promisify(execFile)(java, ['-version'], { timeout: 30_000 }).catch(() => ({ stderr: '' }));
  const found = /version "(\d+)/.exec(stderr)?.[1];
  return found === undefined ? null : Number(found);
}

/** Another source, another build: an old one is never taken for it. */
function sourceHash({ directory }: JavaSource): string {
  const hash = createHash('sha256');
  const names = globSync(['pom.xml', 'checksums.sha256', 'src/main/java/**/*.java'], { cwd: directory }).toSorted();
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(directory, name)));
  return hash.digest('hex').slice(0, 16);
}

async function build(source: JavaSource, directory: string, report: Report, signal?: AbortSignal): Promise<void> {
  makeDirectory(cacheDir());
  // Same file system as the target: the rename at the end is atomic, and two runs at once do no harm.
  const workDir = mkdtempSync(join(cacheDir(), 'tmp-'));
  try {
    cpSync(source.directory, workDir, { recursive: true });
    report(`building ${source.name} with Maven (once)`);
    await runMaven(workDir, signal);
    const built = join(workDir, 'target');
    verifyChecksums(join(built, 'lib'), source.directory);
    publish(built, directory, source.jar);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Another run may have been quicker with the same build. */
function publish(built: string, directory: string, jar: string): void {
  try {
    renameSync(built, directory);
  } catch (error) {
    if (!existsSync(join(directory, jar))) throw error;
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
function verifyChecksums(libraries: string, source: string): void {
  const wanted = readFileSync(join(source, 'checksums.sha256'), 'utf8').trim().split('\n').toSorted();
  const present = globSync('*.jar', { cwd: libraries }).map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(libraries, name)))
      .digest('hex');
    return `${digest}  ${name}`;
  });
  if (present.toSorted().join('\n') !== wanted.join('\n')) {
    throw new DevFailure(`the libraries are not those of ${basename(source)}/checksums.sha256`);
  }
}
