/**
 * The folder `dist/`: the output of `npm run build`, with one folder for each step. Each output lists the sources that it was
 * made of, so that a process in development sees when one of them has changed since.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
/** Packages and images are without it: nobody edits their sources. */
const SOURCE_LIST = '.sources.json';

export const OUTPUTS = {
  cli: join(ROOT, 'dist/cli'),
  parsers: join(ROOT, 'dist/parsers'),
  portal: join(ROOT, 'dist/portal'),
  workflows: join(ROOT, 'dist/workflows'),
} as const;

const SUBJECTS = {
  cli: 'The command line is',
  parsers: 'The parsers are',
  portal: 'The portal is',
  workflows: 'The workflows are',
};

interface Log {
  fatal(message: string): void;
}

interface SourceList {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The keys are paths from the root of the repository, the values SHA-256 in hexadecimal. */
  readonly sources: Readonly<Record<string, string>>;
}

function isBuilt(output: string): boolean {
  return statSync(output, { throwIfNoEntry: false }) !== undefined;
}

/**
 * False when a source was changed, moved or removed after the build began. Only a source with a later time of modification is
 * read: git gives such times to files of the same content.
 */
export function isUpToDate(output: string): boolean {
  if (!isBuilt(output)) return false;
  const list = readSourceList(output);
  if (list === null) return true;
  return Object.entries(list.sources).every(
    ([path, hash]) => modifiedAt(path) <= list.startedAt || hashOf(path) === hash,
  );
}

/**
 * Ends the process, with one sentence in its log, unless the output is there. Processes of the service never build.
 *
 * @param isCurrent whether the output must not be older than its sources either
 */
export function requireOutput(name: keyof typeof OUTPUTS, log: Log, { isCurrent = false } = {}): void {
  const output = OUTPUTS[name];
  if (isCurrent ? isUpToDate(output) : isBuilt(output)) return;
  log.fatal(`${SUBJECTS[name]} ${isBuilt(output) ? 'older than the sources' : 'not built'}. Run: npm run build`);
  process.exit(1);
}

function readSourceList(output: string): SourceList | null {
  try {
    return JSON.parse(readFileSync(join(output, SOURCE_LIST), 'utf8'));
  } catch {
    return null;
  }
}

/** Infinity for a file that is missing. */
function modifiedAt(path: string): number {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

function hashOf(path: string): string | null {
  try {
    return createHash('sha256')
      .update(readFileSync(join(ROOT, path)))
      .digest('hex');
  } catch {
    return null;
  }
}

/** A source that was changed during the build has no hash, since the build may have read it before. */
function sourceList(startedAt: number, sources: Iterable<string>): SourceList {
  const entries = [...sources].map((source): [string, string] => {
    const path = relative(ROOT, resolve(ROOT, source));
    return [path, modifiedAt(path) <= startedAt ? (hashOf(path) ?? '') : ''];
  });
  return { startedAt, sources: Object.fromEntries(entries) };
}

/**
 * Builds into a temporary folder and renames it into place: a running process reads the old output or the new one.
 *
 * @param build fills the folder, and returns the sources that decide the output
 */
export async function replaceOutput(
  output: string,
  build: (folder: string) => Promise<Iterable<string>>,
): Promise<void> {
  const startedAt = Date.now();
  await mkdir(dirname(output), { recursive: true });
  const next = await mkdtemp(`${output}.`);
  const old = `${next}.old`;
  try {
    const sources = await build(next);
    await writeFile(join(next, SOURCE_LIST), JSON.stringify(sourceList(startedAt, sources)));
    // Only its owner may read a temporary folder, and in an image another user reads the output.
    await chmod(next, 0o755);
    if (isBuilt(output)) await rename(output, old);
    await rename(next, output);
  } finally {
    for (const folder of [next, old]) await rm(folder, { recursive: true, force: true });
  }
}
