/**
 * Validates a BagIt bag in a ZIP file by RFC 8493 and APPNOTE 6.3.10, independent of the code that wrote it. Entries
 * are found by the central directory and checked against their CRC-32, and each payload against its line of the
 * manifest.
 */
import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';

/** The contents by name, without the folder of the bag. */
export type Bag = ReadonlyMap<string, Buffer>;

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

/** Throws if the file is no valid bag. */
export function readBag(zip: Buffer): Bag {
  const bag = readFolder(zip);
  validate(bag);
  return bag;
}

/** The files of an archive with one folder, in their order. Throws for another archive. */
export function readFolder(zip: Buffer): Bag {
  const entries = new Map(entriesOf(zip));
  const folders = new Set([...entries.keys()].map((name) => name.split('/')[0]));
  if (folders.size !== 1) throw new Error(`The archive has one folder, not ${[...folders].join(', ')}.`);
  const [folder = ''] = folders;
  return new Map([...entries].map(([name, content]) => [name.slice(folder.length + 1), content]));
}

function* entriesOf(zip: Buffer): Generator<[string, Buffer]> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('This is no ZIP file.');
  const { count, at: first } = directoryOf(zip, end);
  let at = first;
  const names = new Set<string>();
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('The central directory is broken.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (names.has(name)) throw new Error(`${name} is there twice.`);
    if (/(^|\/)\.\.?(\/|$)|\\|^\/|:|\0/.test(name)) throw new Error(`${name} leads out of the archive.`);
    names.add(name);
    yield [name, contentOf(zip, at, name)];
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
}

/** The number of entries and the position of the first header, from the ZIP64 record if the fields are too small. */
function directoryOf(zip: Buffer, end: number): { count: number; at: number } {
  const [count, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)];
  if (count < 0xffff && at < 0xffffffff) return { count, at };
  if (zip.readUInt32LE(end - 20) !== LOCATOR_64) throw new Error('The ZIP64 record cannot be found.');
  const end64 = Number(zip.readBigUInt64LE(end - 12));
  if (zip.readUInt32LE(end64) !== END_64) throw new Error('The ZIP64 record is not where its locator says.');
  return { count: Number(zip.readBigUInt64LE(end64 + 32)), at: Number(zip.readBigUInt64LE(end64 + 48)) };
}

function contentOf(zip: Buffer, central: number, name: string): Buffer {
  const method = zip.readUInt16LE(central + 10);
  const sum = zip.readUInt32LE(central + 16);
  const packed = zip.readUInt32LE(central + 20);
  const local = zip.readUInt32LE(central + 42);
  if (zip.readUInt32LE(local) !== LOCAL) throw new Error(`${name} has no local header.`);
  const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const stored = zip.subarray(begin, begin + packed);
  const content = method === 0 ? stored : inflateRawSync(stored);
  if (crc32(content) !== sum) throw new Error(`${name} has another checksum.`);
  return content;
}

function validate(bag: Bag): void {
  const declaration = textOf(bag, 'bagit.txt');
  if (declaration !== 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
    throw new Error('bagit.txt is wrong.');
  const payloads = compare(bag, 'manifest-sha256.txt');
  const inData = [...bag.keys()].filter((name) => name.startsWith('data/'));
  if (payloads.length !== inData.length) throw new Error('The manifest does not list every payload once.');
  if (!payloads.every((name) => name.startsWith('data/'))) throw new Error('The manifest lists what is no payload.');
  const tags = compare(bag, 'tagmanifest-sha256.txt');
  for (const name of ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt']) {
    if (!tags.includes(name)) throw new Error(`The tag manifest lacks ${name}.`);
  }
  const octets = inData.reduce((sum, name) => sum + (bag.get(name)?.length ?? 0), 0);
  if (!textOf(bag, 'bag-info.txt').includes(`Payload-Oxum: ${octets}.${inData.length}\n`))
    throw new Error('Payload-Oxum is wrong.');
}

/** Returns the names in a manifest after checking that each exists with its hash. */
function compare(bag: Bag, manifest: string): string[] {
  const lines = textOf(bag, manifest).split('\n').slice(0, -1);
  return lines.map((line) => {
    const [, hash, name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    const content = bag.get(name);
    if (!content) throw new Error(`${manifest} lists ${name}, which is not there.`);
    if (createHash('sha256').update(content).digest('hex') !== hash) throw new Error(`${name} has another hash.`);
    return name;
  });
}

export function textOf(bag: Bag, name: string): string {
  const content = bag.get(name);
  if (!content) throw new Error(`The bag has no ${name}.`);
  return content.toString('utf8');
}
