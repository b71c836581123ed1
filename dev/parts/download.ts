/** Archives of others. Upstream signs none of the Temporal CLI: trust is its host's TLS, so a failure is no alarm. */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 300_000;
/** The architectures of Node by the names that Go gives them, and programs made with it. */
export const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

/** The unpacked program, or null when the archive cannot be fetched: then it is built instead. */
export async function downloadTemporal(
  version: string,
  workDir: string,
  report: (detail: string) => void,
  signal?: AbortSignal,
): Promise<string | null> {
  const arch = ARCHITECTURES[process.arch];
  if (!arch || (process.platform !== 'linux' && process.platform !== 'darwin')) return null;
  const url = `https://temporal.download/cli/archive/${version}?platform=${process.platform}&arch=${arch}`;
  const archive = join(workDir, 'temporal.tar.gz');
  try {
    report('downloading');
    await download(url, archive, report, signal);
    await promisify(execFile)('tar', ['-xzf', archive, '-C', workDir, 'temporal']);
    return join(workDir, 'temporal');
  } catch {
    return null;
  }
}

/** Gives up soon where nothing answers. */
export async function download(
  url: string,
  path: string,
  report: (detail: string) => void,
  wanted?: AbortSignal,
): Promise<void> {
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(), CONNECT_TIMEOUT_MS);
  const signal = AbortSignal.any([
    connecting.signal,
    AbortSignal.timeout(TOTAL_TIMEOUT_MS),
    ...(wanted ? [wanted] : []),
  ]);
  try {
    const response = await fetch(url, { signal });
    clearTimeout(timer);
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    let doneBytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        doneBytes += chunk.length;
        report(`downloading: ${Math.floor(doneBytes / 1_000_000)} MB`);
        done(null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(response.body), counted, createWriteStream(path), { signal });
  } finally {
    clearTimeout(timer);
  }
}
