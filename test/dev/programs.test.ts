/** Tests the sources of programs, with a separate cache, PATH and registries. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findGo } from '#dev/parts/go.ts';
import { fetchProgram, findOnPath, pinnedSource, type Source } from '#dev/parts/programs.mjs';
import { pinnedVersion } from '#dev/parts/tools.ts';
import { ownFolder } from '#test/support/folder.ts';

const TOOLS = resolve(import.meta.dirname, '../../dev/parts/tools.ts');

let dir: string;
beforeEach(() => {
  dir = ownFolder(onTestFinished);
  mkdirSync(join(dir, 'bin'));
  vi.stubEnv('PATH', join(dir, 'bin'));
  vi.stubEnv('XDG_CACHE_HOME', join(dir, 'cache'));
  vi.stubEnv('FIXPOINT_DOWNLOAD', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function script(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const cacheEntries = () => readdirSync(join(dir, 'cache/fixpoint'));
const fakeGo = (body: string) => script(join(dir, 'bin/go'), body);

describe('a program that must be built', () => {
  /** The path of the program, or the reason for its absence. */
  function resolveMinio(): string {
    const ask = `
      import { resolveTool } from ${JSON.stringify(TOOLS)};
      console.log(await resolveTool('minio', (detail) => console.log(detail)).catch((error) => error.message));
    `;
    const env = { PATH: join(dir, 'bin'), XDG_CACHE_HOME: join(dir, 'cache'), FIXPOINT_DOWNLOAD: '0' };
    return spawnSync(process.execPath, ['--input-type=module', '-e', ask], { env, encoding: 'utf8' }).stdout.trim();
  }
  const cached = () => join(dir, 'cache/fixpoint', `minio-${pinnedVersion('minio')}`, 'minio');

  test('is taken from the PATH when it runs there, else from the cache', () => {
    script(cached(), 'exit 0');
    expect(resolveMinio()).toBe(cached());
    const onPath = script(join(dir, 'bin/minio'), 'exit 0');
    expect(resolveMinio()).toBe(onPath);
    script(onPath, 'exit 1');
    expect(resolveMinio()).toBe(cached());
  });

  test('is built once from the pinned module, with progress', () => {
    fakeGo(`
      [ "$GOFLAGS" = -mod=readonly ] && [ -f go.sum ] || exit 9
      echo 'go: downloading example.org/module v1.0.0' >&2
      echo example.org/package >&2
      while [ "$1" != -o ]; do shift; done
      printf '#!/bin/sh\\n' > "$2"; /bin/chmod 755 "$2"`);
    expect(resolveMinio().split('\n')).toEqual([
      'building with Go (minutes, once)',
      'building: 1 modules fetched',
      'building: 1 packages compiled',
      cached(),
    ]);
    fakeGo('exit 1');
    expect(resolveMinio()).toBe(cached());
  });

  test('leaves nothing in the cache when the build fails, whose output is shown', () => {
    fakeGo('echo "cannot find module" >&2; exit 1');
    expect(resolveMinio()).toMatch(/go build failed[^]*cannot find module$/);
    expect(cacheEntries()).toEqual([]);
  });

  test('names the ways out where there is no Go', () => {
    const reason = resolveMinio();
    expect(reason).toContain('there is no Go to build it with');
    expect(reason).toContain('FIXPOINT_DOWNLOAD=0');
    for (const way of ['https://go.dev/dl', 'put minio on PATH', 'set S3_ENDPOINT']) expect(reason).toContain(way);
  });
});

const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const PROGRAM = '#!/bin/sh\nexit 0\n';

/** A server with these files by their paths. Other paths give 404. */
async function serve(files: Readonly<Record<string, Uint8Array | string | RequestListener>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const file = files[request.url ?? ''];
    if (typeof file === 'function') file(request, response);
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function wheelOf(folder: string): Buffer {
  const executable = { os: 3, attrs: 0o100755 << 16 } as const;
  const program: [Uint8Array, typeof executable] = [Buffer.from(PROGRAM), executable];
  return Buffer.from(
    zipSync({ [`${folder}bin/tool`]: program, [`${folder}notes.txt`]: Buffer.from('notes'), other: Buffer.from('x') }),
  );
}

function archiveOf(): Buffer {
  script(join(dir, 'official/tool/bin/tool'), 'exit 0');
  const path = join(dir, 'official.tar.gz');
  for (const name of ['tar', 'gzip']) {
    const found = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync);
    if (!existsSync(join(dir, 'bin', name))) symlinkSync(found ?? '', join(dir, 'bin', name));
  }
  execFileSync('tar', ['-czf', path, '-C', join(dir, 'official'), '.'], { env: { PATH: join(dir, 'bin') } });
  return readFileSync(path);
}

/** The official archive and the wheel of a program. A missing one makes its source fail. */
function sourceOf(url: string, hashes: { archive?: string; wheel?: string }): Source {
  vi.stubEnv('PIP_INDEX_URL', `${url}/simple/`);
  return {
    version: '9.9.9',
    executable: 'bin/tool',
    archive: {
      url: `${url}/tool-{os}-{arch}.tar.gz`,
      folder: 'tool',
      sha256: { [platform]: hashes.archive ?? '0'.repeat(64) },
    },
    wheel: { project: 'tool-bin', folder: 'tool/', sha256: { [platform]: hashes.wheel ?? '1'.repeat(64) } },
  };
}

const archivePath = `/tool-${platform.replace('_', '-')}.tar.gz`;
const cachedTool = () => join(dir, 'cache/fixpoint/tool-9.9.9/bin/tool');
const silent = () => undefined;

describe('a program that is downloaded', () => {
  test('comes from its official archive, once, and progress counts the bytes', async () => {
    const archive = archiveOf();
    const { url, asked } = await serve({ [archivePath]: archive });
    const reports: string[] = [];
    const source = sourceOf(url, { archive: sha256(archive) });
    const fetched = () => fetchProgram('tool', (detail) => reports.push(detail), undefined, source);
    expect(await fetched()).toBe(cachedTool());
    expect(await fetched()).toBe(cachedTool());
    expect(asked).toEqual([archivePath]);
    expect(reports.at(-1)).toMatch(/^downloading, 0 of (0|\?) MB$/);
    expect(cacheEntries()).toEqual(['tool-9.9.9']);
  });

  test('comes from its wheel where the archive is away, without pip, tar or Python', async () => {
    const wheel = wheelOf('tool/');
    const page = `<a href="../../files/tool.whl#sha256=${sha256(wheel)}">tool.whl</a>`;
    const { url, asked } = await serve({ '/simple/tool-bin/': page, '/files/tool.whl': wheel });
    const path = await fetchProgram('tool', silent, undefined, sourceOf(url, { wheel: sha256(wheel) }));
    expect(readFileSync(path, 'utf8')).toBe(PROGRAM);
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readdirSync(dirname(dirname(path))).toSorted()).toEqual(['bin', 'notes.txt']);
    expect(asked).toEqual(['/simple/tool-bin/', '/files/tool.whl']);
  });

  test('is refused when it is not the pinned one, and nothing of it stays', async () => {
    const archive = archiveOf();
    const wheel = wheelOf('tool/');
    const page = `<a href="/files/tool.whl#sha256=${'1'.repeat(64)}">tool.whl</a>`;
    const { url } = await serve({ [archivePath]: archive, '/simple/tool-bin/': page, '/files/tool.whl': wheel });
    await expect(fetchProgram('tool', silent, undefined, sourceOf(url, {}))).rejects.toThrow(
      /tar\.gz is not the pinned file; .*tool\.whl is not the pinned file$/,
    );
    expect(cacheEntries()).toEqual([]);
  });

  test('is refused when the index does not list it', async () => {
    const { url } = await serve({ '/simple/tool-bin/': '<a href="tool.whl#sha256=other">tool.whl</a>' });
    await expect(fetchProgram('tool', silent, undefined, sourceOf(url, {}))).rejects.toThrow(
      'simple/tool-bin/ does not list the pinned file',
    );
  });

  test('names a server that nobody answers at', async () => {
    const source = sourceOf('http://127.0.0.1:1', {});
    archiveOf();
    await expect(fetchProgram('tool', silent, undefined, source)).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1\/tool-\S+ cannot be reached: .+; http:\/\/127\.0\.0\.1:1\/simple\/tool-bin\/ cannot be reached: /,
    );
  });

  test('is given up when it is no longer wanted, and the next start begins again', async () => {
    const archive = archiveOf();
    const stop = new AbortController();
    let isFirst = true;
    const { url } = await serve({
      [archivePath]: (_request, response) => {
        if (!isFirst) return void response.end(archive);
        isFirst = false;
        response.write(archive.subarray(0, 10));
        stop.abort(new Error('stopped'));
      },
    });
    const source = sourceOf(url, { archive: sha256(archive) });
    await expect(fetchProgram('tool', silent, stop.signal, source)).rejects.toThrow('stopped');
    expect(cacheEntries()).toEqual([]);
    expect(await fetchProgram('tool', silent, undefined, source)).toBe(cachedTool());
  });

  test('removes what a killed download left an hour ago', async () => {
    const left = join(dir, 'cache/fixpoint/tmp-tool-left');
    mkdirSync(left, { recursive: true });
    utimesSync(left, new Date(0), new Date(0));
    const archive = archiveOf();
    const { url } = await serve({ [archivePath]: archive });
    await fetchProgram('tool', silent, undefined, sourceOf(url, { archive: sha256(archive) }));
    expect(cacheEntries()).toEqual(['tool-9.9.9']);
  });

  test('is not downloaded where FIXPOINT_DOWNLOAD=0 forbids it', async () => {
    vi.stubEnv('FIXPOINT_DOWNLOAD', '0');
    const { url, asked } = await serve({});
    await expect(fetchProgram('tool', silent, undefined, sourceOf(url, {}))).rejects.toThrow('FIXPOINT_DOWNLOAD=0');
    expect(asked).toEqual([]);
  });
});

test('Go on the PATH is taken as it is, and a download is taken where there is none', async () => {
  const archive = archiveOf();
  const { url } = await serve({ [archivePath]: archive });
  const source = sourceOf(url, { archive: sha256(archive) });
  const reports: string[] = [];
  const find = () => findGo((detail) => reports.push(detail), undefined, source);
  expect(await Promise.all([find(), find()])).toEqual([
    { program: join(dir, 'cache/fixpoint/go-9.9.9/bin/tool') },
    { program: join(dir, 'cache/fixpoint/go-9.9.9/bin/tool') },
  ]);
  expect(reports[0]).toMatch(/^Go 9\.9\.9, once: downloading/);
  const onPath = fakeGo('exit 0');
  expect(await find()).toEqual({ program: onPath });
  expect(findOnPath('go')).toBe(onPath);
});

test('every pinned program names its hashes, and Temporal is of the version that is built elsewhere', () => {
  for (const name of ['temporal', 'seaweedfs', 'go', 'java']) {
    const { archive, wheel } = pinnedSource(name);
    const hashes = [archive, wheel].flatMap((one) => Object.values(one?.sha256 ?? {}));
    expect(hashes.length).toBeGreaterThanOrEqual(3);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(pinnedSource('temporal').version).toBe(pinnedVersion('temporal'));
});
