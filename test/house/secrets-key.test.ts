/** Tests the key of the worker that seals secrets: its source, and a missing or weak one. */
import { statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '#src/config.ts';
import { secretsEnvironment } from '#dev/signing-key.ts';
import { openSealer } from '#src/keys/secrets-key.ts';
import { ownFolder } from '#test/support/folder.ts';

const NEEDED = {
  DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:9/none',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  S3_LINK_ACCESS_KEY: 'link-key',
  S3_LINK_SECRET_KEY: 'link-secret',
};
const KEY = randomBytes(32).toString('base64');
const SECRET = Buffer.from('a secret');

const folder = ownFolder(afterAll);

const open = (env: Record<string, string | undefined>) => openSealer(loadConfig({ ...NEEDED, ...env }));

test('the key comes from the setting or from a file, which may hold older ones too', async () => {
  const file = join(folder, 'own-key');
  writeFileSync(file, `${randomBytes(32).toString('base64')}\n${KEY}\n`);
  const fromText = await open({ NODE_ENV: 'production', SECRETS_KEY: KEY });
  const fromFile = await open({ NODE_ENV: 'production', SECRETS_KEY_FILE: file });
  expect(fromFile.open(fromText.seal(SECRET, 'owner'), 'owner')).toEqual(SECRET);
});

test.each([
  ['there is none', {}, /needs SECRETS_KEY or SECRETS_KEY_FILE/],
  ['there are two', { SECRETS_KEY: KEY, SECRETS_KEY_FILE: 'key' }, /not both/],
  ['the file is not there', { SECRETS_KEY_FILE: '/nowhere/key' }, /cannot be read/],
  ['it is a password', { SECRETS_KEY: 'hunter2' }, /32 bytes in base64/],
])('it is an error when %s', async (_when, env, message) => {
  await expect(open(env)).rejects.toThrow(message);
});

test('development makes a key once, for its owner alone, which production refuses', async () => {
  const made = secretsEnvironment(folder);
  expect(secretsEnvironment(folder)).toEqual(made);
  expect(statSync(String(made['SECRETS_KEY_FILE'])).mode & 0o777).toBe(0o600);
  const sealer = await open(made);
  expect(sealer.open(sealer.seal(SECRET, 'owner'), 'owner')).toEqual(SECRET);
  await expect(open({ ...made, NODE_ENV: 'production' })).rejects.toThrow(/one of development/);
});

test('receivers on this machine are for development, and plain HTTP too', () => {
  const receivers = (env: Record<string, string>) => loadConfig({ ...NEEDED, ...env }).receivers;
  expect(receivers({})).toEqual({ http: true, loopback: false });
  expect(receivers({ WEBHOOK_ALLOW_LOOPBACK: '1' })).toEqual({ http: true, loopback: true });
  expect(receivers({ NODE_ENV: 'production' })).toEqual({ http: false, loopback: false });
  expect(() => receivers({ NODE_ENV: 'production', WEBHOOK_ALLOW_LOOPBACK: '1' })).toThrow('WEBHOOK_ALLOW_LOOPBACK');
});
