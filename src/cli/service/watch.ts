/**
 * `fixpoint watch`: every PDF that is put into a folder is normalized, and then moved out of the way. The files in
 * the folder are the remaining work. The command has no other state, so it can be stopped and started at any time.
 */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDirectory } from '#src/directory.ts';
import { isSystemError, messageOf, reasonOf } from '#src/system-error.ts';
import { CommandFailure, EXIT, refused } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';
import { inOneLine, say } from '#src/cli/terminal.ts';
import { alarms, type FoundAndSaid, withWords } from '#src/cli/documents/findings.ts';
import { OutputUnwritable, writeOutput } from '#src/cli/documents/outputs.ts';
import { type EngineFlags, processFile, withPool } from '#src/cli/documents/parsers.ts';
import { connect, type ServiceFlags, ServiceRefusal } from './connection.ts';
import { download, ended, submit, type SubmitOptions } from './documents.ts';

export interface WatchFlags extends ServiceFlags, SubmitOptions, EngineFlags {
  readonly output: string;
  readonly done?: string;
  readonly errors?: string;
  /** Seconds in which a file has to stay as it is. */
  readonly stable: number;
  readonly offline: boolean;
  readonly once: boolean;
}

interface Outcome {
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  readonly code: string | null;
  readonly message: string | null;
  readonly bytes: Uint8Array | null;
  readonly found: FoundAndSaid | null;
}

type Normalize = (file: string) => Promise<Outcome>;

interface Folders {
  readonly inbox: string;
  readonly output: string;
  readonly done: string;
  readonly errors: string;
}

interface Seen {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** The interval of reading the folder. Reading works on every file system, including network file systems. */
const LOOK_MS = 500;
/** After a fault that passes, such as a service that cannot be reached. */
const AFTER_FAULT_MS = 30_000;

export async function watchFolder(inbox: string, flags: WatchFlags): Promise<number> {
  const { output, done = join(inbox, 'done'), errors = join(inbox, 'failed') } = flags;
  const folders = { inbox, output, done, errors };
  await prepare(folders);
  if (!flags.offline) {
    const normalize = atService(flags);
    return rounds(folders, flags, normalize);
  }
  return withPool(flags, (pool) =>
    rounds(folders, flags, async (file) => {
      const { report, timeline: _, ...outcome } = await processFile(pool, file, flags);
      return { ...outcome, found: report && withWords(report) };
    }),
  );
}

async function prepare({ inbox, ...others }: Folders): Promise<void> {
  const stats = await stat(inbox).catch((error: unknown) => {
    throw refused(`${inbox} cannot be watched: ${reasonOf(error)}.`, error);
  });
  if (!stats.isDirectory()) throw refused(`${inbox} cannot be watched: it is not a folder.`);
  for (const folder of Object.values(others)) {
    try {
      makeDirectory(folder);
    } catch (error) {
      throw refused(`${folder} cannot be made a folder: ${messageOf(error)}`, error);
    }
    const one = await stat(folder);
    if (one.ino === stats.ino && one.dev === stats.dev)
      throw refused(`${folder} is the watched folder. Name another one.`);
  }
}

/** The key is of the bytes and the options: after an end in between the same document is not charged twice within a day. */
function atService(flags: WatchFlags): Normalize {
  const service = connect(flags);
  return async (file) => {
    const { submissionId } = await submit(service, file, `watch-${await hashOf(file, flags)}`, flags);
    const submission = await ended(service, submissionId);
    const { failure } = submission;
    const status = submission.status === 'SUCCESS' || submission.status === 'REJECTED' ? submission.status : 'FAILED';
    const bytes = status === 'SUCCESS' ? await download(submission) : null;
    return { status, code: failure?.code ?? null, message: failure?.message ?? null, bytes, found: submission };
  };
}

async function hashOf(file: string, requested: SubmitOptions): Promise<string> {
  const { linearize, removeAnnotations, signedPdfPolicy, pdfaPolicy, missingGlyphPolicy, embeddedFilesPolicy } =
    requested;
  const { region, batch, clientReference } = requested;
  const options = [linearize, removeAnnotations, signedPdfPolicy, pdfaPolicy, missingGlyphPolicy, embeddedFilesPolicy];
  const hash = createHash('sha256').update(JSON.stringify([...options, region, batch, clientReference]));
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Until it is ended; with `--once` until nothing is left that can be done. */
async function rounds(folders: Folders, flags: WatchFlags, normalize: Normalize): Promise<number> {
  if (!flags.once) say(`Watching ${inOneLine(folders.inbox)} (Ctrl-C ends it).`);
  let seen: ReadonlyMap<string, Seen> = new Map();
  let exitCode: number = EXIT.done;
  for (;;) {
    seen = await lookAt(folders.inbox, seen);
    const ready = [...seen].filter(([, { since }]) => Date.now() - since >= flags.stable * 1000).map(([name]) => name);
    for (const name of ready.toSorted()) {
      interrupted.throwIfAborted();
      const code = await handle(name, folders, normalize);
      exitCode = Math.max(exitCode, code);
      if (code !== EXIT.unavailable && code !== EXIT.quota) continue;
      if (flags.once) return exitCode;
      await pause(AFTER_FAULT_MS, undefined, { signal: interrupted });
      break;
    }
    if (flags.once && ready.length === seen.size) return exitCode;
    await pause(LOOK_MS, undefined, { signal: interrupted });
  }
}

/** A file counts from when it was first seen as it is now. */
async function lookAt(inbox: string, before: ReadonlyMap<string, Seen>): Promise<ReadonlyMap<string, Seen>> {
  const names = await readdir(inbox).catch((error: unknown) => {
    throw new CommandFailure(EXIT.unreadable, `${inbox} can no longer be read: ${reasonOf(error)}.`, { cause: error });
  });
  const seen = new Map<string, Seen>();
  for (const name of names) {
    if (name.startsWith('.') || extname(name).toLowerCase() !== '.pdf') continue;
    const stats = await lstat(join(inbox, name)).catch(() => null);
    if (!stats?.isFile()) continue;
    const { size: sizeBytes, mtimeMs } = stats;
    const known = before.get(name);
    const isSame = known !== undefined && known.sizeBytes === sizeBytes && known.mtimeMs === mtimeMs;
    seen.set(name, isSame ? known : { sizeBytes, mtimeMs, since: Date.now() });
  }
  return seen;
}

/** Answers the exit code that a call of its own would have. A fault that passes leaves the file for later. */
async function handle(name: string, { inbox, output, done, errors }: Folders, normalize: Normalize): Promise<number> {
  const file = join(inbox, name);
  const before = await stat(file).catch(() => null);
  if (before === null) return EXIT.done;
  try {
    const { status, code, message, bytes, found } = await normalize(file);
    const after = await stat(file).catch(() => null);
    // Somebody still writes in it: it is done again.
    if (after?.size !== before.size || after.mtimeMs !== before.mtimeMs) return EXIT.done;
    if (bytes !== null) await keep(bytes, output, name);
    const place = await moveInto(status === 'SUCCESS' ? done : errors, file, name);
    if (status !== 'SUCCESS')
      await writeOutput(`${place}.json`, `${JSON.stringify({ status, code, message })}\n`, true);
    const words = [
      `${status.padEnd(8)} ${inOneLine(name)}`,
      ...(code === null ? [] : [`${code}: ${message ?? ''}`]),
      ...alarms(found),
    ];
    say(words.join('  '));
    return status === 'SUCCESS' ? EXIT.done : status === 'REJECTED' ? EXIT.rejected : EXIT.failed;
  } catch (error) {
    interrupted.throwIfAborted();
    return faultOf(error, { file, name, errors });
  }
}

async function faultOf(
  error: unknown,
  { file, name, errors }: { file: string; name: string; errors: string },
): Promise<number> {
  if (isSystemError(error) || error instanceof OutputUnwritable)
    throw new CommandFailure(EXIT.failed, `${inOneLine(name)}: ${error.message}`, { cause: error });
  // A fault of the call or of the key concerns every document.
  const isOfTheCall =
    error instanceof CommandFailure && (error.exitCode === EXIT.credentials || error.exitCode === EXIT.refused);
  if (!(error instanceof CommandFailure) || isOfTheCall) throw error;
  say(`FAILED   ${inOneLine(name)}  ${error.message}`);
  if (error.exitCode === EXIT.unavailable || error.exitCode === EXIT.quota) return error.exitCode;
  // The service does not take this document, and will not.
  const place = await moveInto(errors, file, name);
  const code = error instanceof ServiceRefusal ? error.code : null;
  await writeOutput(`${place}.json`, `${JSON.stringify({ status: 'FAILED', code, message: error.message })}\n`, true);
  return error.exitCode;
}

/** Under a name that nothing has. The same bytes, of a run that was ended before it moved the file, are there already. */
async function keep(bytes: Uint8Array, folder: string, name: string): Promise<void> {
  for (const path of namesIn(folder, name)) {
    const there = await readFile(path).catch(() => null);
    if (there !== null && Buffer.compare(there, bytes) === 0) return;
    if (there === null && (await lstat(path).catch(() => null)) === null) return writeOutput(path, bytes, false);
  }
}

async function moveInto(folder: string, file: string, name: string): Promise<string> {
  for (const path of namesIn(folder, name)) {
    try {
      await moveToNew(file, path);
      return path;
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    }
  }
  throw new Error('There is always one more name.');
}

/** A link is refused where a name is taken; between two file systems the bytes are copied. */
async function moveToNew(file: string, path: string): Promise<void> {
  try {
    await link(file, path);
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') throw error;
    await copyFile(file, path, constants.COPYFILE_EXCL);
  }
  await rm(file);
}

function* namesIn(folder: string, name: string): Generator<string> {
  const extension = extname(name);
  const base = name.slice(0, name.length - extension.length);
  yield join(folder, name);
  for (let number = 2; ; number++) yield join(folder, `${base}-${number}${extension}`);
}
