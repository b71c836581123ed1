import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBag, textOf } from '#test/support/builders/bag.ts';
import { type Payload, writeBag } from './bag.ts';
import { csv, json, jsonLines } from './text.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-bag-'));
});
afterEach(() => rm(folder, { recursive: true }));

const OPTIONS = { folder: 'bag', identifier: 'id-1', date: new Date('2026-11-22T10:00:00Z'), guide: [] };
const write = (payloads: AsyncIterable<Payload> | Iterable<Payload>) =>
  writeBag({ ...OPTIONS, scratchDir: mkdtempSync(join(folder, 'scratch-')) }, Readable.from(payloads));
/** Each piece is copied, since its memory may be used again. */
async function zipOf(payloads: AsyncIterable<Payload> | Iterable<Payload>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of write(payloads)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
const text = (name: string, content: string): Payload => ({ name, content: Readable.from([content]) });

test('payloads come out as they went in, each with its line of the manifest', async () => {
  const bag = readBag(
    await zipOf([
      text('organization.json', '{"name":"Größe"}'),
      { name: 'artifacts/a.pdf', content: Readable.from([Buffer.alloc(300_000, 7), Buffer.from('end')]) },
      text('empty.ndjson', ''),
    ]),
  );
  expect([...bag.keys()]).toEqual([
    'data/organization.json',
    'data/artifacts/a.pdf',
    'data/empty.ndjson',
    'bagit.txt',
    'bag-info.txt',
    'manifest-sha256.txt',
    'tagmanifest-sha256.txt',
  ]);
  expect(textOf(bag, 'data/organization.json')).toBe('{"name":"Größe"}');
  expect(bag.get('data/artifacts/a.pdf')?.length).toBe(300_003);
  expect(textOf(bag, 'bag-info.txt')).toContain('External-Identifier: id-1\nPayload-Oxum: 300021.3\n');
});

test('what guides a reader lies first, beside the payloads, and is in the manifest of tags', async () => {
  const guide = [{ name: 'README.txt', content: 'Begin here.\n' }];
  const options = { ...OPTIONS, guide, scratchDir: mkdtempSync(join(folder, 'scratch-')) };
  const pieces: Buffer[] = [];
  for await (const piece of writeBag(options, Readable.from([text('a.txt', 'a')]))) pieces.push(Buffer.from(piece));
  const bag = readBag(Buffer.concat(pieces));
  expect([...bag.keys()].slice(0, 2)).toEqual(['README.txt', 'data/a.txt']);
  expect(textOf(bag, 'README.txt')).toBe('Begin here.\n');
  expect(textOf(bag, 'tagmanifest-sha256.txt')).toContain('  README.txt\n');
  expect(textOf(bag, 'manifest-sha256.txt')).not.toContain('README.txt');
});

test.each(['../escape', 'a/../../b', '/etc/passwd', 'C:\\windows', 'a\\b', 'a//b', '.hidden', 'nul\0', '', 'a b', 'é'])(
  'the name %j is refused',
  async (name) => {
    await expect(zipOf([text(name, 'x')])).rejects.toThrow('no name for an archive');
  },
);

test('a payload that breaks off, or cannot be had, fails the archive', async () => {
  async function* broken() {
    yield 'some';
    throw new Error('the store went away');
  }
  await expect(zipOf([{ name: 'a.txt', content: broken() }])).rejects.toThrow('the store went away');
  async function* none(): AsyncGenerator<Payload> {
    yield text('a.txt', 'a');
    throw new Error('the database went away');
  }
  await expect(zipOf(none())).rejects.toThrow('the database went away');
});

test('a reader that leaves stops whoever is asked for payloads', async () => {
  let asked = 0;
  const ended = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<Payload> {
    try {
      for (;;) yield { name: `p${asked++}.pdf`, content: Readable.from([Buffer.alloc(100_000, asked)]) };
    } finally {
      ended.resolve();
    }
  }
  const output = write(endless());
  for await (const _ of output) if (asked > 20) break;
  await ended.promise;
  const before = asked;
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(before);
});

test.each([
  ['another payload', (zip: Buffer) => zip.fill('x', 60, 62)],
  ['a missing end', (zip: Buffer) => zip.subarray(0, zip.length - 30)],
])('the judge of these tests notices %s', async (_what, change) => {
  const zip = await zipOf([text('artifacts/c.pdf', 'hello hello hello')]);
  expect(() => readBag(change(Buffer.from(zip)))).toThrow();
});

test('text files: pretty JSON, a document a line, and CSV with its quotes', async () => {
  const read = async (content: AsyncIterable<string>) => (await Array.fromAsync(content)).join('');
  expect(await read(json({ a: 1 }))).toBe('{\n  "a": 1\n}\n');
  expect(await read(jsonLines(Readable.from([1, 'x\ny']), (a) => ({ a })))).toBe('{"a":1}\n{"a":"x\\ny"}\n');
  const at = new Date('2026-11-22T00:00:00Z');
  expect(await read(csv(['at', 'name', 'used', 'gone'], [{ at, name: 'a "b", c', used: 3, gone: null }]))).toBe(
    'at,name,used,gone\r\n2026-11-22T00:00:00.000Z,"a ""b"", c",3,\r\n',
  );
  expect(await read(csv(['at', 'used'], []))).toBe('at,used\r\n');
});
