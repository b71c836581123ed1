/** Tests that a worker does not start without a signing key, or with a wrong or known one. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#src/config.ts';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { accessTokenEnvironment, signingEnvironment } from '#dev/signing-key.ts';
import { openAccessTokenKey, openSigningKey } from '#src/keys/load-signing-key.ts';
import { toolchainOf } from '#temporal/worker/toolchain.ts';
import { ownFolder } from '#test/support/folder.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NEEDED = {
  DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:9/none',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'made-of-chance',
  S3_LINK_ACCESS_KEY: 'link-key',
  S3_LINK_SECRET_KEY: 'link-secret',
};
const PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const folder = ownFolder(afterAll);

const open = (env: Record<string, string>) => openSigningKey(loadConfig({ ...NEEDED, ...env }));

function keyFile(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

test('the key comes from a file, or from the setting with its line ends or without', async () => {
  const fromFile = await open({ NODE_ENV: 'production', SIGNING_KEY_FILE: keyFile('key.pem', PEM.toString()) });
  const fromText = await open({ NODE_ENV: 'production', SIGNING_KEY: PEM.toString() });
  const fromLine = await open({ NODE_ENV: 'production', SIGNING_KEY: PEM.toString().replaceAll('\n', '\\n') });
  expect(new Set([fromFile, fromText, fromLine].map(({ publicJwk }) => publicJwk.kid)).size).toBe(1);
});

test.each([
  ['there is none', () => ({}), /needs SIGNING_KEY or SIGNING_KEY_FILE/],
  ['there are two', () => ({ SIGNING_KEY: PEM.toString(), SIGNING_KEY_FILE: 'key.pem' }), /not both/],
  ['the file is not there', () => ({ SIGNING_KEY_FILE: join(folder, 'none') }), /cannot be read/],
  ['it is no key', () => ({ SIGNING_KEY: 'hunter2' }), /not a private key/],
  [
    'production is given a key of development',
    () => ({ NODE_ENV: 'production', SIGNING_KEY: newDevelopmentKey() }),
    /development key/,
  ],
])('it is an error when %s', async (_when, env, message) => {
  await expect(open(env())).rejects.toThrow(message);
});

test('a worker in production does not start without a key', () => {
  const env = { ...PROGRAM_ENV, ...NEEDED, NODE_ENV: 'production', SPOOL_DIR: folder };
  const worker = spawnSync(process.execPath, ['temporal/worker/main.ts'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(worker.status).toBe(1);
  expect(worker.stderr).toContain('The worker needs SIGNING_KEY or SIGNING_KEY_FILE');
});

test('development makes a key once, for its owner alone, and leaves a given one alone', async () => {
  const { SIGNING_KEY_FILE: file = '' } = signingEnvironment(folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { publicJwk } = await open({ SIGNING_KEY_FILE: file });
  expect(signingEnvironment(folder)).toEqual({ SIGNING_KEY_FILE: file });
  expect((await open({ SIGNING_KEY_FILE: file })).publicJwk).toEqual(publicJwk);
  await expect(open({ NODE_ENV: 'production', SIGNING_KEY_FILE: file })).rejects.toThrow(/development key/);
});

describe('the key of access tokens', () => {
  const openAccess = (env: Record<string, string>) => openAccessTokenKey(loadConfig({ ...NEEDED, ...env }));

  test('is the API’s own, and held to the same rules', async () => {
    const { publicJwk } = await openAccess({ NODE_ENV: 'production', ACCESS_TOKEN_KEY: PEM.toString() });
    expect(publicJwk.crv).toBe('P-256');
    await expect(openAccess({ SIGNING_KEY: PEM.toString() })).rejects.toThrow(/needs ACCESS_TOKEN_KEY or/);
    await expect(openAccess({ ACCESS_TOKEN_KEY: 'hunter2' })).rejects.toThrow(/not a private key/);
    const development = { NODE_ENV: 'production', ACCESS_TOKEN_KEY: newDevelopmentKey() };
    await expect(openAccess(development)).rejects.toThrow(/development key/);
  });

  test('is made once in development, and is not the key of attestations', async () => {
    const { ACCESS_TOKEN_KEY_FILE: file = '' } = accessTokenEnvironment(folder);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(accessTokenEnvironment(folder)).toEqual({ ACCESS_TOKEN_KEY_FILE: file });
    const { SIGNING_KEY_FILE: other = '' } = signingEnvironment(folder);
    const [own, signing] = [await openAccess({ ACCESS_TOKEN_KEY_FILE: file }), await open({ SIGNING_KEY_FILE: other })];
    expect(own.publicJwk.kid).not.toBe(signing.publicJwk.kid);
  });

  test('is missed by an API in production before it listens', () => {
    const env = { ...PROGRAM_ENV, ...NEEDED, NODE_ENV: 'production', SPOOL_DIR: folder };
    const api = spawnSync(process.execPath, ['api/main.ts'], { cwd: ROOT, env, encoding: 'utf8', timeout: 30_000 });
    expect(api.status).toBe(1);
    expect(api.stderr).toContain('The API needs ACCESS_TOKEN_KEY or ACCESS_TOKEN_KEY_FILE');
  });
});

test('attestations name the package, the runtime, the image and the isolation of parsers', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  expect(toolchainOf(loadConfig({ ...NEEDED, IMAGE_DIGEST: digest }), 'full')).toEqual({
    toolchainVersion: expect.stringMatching(/^fixpoint-\d+\.\d+\.\d+ node-24\.\d+\.\d+$/),
    engineVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    dockerImageDigest: digest,
    parserIsolation: 'full',
  });
  expect(toolchainOf(loadConfig(NEEDED), 'full').dockerImageDigest).toBe('unpinned');
});
