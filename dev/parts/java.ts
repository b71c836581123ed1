/**
 * Java programs of this repository. They are built once into the cache with libraries of Maven Central that are pinned
 * by hash. The folder of a program has `src/main/java` and `checksums.sha256`, which lists each library with its path
 * in the repository. Its `pom.xml` is the source of the list. Neither a JDK nor Maven is needed: a compiler in Java
 * (ECJ) replaces `javac`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DevFailure } from '#dev/failure.ts';
import { messageOf } from '#src/system-error.ts';
import { cacheDir, download, fetchProgram, findOnPath, newWorkDir, publish, type Report } from './programs.mjs';

const MIN_JAVA = 11;
const REPOSITORY = 'https://repo.maven.apache.org/maven2';
/** ECJ (EPL-2.0) needs Java 21 or newer to run. */
const COMPILER = {
  path: 'org/eclipse/jdt/ecj/3.46.100/ecj-3.46.100.jar',
  sha256: '74c93172475fee0cd4e6eefb44233516dd40525642da35d009146d97ea598229',
};
const CLASSES = 'classes';

export interface JavaSource {
  /** The name in messages; in lower case, its name in the cache. */
  readonly name: string;
  readonly directory: string;
  /** The address of another repository than Maven Central. */
  readonly repository?: string;
}

/** The command, or the reason why the program cannot run here. */
export type JavaProgram = { readonly java: string; readonly classPath: string } | { readonly missing: string };

/**
 * @throws DevFailure if the compiler rejects the source, because the fault is then in the source and not on this
 * machine
 */
export async function findJavaProgram(source: JavaSource, report: Report, signal?: AbortSignal): Promise<JavaProgram> {
  const folder = join(cacheDir(), `${source.name.toLowerCase()}-${sourceHash(source)}`);
  const classPath = [join(folder, CLASSES), join(folder, 'lib', '*')].join(delimiter);
  try {
    const java = (await javaAtHand()) ?? (await fetchProgram('java', (detail) => report(`Java: ${detail}`), signal));
    if (!existsSync(join(folder, CLASSES))) await build(source, folder, java, report, signal);
    return { java, classPath };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof DevFailure) throw error;
    return { missing: `${source.name} is not available: ${messageOf(error).split('\n')[0]}` };
  }
}

/** The Java of `JAVA_HOME` or of the PATH, if it is new enough. */
async function javaAtHand(): Promise<string | null> {
  const home = process.env['JAVA_HOME'];
  const own = home ? join(home, 'bin/java') : '';
  const java = existsSync(own) ? own : findOnPath('java');
  return java !== null && ((await javaVersion(java)) ?? 0) >= MIN_JAVA ? java : null;
}

/** Null if it does not run. Java 8 and older state the version 1.8. */
async function javaVersion(java: string): Promise<number | null> {
  const { stderr } = await promisify(execFile)(java, ['-version'], { timeout: 30_000 }).catch(() => ({ stderr: '' }));
  const found = /version "(\d+)/.exec(stderr)?.[1];
  return found === undefined ? null : Number(found);
}

/** Changed sources get another folder, so an old build is never used for them. */
function sourceHash({ directory }: JavaSource): string {
  const hash = createHash('sha256').update(COMPILER.sha256);
  const names = globSync(['checksums.sha256', 'src/main/java/**/*.java'], { cwd: directory }).toSorted();
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(directory, name)));
  return hash.digest('hex').slice(0, 16);
}

async function build(
  source: JavaSource,
  folder: string,
  java: string,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  const { name, directory } = source;
  const workDir = newWorkDir(name.toLowerCase());
  try {
    const built = join(workDir, 'built');
    const libraries = await fetchLibraries(source, join(built, 'lib'), report, signal);
    report('compiling');
    const files = globSync('src/main/java/**/*.java', { cwd: directory }).map((path) => join(directory, path));
    const options = ['-proc:none', '-nowarn', '-cp', libraries.join(delimiter), '-d', join(built, CLASSES)];
    const [program, ...args] = await compiler(java, workDir, report, signal);
    mkdirSync(join(built, CLASSES));
    const compiling = promisify(execFile)(program, [...args, ...options, ...files], { ...(signal && { signal }) });
    await compiling.catch((error: unknown) => {
      throw isRefusal(error) ? new DevFailure(`${name} does not compile:\n${error.stderr}`) : error;
    });
    publish(built, folder, CLASSES);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** A compiler that cannot run names no source file. */
function isRefusal(error: unknown): error is { readonly stderr: string } {
  return error instanceof Error && 'stderr' in error && /\.java\b/.test(String(error.stderr));
}

/** `javac` beside the Java, else ECJ with a Java that is new enough. */
async function compiler(
  java: string,
  workDir: string,
  report: Report,
  signal?: AbortSignal,
): Promise<[program: string, ...args: string[]]> {
  const javac = join(dirname(java), 'javac');
  if (existsSync(javac)) return [javac, '--release', String(MIN_JAVA)];
  const path = join(workDir, basename(COMPILER.path));
  writeFileSync(path, await download(`${REPOSITORY}/${COMPILER.path}`, COMPILER.sha256, () => {}, signal));
  const newest = await fetchProgram('java', (detail) => report(`Java: ${detail}`), signal);
  // A Java without a compiler lacks the tables for `--release`.
  return [newest, '-jar', path, '-source', String(MIN_JAVA), '-target', String(MIN_JAVA)];
}

/** Downloads the libraries in parallel and returns their paths. */
async function fetchLibraries(
  { directory, repository = REPOSITORY }: JavaSource,
  into: string,
  report: Report,
  signal?: AbortSignal,
): Promise<string[]> {
  mkdirSync(into, { recursive: true });
  const lines = readFileSync(join(directory, 'checksums.sha256'), 'utf8').trim().split('\n');
  let done = 0;
  report(`downloading ${lines.length} libraries`);
  return Promise.all(
    lines.map(async (line) => {
      const [sha256 = '', path = ''] = line.split(/ +/);
      const target = join(into, basename(path));
      writeFileSync(target, await download(`${repository}/${path}`, sha256, () => {}, signal));
      report(`downloading libraries, ${++done} of ${lines.length}`);
      return target;
    }),
  );
}
