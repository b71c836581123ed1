/** Archives of others: what was fetched is taken when it has the SHA-256 that is pinned, and not otherwise. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { z } from 'zod';

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 300_000;
/** The architectures of Node by the names that Go gives them, and programs made with it. */
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

/** Archives lie in this folder of the web; each has a hash by its platform, for example `linux-amd64`. */
export const archivesSchema = z.object({ folder: z.string(), sha256: z.record(z.string(), z.string()) });
type Archives = z.infer<typeof archivesSchema>;

/**
 * Fetches the archive for this machine and unpacks it into a folder.
 * @param nameOf - its path below the folder of all, by the platform
 * @throws {Error} when there is none for this machine, it cannot be fetched, or it is another one than is pinned
 */
export async function fetchArchive(
  { folder, sha256 }: Archives,
  nameOf: (platform: string) => string,
  into: string,
  report: (detail: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const platform = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const pinned = sha256[platform];
  if (pinned === undefined) throw new Error(`there is no archive for ${platform}`);
  const url = `${folder}/${nameOf(platform)}`;
  const archive = join(into, 'archive.tar.gz');
  await download(url, archive, report, signal);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== pinned) throw new Error(`${url} is not the archive that is pinned`);
  await promisify(execFile)('tar', ['-xzf', archive, '-C', into], { signal });
}

/** Gives up soon where nothing answers. */
async function download(
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
