/**
 * This decides where the command line writes: settled before the first file is read, and never over anything unasked.
 */
import { randomUUID } from 'node:crypto';
import { type BigIntStats } from 'node:fs';
import { link, lstat, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { messageOf } from '#src/system-error.ts';
import { makeDirectory } from '#src/directory.ts';

/** The call asks for outputs that would cost files; nothing was done. */
export class OutputRefused extends Error {
  override readonly name = 'OutputRefused';
}

export interface OutputFlags {
  readonly output: string;
  readonly reports?: string;
  readonly force: boolean;
}

export interface Outputs {
  readonly pdf: string;
  readonly report: string | null;
}

const MAX_LISTED = 5;

/** The outputs of each file, in their order. An input is never among them, nor what exists unless forced. */
export async function planOutputs(files: readonly string[], flags: OutputFlags): Promise<Outputs[]> {
  const { output, reports, force } = flags;
  const planned = outputNames(files).map((name) => ({
    pdf: join(output, `${name}.pdf`),
    report: reports === undefined ? null : join(reports, `${name}.json`),
  }));
  const inputs = await identify(files);
  const conflicts: string[] = [];
  for (const path of planned.flatMap(({ pdf, report }) => (report === null ? [pdf] : [pdf, report]))) {
    const conflict = await conflictOf(path, inputs, force);
    if (conflict !== null) conflicts.push(conflict);
  }
  if (conflicts.length > 0) throw new OutputRefused(listed(conflicts));
  for (const folder of [output, reports]) if (folder !== undefined) makeFolder(folder);
  return planned;
}

/** The files by what they are on disk: links and other spellings of a name lead to the same. */
async function identify(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const inputs = new Map<string, string>();
  for (const file of files) {
    const stats = await statOf(file);
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
  } catch (cause) {
    throw new OutputRefused(`${folder} cannot be made a folder: ${messageOf(cause)}`, { cause });
  }
}

/**
 * The files' own names; one met before gets a number, also where it is another only by its case or its accents' form.
 */
function outputNames(files: readonly string[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const base = basename(file, extname(file));
    let name = base;
    for (let number = 2; taken.has(folded(name)); number++) name = `${base}-${number}`;
    taken.add(folded(name));
    return name;
  });
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Nobody ever sees half a file, and what has come to exist meanwhile stays, unless forced. */
export async function writeOutput(path: string, content: Uint8Array | string, force: boolean): Promise<void> {
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
