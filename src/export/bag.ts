/**
 * A BagIt bag (RFC 8493, version 1.0) as a ZIP file, written while it is read: no payload is held in memory, and what
 * every payload's line of the manifest needs is computed as it passes. The manifest waits in a file, since it grows with
 * the number of payloads; ZIP's own directory, some two hundred bytes an entry, is the only thing in memory that does.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface Payload {
  /** Below `data/`: letters, digits, dots, hyphens and underscores, in folders. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array | string>;
  /** Hex SHA-256 that it must turn out to have. */
  readonly sha256?: string;
}

export interface BagOptions {
  /** Of the one folder in the ZIP file, which is the bag. */
  readonly folder: string;
  /** External-Identifier of bag-info.txt. */
  readonly identifier: string;
  /** Bagging-Date, and the time of every entry. */
  readonly date: Date;
  /** A file that does not exist yet; the caller removes it. */
  readonly manifestPath: string;
}

/** A payload has another name, or other bytes, than it may have. */
class BagError extends Error {
  override readonly name = 'BagError';
}

/** The ZIP file's bytes. The payloads are asked for one at a time; their failure is the stream's. */
export function writeBag(options: BagOptions, payloads: AsyncIterable<Payload>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error('The ZIP file cannot be stopped.');
  const reader = new AbortController();
  output.once('close', () => reader.abort());
  output.on('error', () => undefined); // also of writing on after nobody reads any more
  zip.once('error', (error: Error) => output.destroy(error));
  fill({ zip, options, signal: reader.signal }, payloads).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error('The bag could not be written.', { cause: error }));
  });
  return output;
}

interface Bag {
  readonly zip: ZipFile;
  readonly options: BagOptions;
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal;
}

interface Written {
  readonly sha256: string;
  readonly sizeBytes: number;
}

async function fill(bag: Bag, payloads: AsyncIterable<Payload>): Promise<void> {
  const { manifestPath } = bag.options;
  const oxum = await addPayloads(bag, payloads);
  const tags = {
    'bagit.txt': Readable.from(['BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n']),
    'bag-info.txt': Readable.from([bagInfo(bag.options, oxum)]),
    'manifest-sha256.txt': createReadStream(manifestPath),
  };
  let tagManifest = '';
  for (const [name, content] of Object.entries(tags)) {
    tagManifest += line(await add(bag, name, content), name);
  }
  await add(bag, 'tagmanifest-sha256.txt', Readable.from([tagManifest]));
  bag.zip.end();
}

/** Answers the Payload-Oxum: octets and streams. */
async function addPayloads(bag: Bag, payloads: AsyncIterable<Payload>): Promise<string> {
  await using manifest = await open(bag.options.manifestPath, 'wx', 0o600);
  let octets = 0;
  let streams = 0;
  for await (const { name, content, sha256 } of payloads) {
    bag.signal.throwIfAborted();
    if (!isSafe(name)) throw new BagError('A payload has no name for an archive.');
    const written = await add(bag, `data/${name}`, Readable.from(content, { objectMode: false }));
    if (sha256 !== undefined && written.sha256 !== sha256) throw new BagError('A payload is not what its name says.');
    await manifest.write(line(written, `data/${name}`));
    octets += written.sizeBytes;
    streams += 1;
  }
  return `${octets}.${streams}`;
}

/** Resolves when the content has gone through; the ZIP file is at most its own buffer behind. */
async function add({ zip, options, signal }: Bag, name: string, content: Readable): Promise<Written> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      callback(null, chunk);
    },
  });
  // Lists gain by it. PDFs are compressed inside, and a compressor a report costs more than it saves.
  const compress = /\.(ndjson|csv|txt)$/.test(name);
  zip.addReadStream(counted, `${options.folder}/${name}`, { mtime: options.date, compress });
  await pipeline(content, counted, { signal });
  return { sha256: hash.digest('hex'), sizeBytes };
}

function line({ sha256 }: Written, name: string): string {
  return `${sha256}  ${name}\n`;
}

function bagInfo({ identifier, date }: BagOptions, oxum: string): string {
  const fields = {
    'Bag-Software-Agent': 'Fixpoint',
    'Bagging-Date': date.toISOString().slice(0, 10),
    'External-Identifier': identifier,
    'Payload-Oxum': oxum,
  };
  return Object.entries(fields)
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('');
}

/** No way out of the folder, on no system: no `..`, no backslash, no drive, nothing that needs to be escaped. */
function isSafe(name: string): boolean {
  return name.split('/').every((part) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(part));
}
