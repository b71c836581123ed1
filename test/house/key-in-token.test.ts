/**
 * Tests a signing key that stays in a token and signs there (PKCS #11). The token is SoftHSM's. Without SoftHSM the
 * test is skipped.
 */
import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, type KeyPairKeyObjectResult, verify } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import koffi from 'koffi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cryptoki } from '#src/keys/cryptoki.ts';
import { openSigningKey } from '#src/keys/load-signing-key.ts';
import { parsePkcs11Uri } from '#src/keys/pkcs11-uri.ts';
import { publicJwkOf, publicPem } from '#src/keys/signing-key.ts';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];
const module = MODULES.find((path) => existsSync(path));

const PIN = '0000-fixpoint';

const openUri = (uri: string) =>
  openSigningKey({
    env: 'production',
    signingKey: { pem: null, file: null, uri },
  });

describe('a key in a token', requires('SoftHSM', module !== undefined), () => {
  const folder = ownFolder(afterAll);
  const keys = new Map<string, KeyPairKeyObjectResult>();
  const uriOf = (object: string, { token = 'one', pin = 'pin' } = {}) =>
    `pkcs11:token=${token};object=${object}?module-path=${module}&pin-source=file:${join(folder, pin)}`;

  beforeAll(() => {
    mkdirSync(join(folder, 'tokens'));
    writeFileSync(
      join(folder, 'softhsm2.conf'),
      `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`,
    );
    writeFileSync(join(folder, 'pin'), `${PIN}\n`);
    writeFileSync(join(folder, 'wrong-pin'), '1111');
    process.env['SOFTHSM2_CONF'] = join(folder, 'softhsm2.conf');
    for (const token of ['one', 'two']) {
      util('--init-token', '--free', '--label', token, '--so-pin', PIN, '--pin', PIN);
    }
    put('attestations', 'a1', 'prime256v1');
    put('other', 'a2', 'prime256v1');
    put('twin', 'b1', 'prime256v1');
    put('twin', 'b2', 'prime256v1');
    put('long', 'c1', 'secp384r1');
  });

  function util(...args: string[]): void {
    execFileSync('softhsm2-util', args, { stdio: 'pipe' });
  }

  function put(label: string, id: string, namedCurve: string): void {
    const pair = generateKeyPairSync('ec', { namedCurve });
    const file = join(folder, `${id}.pem`);
    writeFileSync(file, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    util('--import', file, '--token', 'one', '--label', label, '--id', id, '--pin', PIN);
    keys.set(id, pair);
  }

  const published = (id: string) => {
    const pair = keys.get(id);
    if (pair === undefined) throw new Error(`There is no key ${id}.`);
    return publicJwkOf(createPublicKey(pair.privateKey));
  };

  test('is found by its label and signs; its public half is what is published', async () => {
    const key = await openUri(uriOf('attestations'));
    expect(key.publicJwk).toEqual(published('a1'));
    const bytes = Buffer.from('anything');
    const signature = await key.sign(bytes);
    const form = { key: publicPem(key.publicJwk), dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', bytes, form, signature)).toBe(true);
  });

  test('is found by its id, where two have one label', async () => {
    await expect(openUri(uriOf('twin'))).rejects.toThrow(/more than one such private EC key/);
    const uri = `pkcs11:token=one;id=%b2?module-path=${module}&pin-source=${join(folder, 'pin')}`;
    expect((await openUri(uri)).publicJwk).toEqual(published('b2'));
  });

  test('signs for many at once, each what it gave', async () => {
    const key = await openUri(uriOf('other'));
    const form = { key: publicPem(key.publicJwk), dsaEncoding: 'ieee-p1363' } as const;
    const texts = Array.from({ length: 50 }, (_, index) => Buffer.from(`document ${index}`));
    const signatures = await Promise.all(texts.map((text) => key.sign(text)));
    expect(texts.map((text, index) => verify('sha256', text, form, signatures[index] ?? Buffer.alloc(0)))).toEqual(
      texts.map(() => true),
    );
  });

  test('signs on when memory was collected: its library stays loaded', async () => {
    const key = await openUri(uriOf('other'));
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const form = { key: publicPem(key.publicJwk), dsaEncoding: 'ieee-p1363' } as const;
    for (let round = 0; round < 5; round++) {
      collect();
      await setImmediate();
      const bytes = Buffer.from(`round ${round}`);
      expect(verify('sha256', bytes, form, await key.sign(bytes))).toBe(true);
    }
  });

  test('signs again after the token has lost its sessions, as when it was restarted', async () => {
    const key = await openUri(uriOf('attestations'));
    const slot = (await cryptoki(module ?? '')).slots().find(({ label }) => label === 'one');
    expect(koffi.load(module ?? '').func('ulong C_CloseAllSessions(ulong)')(slot?.id)).toBe(0);
    const bytes = Buffer.from('after the restart');
    const form = { key: publicPem(key.publicJwk), dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', bytes, form, await key.sign(bytes))).toBe(true);
  });

  test('does not try a PIN again that the token has refused, and takes the right one when it is there', async () => {
    const pinFile = join(folder, 'changing-pin');
    writeFileSync(pinFile, PIN);
    const key = await openUri(uriOf('attestations', { pin: 'changing-pin' }));
    const slot = (await cryptoki(module ?? '')).slots().find(({ label }) => label === 'one');
    koffi.load(module ?? '').func('ulong C_CloseAllSessions(ulong)')(slot?.id);
    writeFileSync(pinFile, 'changed in the module alone');
    const bytes = Buffer.from('x');
    await expect(key.sign(bytes)).rejects.toThrow(/0x000000a0 to C_Login/);
    await expect(key.sign(bytes)).rejects.toThrow(/has refused this PIN before/);
    writeFileSync(pinFile, PIN);
    expect(await key.sign(bytes)).toHaveLength(64);
  });

  test.each([
    ['there is no such key', () => uriOf('none'), /no such private EC key/],
    ['there is no such token', () => uriOf('attestations', { token: 'three' }), /no such token/],
    ['the PIN is wrong', () => uriOf('attestations', { token: 'two', pin: 'wrong-pin' }), /0x000000a0 to C_Login/],
    [
      'the file of the PIN is not there',
      () => uriOf('attestations', { pin: 'none' }),
      /pin-source names cannot be read/,
    ],
    ['it is on another curve', () => uriOf('long'), /not on the curve P-256/],
    ['the module is none', () => 'pkcs11:object=o?module-path=/etc/hostname', /module cannot be loaded/],
  ])('is refused when %s', async (_when, uri, message) => {
    await expect(openUri(uri())).rejects.toThrow(message);
  });
});

test.each([
  ['pkcs11:object=o', /names no module-path/],
  ['pkcs11:token=t?module-path=/lib.so', /neither object nor id/],
  ['pkcs11:object=o;type=cert?module-path=/lib.so', /something else than a private key/],
  ['pkcs11:object=o?module-path=/lib.so&pin-value=1234', /not known: pin-value/],
  ['pkcs11:object=o;object=p?module-path=/lib.so', /names object twice/],
])('the address %s is refused', (uri, message) => {
  expect(() => parsePkcs11Uri(uri)).toThrow(message);
});

test('an address may escape any byte, and names its file of the PIN in each usual way', () => {
  const read = (source: string) =>
    parsePkcs11Uri(`pkcs11:id=%00%FF;object=a%3Bb?module-path=/l.so&pin-source=${source}`);
  expect(read('file:/run/pin')).toMatchObject({ id: Buffer.from([0, 255]), object: 'a;b', pinFile: '/run/pin' });
  expect([read('file:///run/pin'), read('/run/pin')].map(({ pinFile }) => pinFile)).toEqual(['/run/pin', '/run/pin']);
});

test('a key in a file and one in a token are not set together', async () => {
  const signingKey = { pem: null, file: 'key.pem', uri: 'pkcs11:object=o?module-path=/lib.so' };
  await expect(openSigningKey({ env: 'production', signingKey })).rejects.toThrow(/not both/);
});
