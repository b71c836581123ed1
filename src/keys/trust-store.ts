/**
 * Reads the certificates in which the chain of a signer may end: PEM bundles, single certificates, or a folder of both.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The whole list is given to every parser child. */
const MAX_CERTIFICATES = 5_000;
const MAX_FILE_BYTES = 32 * 1024 * 1024;

const EXTENSIONS: ReadonlySet<string> = new Set(['.pem', '.crt', '.cer', '.der']);
const PEM_BLOCK = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/** Names the file; the message is for whoever set the path. */
export class TrustStoreError extends Error {
  override readonly name = 'TrustStoreError';
}

/** Answers certificates in DER, each once, in an order that does not depend on the folder's. */
export async function readTrustStore(path: string): Promise<readonly Uint8Array[]> {
  const found = new Map<string, Uint8Array>();
  for (const file of await filesOf(path)) {
    for (const certificate of await certificatesOf(file)) {
      found.set(createHash('sha256').update(certificate).digest('hex'), certificate);
      if (found.size > MAX_CERTIFICATES)
        throw new TrustStoreError(`${path}: more than ${MAX_CERTIFICATES} certificates`);
    }
  }
  if (found.size === 0) throw new TrustStoreError(`${path}: no certificates (PEM or DER) in it`);
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, certificate]) => certificate);
}

async function filesOf(path: string): Promise<string[]> {
  const stats = await stat(path).catch(unreadable(path));
  if (!stats.isDirectory()) return [path];
  const names = await readdir(path).catch(unreadable(path));
  const files: string[] = [];
  for (const name of names.toSorted()) {
    const file = join(path, name);
    if (EXTENSIONS.has(extname(name).toLowerCase()) && (await stat(file).catch(unreadable(file))).isFile())
      files.push(file);
  }
  return files;
}

async function certificatesOf(file: string): Promise<Uint8Array[]> {
  const { size } = await stat(file).catch(unreadable(file));
  if (size > MAX_FILE_BYTES) throw new TrustStoreError(`${file}: larger than any list of certificates`);
  const content = await readFile(file).catch(unreadable(file));
  const blocks = content.toString('latin1').match(PEM_BLOCK) ?? [];
  const isDer = blocks.length === 0 && content[0] === 0x30;
  return (isDer ? [content] : blocks).map((block) => toDer(block, file));
}

function toDer(block: string | Buffer, file: string): Uint8Array {
  try {
    return new Uint8Array(new X509Certificate(block).raw);
  } catch (error) {
    throw new TrustStoreError(`${file}: holds a certificate that cannot be read`, { cause: error });
  }
}

function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw new TrustStoreError(`${file}: cannot be read`, { cause: error });
  };
}
