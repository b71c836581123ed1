/** Where the programs come from, with a cache and a PATH of our own. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pinnedVersion } from '#dev/parts/tools.ts';

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
  const env = { PATH: join(dir, 'bin'), XDG_CACHE_HOME: join(dir, 'cache') };
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
  for (const way of ['https://go.dev/dl', 'put minio on PATH', 'set S3_ENDPOINT']) expect(reason).toContain(way);
});
