/** Uploads of unknown length, with one part of them in memory. */
import type { Client } from 'minio';
import { PART_SIZE_BYTES } from './s3-client.ts';

/** Either all of it or nothing is there afterwards. Answers the size in bytes. */
export async function multipartUpload(
  client: Client,
  bucket: string,
  key: string,
  source: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<number> {
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, { 'Content-Type': contentType });
  try {
    const parts: { part: number; etag: string }[] = [];
    let sizeBytes = 0;
    for await (const bytes of inParts(source)) {
      const partNumber = parts.length + 1;
      const part = { bucketName: bucket, objectName: key, uploadID: uploadId, partNumber, headers: {} };
      const { etag } = await client.uploadPart(part, bytes);
      parts.push({ part: partNumber, etag });
      sizeBytes += bytes.length;
    }
    await client.completeMultipartUpload(bucket, key, uploadId, parts);
    return sizeBytes;
  } catch (error) {
    await client.abortMultipartUpload(bucket, key, uploadId).catch(() => undefined); // `error` says more
    throw error;
  }
}

/** An upload has 10,000 parts at most: after some thousands they grow, so that half a terabyte fits. */
const PARTS_OF_A_SIZE = 2_000;

/**
 * There is at least one part, the last of any size. All parts share one buffer, because the garbage of an archive
 * would otherwise be as large as the archive. The consumer must finish a part before it asks for the next.
 */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafeSlow(PART_SIZE_BYTES);
  let held = 0;
  let made = 0;
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length;) {
      const piece = chunk.subarray(taken, taken + part.length - held);
      part.set(piece, held);
      held += piece.length;
      taken += piece.length;
      if (held < part.length) continue;
      yield part;
      held = 0;
      made += 1;
      if (made % PARTS_OF_A_SIZE === 0) part = Buffer.allocUnsafeSlow(2 * part.length);
    }
  }
  if (held > 0 || made === 0) yield part.subarray(0, held);
}
