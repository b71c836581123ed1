/** Packs documents into archives in the browser, one document at a time, each checked against its SHA-256. */
import { Zip, ZipPassThrough } from 'fflate';
import { responseOf } from '#portal/api/call.ts';
import { ApiProblem } from '#portal/api/problem.ts';
import { downloadAs } from '#portal/api/download.ts';
import { safeFileName, uniqueNames, withExtension } from '#portal/api/file-names.ts';
import { sha256OfBytes } from './sha256.ts';
import { type ArchivedDocument, inParts } from './archive-parts.ts';

interface Requested {
  /** The name without extension. */
  readonly name: string;
  readonly documents: readonly ArchivedDocument[];
  readonly signal: AbortSignal;
  /** Called after each document. */
  readonly tell: (done: number) => void;
}

/** Throws the error of the first unavailable document, so that no archive is incomplete. */
export async function downloadArchives({ name, documents, signal, tell }: Requested): Promise<void> {
  const parts = inParts(documents);
  let done = 0;
  for (const [index, part] of parts.entries()) {
    const archive = await archiveOf(part, signal, () => tell((done += 1)));
    const suffix = parts.length === 1 ? '' : ` (part ${index + 1} of ${parts.length})`;
    await downloadAs(safeFileName(`${name}${suffix}.zip`), archive);
  }
}

async function archiveOf(documents: readonly ArchivedDocument[], signal: AbortSignal, tell: () => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const zip = new Zip((error, chunk, isLast) => {
    if (error) return reject(error);
    chunks.push(new Uint8Array(chunk));
    if (isLast) resolve();
  });
  const unique = uniqueNames();
  const manifest: object[] = [];
  for (const { name, sha256, submissionId } of documents) {
    const file = unique(withExtension(name, 'pdf'));
    add(zip, file, await fetchArtifact(sha256, signal));
    manifest.push({ file, name, submissionId, sha256 });
    tell();
  }
  add(zip, unique('manifest.json'), new TextEncoder().encode(JSON.stringify(manifest, null, 2)));
  zip.end();
  await promise;
  return new Blob(chunks, { type: 'application/zip' });
}

/** The content is compressed already: packing it again would take time for nothing. */
function add(zip: Zip, name: string, bytes: Uint8Array): void {
  const file = new ZipPassThrough(name);
  zip.add(file);
  file.push(bytes, true);
}

async function fetchArtifact(hash: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await responseOf('getArtifact', { hash }, { signal });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isWhole = !isSecureContext || (await sha256OfBytes(bytes)) === hash;
  if (!isWhole) throw new ApiProblem(`The download of the document ${hash} is damaged. Try again.`);
  return bytes;
}
