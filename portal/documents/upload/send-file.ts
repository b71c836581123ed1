/** Sends one file, and tells how much of it has left: fetch tells nothing of that, so that it is an XMLHttpRequest. */
import { authorized } from '#portal/api/call.ts';
import { problemFrom, Unreachable } from '#portal/api/problem.ts';
import { addressOf } from '#portal/api/send.ts';
import { bearer } from '#portal/api/session.ts';
import { nameForMetadata } from '#portal/documents/names.ts';
import { fieldsOf } from './options.ts';
import type { Upload } from './upload-state.ts';

interface Sending {
  readonly content: Blob;
  readonly batchId: string | null;
  readonly signal: AbortSignal;
  /** Bytes of the file, about. */
  readonly tell: (sentBytes: number) => void;
}

/** Answers the id of the submission; the service goes on with it by itself. */
export function sendFile(upload: Upload, { content, batchId, signal, tell }: Sending): Promise<string> {
  const form = new FormData();
  for (const [name, value] of fieldsOf(upload.options)) form.set(name, value);
  if (batchId !== null) form.set('batch_id', batchId);
  form.set('metadata', JSON.stringify(nameForMetadata(upload.name)));
  form.set('file', content, 'document.pdf');
  return authorized(async (who) => {
    const headers = { ...bearer(who), 'Idempotency-Key': upload.key, Prefer: 'respond-async' };
    const text = await post('api/normalize', form, headers, signal, tell);
    const { submissionId }: { submissionId: string } = JSON.parse(text);
    return submissionId;
  });
}

function post(
  path: string,
  body: FormData,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  tell: (sentBytes: number) => void,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  request.open('POST', addressOf(path));
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded }) => tell(loaded));
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    if (status >= 200 && status < 300) resolve(responseText);
    else reject(problemFrom(status, responseText));
  });
  request.addEventListener('error', () => reject(new Unreachable()));
  request.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
  signal.throwIfAborted();
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(body);
  return promise;
}
