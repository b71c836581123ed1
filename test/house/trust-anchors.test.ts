/** Tests `fixpoint admin update-trust-anchors`: trusted lists become the anchors of the worker, or nothing changes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { updateTrustAnchors } from '#src/cli/admin/update-trust-anchors.ts';
import { readTrustStore } from '#src/keys/trust-store.ts';
import { createSigner, type Signer } from '#test/support/builders/signer.ts';
import { trustedList } from '#test/support/builders/trusted-list.ts';
import { ownFolder } from '#test/support/folder.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const union = createSigner({ kind: 'rsa', commonName: 'Signer of the list of the lists' });
const france = createSigner({ kind: 'ecdsa', commonName: 'Signer of the French list' });
const stranger = createSigner({ commonName: 'Stranger' });
const [authority, second, clock, former] = ['One', 'Two', 'Clock', 'Former'].map((commonName) =>
  createSigner({ commonName }),
);
const certificateOf = (signer: Signer | undefined) => signer?.certificate ?? Buffer.alloc(0);

let folder: string;
let said: string;
beforeEach(() => {
  folder = ownFolder(onTestFinished);
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  put('union.cer', union.certificate);
  put('france.cer', france.certificate);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function put(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const anchors = () => join(folder, 'anchors');
const update = (lists: readonly string[], { signers = 'france.cer', dryRun = false, now = NOW } = {}) =>
  updateTrustAnchors(anchors(), { list: lists, signers: join(folder, signers), dryRun }, now);
const held = async () =>
  (await readTrustStore(anchors())).map((bytes) => Buffer.from(bytes).toString('hex')).toSorted();
const expected = (...signers: (Signer | undefined)[]) =>
  signers.map((signer) => certificateOf(signer).toString('hex')).toSorted();

const french = (sequence: number, ...signers: (Signer | undefined)[]) =>
  trustedList(
    { territory: 'FR', sequence, services: signers.map((signer) => ({ certificate: certificateOf(signer) })) },
    { by: france },
  );

test('the granted services of a list become anchors: who certifies signers, and who stamps times', async () => {
  const services = [
    { certificate: certificateOf(authority) },
    { certificate: certificateOf(clock), type: 'TSA/QTST' },
    { certificate: certificateOf(second), type: 'CA/PKC' },
    { certificate: certificateOf(former), status: 'withdrawn' },
  ];
  const list = put('fr.xml', trustedList({ territory: 'FR', services }, { by: france }));
  expect(await update([list])).toBe(0);
  expect(await held()).toEqual(expected(authority, clock));
  expect(said).toContain('2 anchors, 2 of them new, 0 gone');
});

test('the next edition takes the place of the last, and says what it changes', async () => {
  expect(await update([put('fr.xml', french(1, authority, former))])).toBe(0);
  said = '';
  expect(await update([put('fr.xml', french(2, authority, second))])).toBe(0);
  expect(await held()).toEqual(expected(authority, second));
  expect(said).toContain('number 2 of 2026-01-01T00:00:00.000Z: 2 anchors, 1 of them new, 1 gone');
});

test('an older edition is refused', async () => {
  expect(await update([put('fr.xml', french(2, authority))])).toBe(0);
  expect(await update([put('fr.xml', french(1, former))])).toBe(1);
  expect(said).toContain('older than the existing one, 2');
  expect(await held()).toEqual(expected(authority));
});

test('the list of the lists says who signs the others', async () => {
  const pointers = { FR: france, DE: stranger };
  const all = put('eu.xml', trustedList({ territory: 'EU', pointers }, { by: union }));
  expect(await update([put('fr.xml', french(1, authority)), all], { signers: 'union.cer' })).toBe(0);
  expect(await held()).toEqual(expected(authority));
  expect(readdirSync(anchors())).toEqual(['trusted-list-FR.pem']);
});

test('who signs for one country signs for no other', async () => {
  const pointers = { FR: france, DE: stranger };
  const all = put('eu.xml', trustedList({ territory: 'EU', pointers }, { by: union }));
  const services = [{ certificate: certificateOf(authority) }];
  const forged = put('fr.xml', trustedList({ territory: 'FR', services }, { by: stranger }));
  expect(await update([all, forged], { signers: 'union.cer' })).toBe(1);
  expect(said).toContain('none of the given certificates signed it');
});

test('a dry run changes nothing', async () => {
  expect(await update([put('fr.xml', french(1, authority))], { dryRun: true })).toBe(0);
  expect(said).toContain('1 anchors, 1 of them new');
  expect(() => readdirSync(anchors())).toThrow('ENOENT');
});

describe('nothing changes when a list', () => {
  const good = () => french(1, authority);
  const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
  test.each<[string, () => string, RegExp]>([
    [
      'is of a stranger',
      () => trustedList({ territory: 'FR' }, { by: stranger }),
      /none of the given certificates signed it/,
    ],
    ['was changed', () => good().replace('<SchemeTerritory>FR', '<SchemeTerritory>DE'), /it was changed/],
    [
      'has another certificate now',
      () => good().replace(/<X509Certificate>[^<]+/, `<X509Certificate>${stranger.certificate.toString('base64')}`),
      /it was changed/,
    ],
    ['is signed twice', () => good().replace(/(<ds:Signature .*<\/ds:Signature>)/s, '$1$1'), /more than one signature/],
    ['is not signed', () => good().replace(/<ds:Signature .*<\/ds:Signature>/s, ''), /no signature/],
    [
      'stands within another document',
      () => good().replace(/^(<\?xml.*?\?>)\n(.*)$/s, '$1<Other>$2</Other>'),
      /no signature/,
    ],
    ['has entities', () => good().replace('\n', '\n<!DOCTYPE x [<!ENTITY a "b">]>'), /document type declaration/],
    ['is no XML', () => 'no list', /it is no XML/],
    [
      'is signed with SHA-1',
      () => trustedList({ territory: 'FR' }, { by: union, algorithm: SHA1 }),
      /does not hold: .*rsa-sha1/,
    ],
    [
      'is digested with SHA-1',
      () => trustedList({ territory: 'FR' }, { by: france, digest: 'sha1' }),
      /does not hold: .*sha1/,
    ],
    [
      'is out of date',
      () => trustedList({ territory: 'FR', nextUpdate: '2026-05-31T00:00:00Z' }, { by: france }),
      /out of date/,
    ],
    ['is closed', () => trustedList({ territory: 'FR', nextUpdate: null }, { by: france }), /out of date/],
    ['would leave the folder', () => trustedList({ territory: '../FR' }, { by: france }), /names no territory/],
    [
      'has a certificate that is none',
      () => trustedList({ territory: 'FR', services: [{ certificate: Buffer.from('x') }] }, { by: france }),
      /certificate that cannot be read/,
    ],
  ])('%s', async (_what, xml, reason) => {
    const other = put(
      'be.xml',
      trustedList({ territory: 'BE', services: [{ certificate: certificateOf(second) }] }, { by: france }),
    );
    expect(await update([other, put('fr.xml', xml())])).toBe(1);
    expect(said).toMatch(reason);
    expect(() => readdirSync(anchors())).toThrow('ENOENT');
  });
});

test('files that are not there are said so', async () => {
  expect(await update([join(folder, 'none.xml')])).toBe(1);
  expect(said).toMatch(/stay as they are: .*none\.xml/);
  expect(await update([put('fr.xml', french(1, authority))], { signers: 'none' })).toBe(1);
  expect(said).toMatch(/none: cannot be read/);
});

test('what is written says which edition it is, before its certificates', async () => {
  await update([put('fr.xml', french(7, authority))]);
  const text = readFileSync(join(anchors(), 'trusted-list-FR.pem'), 'utf8');
  expect(text).toMatch(
    /^Trusted list of FR, number 7, of 2026-01-01T00:00:00\.000Z, until 2030-01-01T00:00:00\.000Z\n-----BEGIN/,
  );
});
