/** Sends one file, and reports how many of its bytes have left. */
import type { Progress } from '#clients/typescript/index.ts';
import { authorized } from '#portal/api/call.ts';
import { nameForMetadata } from '#portal/documents/names.ts';
import { optionsOf } from './options.ts';
import type { Upload } from './upload-state.ts';

interface Sending {
  readonly content: Blob;
  readonly batchId: string | null;
  readonly signal: AbortSignal;
  /** Bytes of the file, about. */
  readonly tell: (sentBytes: number) => void;
}

/** Answers the id of the submission; the service goes on with it by itself. */
export async function sendFile(upload: Upload, { content, batchId, signal, tell }: Sending): Promise<string> {
  const request = {
    ...optionsOf(upload.options),
    ...(batchId !== null && { batchId }),
    metadata: nameForMetadata(upload.name),
    respondAsync: true,
    idempotencyKey: upload.key,
    onProgress: ({ sentBytes }: Progress) => tell(sentBytes),
    signal,
  };
  const { submissionId } = await authorized((client) => client.normalize(content, request));
  return submissionId;
}
