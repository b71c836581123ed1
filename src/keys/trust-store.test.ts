import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSigner, type Signer } from '#test/support/builders/signer.ts';
import { readTrustStore } from './trust-store.ts';

const [one, two, three] = ['One', 'Two', 'Three'].map((commonName) => createSigner({ commonName })) as [
  Signer,
  Signer,
  Signer,
];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trust-store-'));
});
afterAll(() => rm(folder, { recursive: true }));

function pem({ certificate }: Signer): string {
  return `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function sorted(signers: readonly Signer[]): string[] {
  return signers.map(({ certificate }) => certificate.toString('hex')).toSorted();
}

async function read(path: string): Promise<string[]> {
  return (await readTrustStore(path)).map((bytes) => Buffer.from(bytes).toString('hex')).toSorted();
}

test('a bundle of certificates with words in between, each once', async () => {
  const bundle = await file('bundle.txt', `# One\n${pem(one)}\nTwo:\n${pem(two)}${pem(one)}`);
  expect(await read(bundle)).toEqual(sorted([one, two]));
});

test('a single certificate as bytes', async () => {
  expect(await read(await file('one.der', one.certificate))).toEqual(sorted([one]));
});

test('a folder of both, in an order of its own', async () => {
  const store = join(folder, 'store');
  await mkdir(join(store, 'ignored.pem'), { recursive: true });
  await file('store/b.pem', pem(two));
  await file('store/c.cer', three.certificate);
  await file('store/a.crt', pem(one) + pem(two));
  await file('store/README', 'nothing to see');
  expect(await read(store)).toEqual(sorted([one, two, three]));
  const twice = await Promise.all([
    readTrustStore(store),
    readTrustStore(await file('same.pem', [three, two, one].map(pem).join(''))),
  ]);
  expect(twice[0]).toEqual(twice[1]);
});

test.each([
  ['is not there', () => Promise.resolve(join(folder, 'missing.pem')), /missing\.pem: cannot be read/],
  ['has no certificate', () => file('empty.pem', 'no certificates'), /empty\.pem: no certificates/],
  [
    'has a broken one',
    () => file('broken.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'),
    /broken\.pem: holds a certificate that cannot be read/,
  ],
])('what %s is an error that names the file', async (_, make, message) => {
  await expect(readTrustStore(await make())).rejects.toThrow(message);
});
