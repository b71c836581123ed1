/** Where veraPDF comes from, and what is said where it cannot come from anywhere. Java and Maven are shell scripts. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findVerapdf } from '#dev/parts/verapdf.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fixpoint-verapdf-'));
  mkdirSync(join(dir, 'bin'));
  vi.stubEnv('PATH', join(dir, 'bin'));
  vi.stubEnv('JAVA_HOME', '');
  vi.stubEnv('XDG_CACHE_HOME', join(dir, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

function program(name: string, script: string): void {
  const path = join(dir, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const javaOf = (version: string) => program('java', `echo 'openjdk version "${version}" 2025-01-01' >&2`);
const missing = async () => {
  const found = await findVerapdf(() => {});
  return 'missing' in found ? found.missing : null;
};

test('no Java', async () => {
  expect(await missing()).toBe('validation is off: no Java 11 or newer on PATH or in JAVA_HOME');
});

test('a Java that is too old, or does not run', async () => {
  for (const version of ['1.8.0_392', '10.0.2']) {
    javaOf(version);
    expect(await missing()).toContain('no Java 11 or newer');
  }
  program('java', 'exit 1');
  expect(await missing()).toContain('no Java 11 or newer');
});

test('Java without Maven to build with', async () => {
  javaOf('17.0.15');
  expect(await missing()).toBe('validation is off: no Maven (mvn) to build veraPDF with, once');
});

test('a build that fails says why and leaves nothing', async () => {
  javaOf('21');
  program('mvn', 'echo "[ERROR] Could not resolve dependencies"; exit 1');
  expect(await missing()).toContain('Could not resolve dependencies');
  expect(readdirSync(join(dir, 'cache/fixpoint'))).toEqual([]);
});

test('libraries other than the ones pinned are not run', async () => {
  javaOf('21');
  const mkdir = existsSync('/bin/mkdir') ? '/bin/mkdir' : '/usr/bin/mkdir';
  program('mvn', `${mkdir} -p target/lib; echo other > target/lib/core-1.30.2.jar; echo > target/validator.jar`);
  expect(await missing()).toContain('the libraries are not those of validator/checksums.sha256');
  expect(readdirSync(join(dir, 'cache/fixpoint'))).toEqual([]);
});
