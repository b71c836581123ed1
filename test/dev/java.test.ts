/** Tests Java programs that are built once, with a separate PATH, cache and repository of libraries. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DevFailure } from '#dev/failure.ts';
import { findJavaProgram } from '#dev/parts/java.ts';
import { findVerapdf } from '#dev/parts/verapdf.ts';
import { ownFolder } from '#test/support/folder.ts';

const LIBRARY = 'bytes of a library';
const LIBRARY_PATH = 'org/example/library/1.0/library-1.0.jar';

let dir: string;
beforeEach(() => {
  dir = ownFolder(onTestFinished);
  for (const name of ['bin', 'source/src/main/java']) mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, 'source/src/main/java/Main.java'), 'class Main {}');
  vi.stubEnv('PATH', join(dir, 'bin'));
  vi.stubEnv('JAVA_HOME', '');
  vi.stubEnv('XDG_CACHE_HOME', join(dir, 'cache'));
  vi.stubEnv('FIXPOINT_DOWNLOAD', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function program(name: string, script: string): string {
  const path = join(dir, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const javaOf = (version: string) => program('java', `echo 'openjdk version "${version}" 2025-01-01' >&2`);
const cacheEntries = () => readdirSync(join(dir, 'cache/fixpoint'));

/** A program with one library that the list pins with this hash. */
async function sourceWith(sha256: string) {
  writeFileSync(join(dir, 'source/checksums.sha256'), `${sha256}  ${LIBRARY_PATH}\n`);
  const server = createServer((request, response) => {
    response.writeHead(request.url === `/${LIBRARY_PATH}` ? 200 : 404).end(LIBRARY);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const repository = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { name: 'Example', directory: join(dir, 'source'), repository };
}

const HASH = createHash('sha256').update(LIBRARY).digest('hex');
const find = async (sha256 = HASH) => findJavaProgram(await sourceWith(sha256), () => undefined);

test('a Java with a compiler builds the program once, from pinned libraries', async () => {
  const java = javaOf('17.0.15');
  program('javac', 'while [ "$1" != -d ]; do shift; done; echo compiled > "$2/Main.class"');
  const found = await find();
  const [folder = ''] = cacheEntries();
  const at = (name: string) => join(dir, 'cache/fixpoint', folder, name);
  expect(found).toEqual({ java, classPath: `${at('classes')}:${at('lib')}/*` });
  expect([readdirSync(at('classes')), readdirSync(at('lib'))]).toEqual([['Main.class'], ['library-1.0.jar']]);
  program('javac', 'exit 1');
  expect(await find()).toEqual(found);
});

test('a library with another hash is refused, and nothing of the build stays', async () => {
  javaOf('21');
  program('javac', 'exit 0');
  expect(await find('0'.repeat(64))).toEqual({
    missing: expect.stringMatching(/^Example is not available: .*library-1\.0\.jar is not the pinned file$/),
  });
  expect(cacheEntries()).toEqual([]);
});

test('a source that does not compile is a failure with the words of the compiler, and nothing of it stays', async () => {
  javaOf('21');
  program('javac', 'echo "Main.java:1: error" >&2; exit 1');
  await expect(find()).rejects.toThrow(new DevFailure('Example does not compile:\nMain.java:1: error\n'));
  expect(cacheEntries()).toEqual([]);
});

test('a compiler that cannot run is reported as missing, and nothing of the build stays', async () => {
  javaOf('21');
  program('javac', 'echo "Could not create the Java Virtual Machine." >&2; exit 1');
  expect(await find()).toEqual({ missing: expect.stringContaining('Example is not available: Command failed') });
  expect(cacheEntries()).toEqual([]);
});

test.each(['1.8.0_392', '10.0.2'])('Java %s is too old, and the pinned one is downloaded instead', async (version) => {
  javaOf(version);
  vi.stubEnv('FIXPOINT_DOWNLOAD', '0');
  expect(await find()).toEqual({ missing: 'Example is not available: FIXPOINT_DOWNLOAD=0 forbids to download it' });
});

test('validation is off where veraPDF is not available', async () => {
  vi.stubEnv('FIXPOINT_DOWNLOAD', '0');
  expect(await findVerapdf(() => undefined)).toEqual({
    missing: 'validation is off: veraPDF is not available: FIXPOINT_DOWNLOAD=0 forbids to download it',
  });
});
