/**
 * PostgreSQL refuses to run as root. Under root it runs as `nobody`, who cannot enter a checkout below a private home
 * folder. Its files are then in system folders.
 */
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, lstatSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { makeDirectory, removeDirectory } from '#dev/files.ts';
import { DevFailure, explain } from '#dev/failure.ts';

export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: ServiceUser = { uid: 65534, gid: 65534 };
/** Temporal stores its executions in SQLite, which opens no file whose path exceeds 511 bytes. */
const MAX_PATH_BYTES = 400;
const OTHERS_MAY_ENTER = 0o001;

/** Null stands for the current user. */
export function serviceUser(): ServiceUser | null {
  if (process.getuid?.() !== 0) return null;
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : NOBODY;
}

/** DATA_DIR is private. Under root, the user of PostgreSQL can pass it to reach its own folder. */
export function makeDataDir(path: string): void {
  try {
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw new DevFailure(`${path} cannot be used: it is too long.`);
    makeDirectory(path, serviceUser() ? 0o711 : 0o700);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new DevFailure(`${explain(cause)} Name another folder: DATA_DIR=… npm start`, { cause });
  }
}

/**
 * A folder for the service user: `wanted`, or one below `elsewhere` if that user cannot reach `wanted`. We own the
 * folder itself, so nobody else can have prepared its content.
 */
export function placeFor(user: ServiceUser | null, wanted: string, elsewhere: readonly string[]): string {
  if (!user) {
    makeDirectory(wanted, 0o700);
    return wanted;
  }
  const name = createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 12);
  const candidates = [wanted, ...[...elsewhere, tmpdir()].map((folder) => join(folder, `fixpoint-${name}`))];
  for (const candidate of candidates) {
    if (!isReachable(dirname(candidate)) || !makeOwn(candidate)) continue;
    return candidate;
  }
  throw new DevFailure(
    `The user ${user.uid} can reach none of ${candidates.join(', ')}. Start as another user than root.`,
  );
}

/** Deletes a folder that `placeFor` made elsewhere, and the folder around it if that was the last one. */
export function removePlace(path: string): void {
  removeDirectory(path);
  const around = dirname(path);
  if (basename(around) === 'fixpoint' && readdirSync(around).length === 0) rmdirSync(around);
}

/** Whether others may pass every folder from the root. Missing folders are made with this permission. */
function isReachable(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && (stat.mode & OTHERS_MAY_ENTER) === 0) return false;
  const parent = dirname(path);
  return parent === path || isReachable(parent);
}

function makeOwn(path: string): boolean {
  try {
    makeDirectory(path, 0o711);
    const stat = lstatSync(path);
    if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return false;
    chmodSync(path, 0o711);
    return true;
  } catch {
    return false;
  }
}
