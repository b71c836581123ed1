import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBag, textOf } from '#test/builders/bag.ts';
import { type Payload, writeBag } from './bag.ts';
import { csv, json, jsonLines } from './text.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-bag-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (payloads: AsyncIterable<Payload> | Iterable<Payload>) => {
  const options = { folder: 'bag', identifier: 'id-1', date: new Date('2026-11-22T10:00:00Z') };
  return writeBag({ ...options, manifestPath: join(folder, randomUUID()) }, Readable.from(payloads));
};
const text = (name: string, content: string): Payload => ({ name, content: Readable.from([content]) });

test('payloads come out as they went in, each with its line of the manifest', async () => {
  const bag = readBag(
    await buffer(
      write([
        text('organization.json', '{"name":"Größe"}'),
        { name: 'artifacts/a.pdf', content: Readable.from([Buffer.alloc(300_000, 7), Buffer.from('end')]) },
        text('empty.ndjson', ''),
      ]),
    ),
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

test.each(['../escape', 'a/../../b', '/etc/passwd', 'C:\\windows', 'a\\b', 'a//b', '.hidden', 'nul\0', '', 'a b', 'é'])(
  'the name %j is refused',
  async (name) => {
    await expect(buffer(write([text(name, 'x')]))).rejects.toThrow('no name for an archive');
  },
);

test('a payload that is not what its name says fails the archive', async () => {
  const wrong = { ...text('artifacts/b.pdf', 'other bytes'), sha256: '0'.repeat(64) };
  await expect(buffer(write([wrong]))).rejects.toThrow('not what its name says');
});

test('a payload that breaks off, or cannot be had, fails the archive', async () => {
  async function* broken() {
    yield 'some';
    throw new Error('the store went away');
  }
  await expect(buffer(write([{ name: 'a.txt', content: broken() }]))).rejects.toThrow('the store went away');
  async function* none(): AsyncGenerator<Payload> {
    yield text('a.txt', 'a');
    throw new Error('the database went away');
  }
  await expect(buffer(write(none()))).rejects.toThrow('the database went away');
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

test('an archive that nobody reads is not written: nothing waits in memory', async () => {
  let asked = 0;
  async function* many(): AsyncGenerator<Payload> {
    for (; asked < 1_000; asked++) yield { name: `p${asked}.pdf`, content: Readable.from([Buffer.alloc(100_000)]) };
  }
  const output = write(many());
  await expect.poll(() => asked).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toBeLessThan(10);
  output.destroy();
});

test.each([
  ['another payload', (zip: Buffer) => zip.fill('x', 60, 62)],
  ['a missing end', (zip: Buffer) => zip.subarray(0, zip.length - 30)],
])('the judge of these tests notices %s', async (_what, change) => {
  const zip = await buffer(write([text('artifacts/c.pdf', 'hello hello hello')]));
  expect(() => readBag(change(Buffer.from(zip)))).toThrow();
});

test('text files: pretty JSON, a document a line, and CSV with its quotes', async () => {
  const read = async (content: AsyncIterable<string>) => (await Array.fromAsync(content)).join('');
  expect(await read(json({ a: 1 }))).toBe('{\n  "a": 1\n}\n');
  expect(await read(jsonLines(Readable.from([{ a: 1 }, { b: 'x\ny' }])))).toBe('{"a":1}\n{"b":"x\\ny"}\n');
  const at = new Date('2026-11-22T00:00:00Z');
  expect(await read(csv([{ at, name: 'a "b", c', used: 3, gone: null }]))).toBe(
    'at,name,used,gone\r\n2026-11-22T00:00:00.000Z,"a ""b"", c",3,\r\n',
  );
  expect(await read(csv([]))).toBe('');
});
