/**
 * This decides where the command line writes: settled before the first file is read, and never over anything unasked.
 */
import { randomUUID } from 'node:crypto';
import { accessSync, type BigIntStats, constants } from 'node:fs';
import { link, lstat, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { isSystemError, messageOf, reasonOf } from '#src/system-error.ts';
import { makeDirectory } from '#src/directory.ts';
import { refused } from '#src/cli/exit-codes.ts';
import { PIPE } from './inputs.ts';

export interface OutputFlags {
  /** A folder, or the one PDF that is made, or `-`; nothing is written without. */
  readonly output?: string;
  readonly reports?: string;
  readonly sarif?: string;
  readonly force: boolean;
}

/** Paths, or `-` for standard output; null for what is not asked for. */
export interface Outputs {
  readonly pdf: string | null;
  readonly report: string | null;
}

export interface OutputPlan {
  /** In the order of the files. */
  readonly documents: readonly Outputs[];
  readonly sarif: string | null;
}

const MAX_LISTED = 5;

/** Settles where everything goes. An input is never among the outputs, nor what exists unless forced. */
export async function planOutputs(files: readonly string[], flags: OutputFlags): Promise<OutputPlan> {
  const { output, reports, sarif = null, force } = flags;
  const pdfs = await pathsFor(files, output, '.pdf');
  const jsons = await pathsFor(files, reports, '.json');
  const documents = files.map((_, index) => ({ pdf: pdfs[index] ?? null, report: jsons[index] ?? null }));
  const paths = [...documents.flatMap(({ pdf, report }) => [pdf, report]), sarif].filter((path) => path !== null);
  if (paths.filter((path) => path === PIPE).length > 1) throw refused('Standard output takes only one output.');
  if (pdfs[0] === PIPE && process.stdout.isTTY)
    throw refused('A PDF cannot be shown in a terminal. Use -o out.pdf, or > out.pdf.');
  const written = paths.filter((path) => path !== PIPE);
  const inputs = await identify(files);
  const conflicts: string[] = [];
  for (const path of written) {
    const conflict = await conflictOf(path, inputs, force);
    if (conflict !== null) conflicts.push(conflict);
  }
  const twice = written.find((path, index) => written.indexOf(path) !== index);
  if (twice !== undefined) conflicts.push(`${twice} is named for two outputs.`);
  if (conflicts.length > 0) throw refused(listed(conflicts));
  for (const folder of new Set(written.map((path) => dirname(path)))) makeFolder(folder);
  return { documents, sarif };
}

/** The paths of one kind of output, if requested. */
async function pathsFor(files: readonly string[], requested: string | undefined, extension: string): Promise<string[]> {
  if (requested === undefined) return [];
  if (requested === '') throw refused('An output needs a name.');
  const isOne = requested === PIPE || (await isFileName(requested, extension));
  if (!isOne) return outputNames(files).map((name) => join(requested, name + extension));
  const what = requested === PIPE ? 'Standard output' : requested;
  if (files.length > 1) throw refused(`${what} is one file, and there are ${files.length} inputs: name a folder.`);
  return [requested];
}

/** True if the path names a file: it has an extension, and no such folder exists. */
async function isFileName(path: string, extension: string): Promise<boolean> {
  if (path.endsWith(sep) || path.endsWith('/') || extname(path).toLowerCase() !== extension) return false;
  return (await statOf(path))?.isDirectory() !== true;
}

/** The files by what they are on disk: links and other spellings of a name lead to the same. */
async function identify(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const inputs = new Map<string, string>();
  for (const file of files) {
    const stats = file === PIPE ? undefined : await statOf(file);
    if (stats) inputs.set(identityOf(stats), file);
  }
  return inputs;
}

async function conflictOf(path: string, inputs: ReadonlyMap<string, string>, force: boolean): Promise<string | null> {
  const stats = await statOf(path);
  const input = stats && inputs.get(identityOf(stats));
  if (input !== undefined) return `${path} is the input ${input}: choose another folder.`;
  if (stats?.isDirectory()) return `${path} is a folder.`;
  const exists = stats !== undefined || (await lstat(path).catch(() => undefined)) !== undefined;
  return exists && !force ? `${path} exists: --force replaces it.` : null;
}

function statOf(path: string): Promise<BigIntStats | undefined> {
  return stat(path, { bigint: true }).catch(() => undefined);
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}

function listed(conflicts: readonly string[]): string {
  const more = conflicts.length - MAX_LISTED;
  return [...conflicts.slice(0, MAX_LISTED), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}

function makeFolder(folder: string): void {
  try {
    makeDirectory(folder);
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const isThere = isSystemError(cause) && cause.syscall === 'access';
    if (isThere) throw refused(`${folder} is a folder that cannot be written in: ${reasonOf(cause)}.`, cause);
    throw refused(`${folder} cannot be made a folder: ${messageOf(cause)}`, cause);
  }
}

/**
 * The files' own names; one met before gets a number, also where it is another only by its case or its accents' form.
 */
function outputNames(files: readonly string[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const base = file === PIPE ? 'stdin' : basename(file, extname(file));
    let name = base;
    for (let number = 2; taken.has(folded(name)); number++) name = `${base}-${number}`;
    taken.add(folded(name));
    return name;
  });
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The output could not be written. The message has the path and the reason. */
export class OutputUnwritable extends Error {
  override readonly name = 'OutputUnwritable';
}

/** To a file or to standard output. Nobody ever sees half a file. */
export async function writeOutput(path: string, content: Uint8Array | string, force: boolean): Promise<void> {
  try {
    await (path === PIPE ? writePipe(content) : writeWhole(path, content, force));
  } catch (cause) {
    const place = path === PIPE ? 'Standard output' : path;
    throw new OutputUnwritable(`${place} cannot be written: ${reasonOf(cause)}.`, { cause });
  }
}

function writePipe(content: Uint8Array | string): Promise<void> {
  return new Promise((written, failed) => {
    process.stdout.write(content, (error) => (error ? failed(error) : written()));
  });
}

/** A file that was created meanwhile stays, unless forced. */
async function writeWhole(path: string, content: Uint8Array | string, force: boolean): Promise<void> {
  const part = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await writeFile(part, content, { flag: 'wx' });
    await (force ? rename(part, path) : renameToNew(part, path));
  } finally {
    await rm(part, { force: true });
  }
}

/** A link is refused where a name is taken; a file system without links lets the name be taken first. */
async function renameToNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch {
    const taken = await open(path, 'wx');
    await taken.close();
    await rename(part, path);
  }
}
