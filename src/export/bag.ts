/**
 * A BagIt bag (RFC 8493, version 1.0) as a ZIP file, written while it is read: no payload is held in memory, and what
 * every payload's line of the manifest needs is computed as it passes. The manifest and ZIP's own directory, which grow
 * with the number of payloads, wait in files.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ScratchFile, scratchFile } from './scratch.ts';
import { writeZip, type ZipEntry } from './zip.ts';

export interface Payload {
  /** Below `data/`: letters, digits, dots, hyphens and underscores, in folders. */
  readonly name: string;
  /** Its pieces may be memory that is used again. */
  readonly content: AsyncIterable<Uint8Array | string>;
}

/** A short text at the top of the bag. */
export interface GuideFile {
  readonly name: string;
  readonly content: string;
}

export interface BagOptions {
  /** Of the one folder in the ZIP file, which is the bag. */
  readonly folder: string;
  /** External-Identifier of bag-info.txt. */
  readonly identifier: string;
  /** Bagging-Date, and the time of every entry. */
  readonly date: Date;
  /** Files beside the payloads, for whoever opens the bag: tag files of RFC 8493, section 2.2.4. */
  readonly guide: readonly GuideFile[];
  /** A private directory for what waits; the caller removes it. */
  readonly scratchDir: string;
}

/** The name of a payload is not allowed. */
class BagError extends Error {
  override readonly name = 'BagError';
}

/**
 * The ZIP file's bytes. The payloads are read one at a time, and a failure of one is a failure of the bag. Pieces may
 * be reused memory, so the caller must finish with one before it requests the next.
 */
export async function* writeBag(options: BagOptions, payloads: AsyncIterable<Payload>): AsyncGenerator<Uint8Array> {
  const { scratchDir, date } = options;
  await using manifest = await scratchFile(join(scratchDir, 'manifest'));
  await using directory = await scratchFile(join(scratchDir, 'directory'));
  yield* writeZip(entries(options, payloads, manifest), { date, directory });
}

async function* entries(
  options: BagOptions,
  payloads: AsyncIterable<Payload>,
  manifest: ScratchFile,
): AsyncGenerator<ZipEntry> {
  const inFolder = (name: string, content: AsyncIterable<Uint8Array>): ZipEntry => {
    // Lists gain by it. PDFs are compressed inside, and a compressor a report costs more than it saves.
    const compress = /\.(ndjson|csv|txt|py)$/.test(name);
    return { name: `${options.folder}/${name}`, content, compress };
  };
  let tagManifest = '';
  async function* tagFile(name: string, content: AsyncIterable<Uint8Array | string>): AsyncGenerator<ZipEntry> {
    const tag = measured(content);
    yield inFolder(name, tag.bytes);
    tagManifest += line(tag.sha256(), name);
  }
  for (const { name, content } of options.guide) yield* tagFile(name, text(content));
  let octets = 0;
  let streams = 0;
  for await (const { name, content } of payloads) {
    if (!isSafe(name)) throw new BagError('A payload has no name for an archive.');
    const payload = measured(content);
    yield inFolder(`data/${name}`, payload.bytes);
    await manifest.append(line(payload.sha256(), `data/${name}`));
    octets += payload.sizeBytes();
    streams += 1;
  }
  yield* tagFile('bagit.txt', text('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'));
  yield* tagFile('bag-info.txt', text(bagInfo(options, `${octets}.${streams}`)));
  yield* tagFile('manifest-sha256.txt', manifest.read());
  yield inFolder('tagmanifest-sha256.txt', measured(text(tagManifest)).bytes);
}

/** Its hash and size, in bytes, are known once its bytes have been read to their end. */
function measured(content: AsyncIterable<Uint8Array | string>) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      const read = typeof piece === 'string' ? Buffer.from(piece) : piece;
      hash.update(read);
      sizeBytes += read.length;
      yield read;
    }
  }
  return { bytes: bytes(), sha256: () => hash.digest('hex'), sizeBytes: () => sizeBytes };
}

async function* text(value: string): AsyncGenerator<string> {
  yield value;
}

function line(sha256: string, name: string): string {
  return `${sha256}  ${name}\n`;
}

/** The Payload-Oxum is octets and streams of the payloads. */
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

/**
 * Whether a name leads out of the folder on no system: it has no `..`, no backslash, no drive, nothing that needs to be
 * escaped.
 */
function isSafe(name: string): boolean {
  return name.split('/').every((part) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(part));
}
