/** Documents on their way to the service: from bytes, files, streams and paths, and how much of them has been sent. */
import { IS_PAGE, sendWithProgress } from './browser-upload.ts';
import type { Body } from './transport.ts';

type Chunks = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/**
 * A text or a URL is the path of a file (Node, Deno, Bun). A stream can be read once, so it is sent once; a function that
 * opens one is called again before each attempt.
 */
export type PdfSource = Uint8Array | ArrayBuffer | Blob | Chunks | (() => Chunks | Promise<Chunks>) | string | URL;

export interface Progress {
  /** Begins anew with each attempt. */
  readonly sentBytes: number;
  /** Null for a stream. */
  readonly totalBytes: number | null;
}

export type OnProgress = (progress: Progress) => void;

export interface Part {
  readonly name: string;
  readonly source: PdfSource;
}

/** A form of fields and documents. Documents come last, so that the service knows its options when it reads them. */
export async function formBody(
  fields: Readonly<Record<string, string>>,
  parts: readonly Part[],
  onProgress: OnProgress | undefined,
  hasOwnFetch: boolean,
): Promise<Body> {
  const documents = await Promise.all(parts.map(async ({ name, source }) => ({ name, source: await known(source) })));
  const isRepeatable = documents.every(({ source }) => source instanceof Blob || typeof source === 'function');
  const blobs = documents.filter((one): one is Blobbed => one.source instanceof Blob);
  if (blobs.length === documents.length && (onProgress === undefined || IS_PAGE)) {
    const open = async () => ({ body: formOf(fields, blobs) });
    if (!onProgress || hasOwnFetch) return { isRepeatable, open };
    const send = (touch: () => void) =>
      sendWithProgress((progress) => {
        touch();
        onProgress(progress);
      });
    return { isRepeatable, open, send };
  }
  return { isRepeatable, open: (touch) => streamed(fields, documents, { touch, onProgress }) };
}

interface Blobbed {
  readonly name: string;
  readonly source: Blob;
}

type Known = Blob | Chunks | (() => Chunks | Promise<Chunks>);

async function known(source: PdfSource): Promise<Known> {
  if (source instanceof Blob) return source;
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return new Blob([new Uint8Array(source)]);
  if (typeof source === 'string' || source instanceof URL) return fileAt(source);
  // A browser sends no stream by HTTP/1.
  return IS_PAGE ? blobOf(await opened(source)) : source;
}

interface FileSystem {
  readonly promises: { access(path: string | URL): Promise<void> };
  openAsBlob(path: string | URL): Promise<Blob>;
}

/** Not imported: where there are no files, there is no such module either. */
async function fileAt(path: string | URL): Promise<Blob> {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): FileSystem | undefined } };
  const files = process?.getBuiltinModule?.('node:fs');
  if (!files) throw new TypeError('A document can be given by its path in Node from 20.16 on, Deno and Bun alone.');
  // This says why a file cannot be read, as the next does not.
  await files.promises.access(path);
  return files.openAsBlob(path);
}

async function opened(source: Chunks | (() => Chunks | Promise<Chunks>)): Promise<Chunks> {
  return typeof source === 'function' ? source() : source;
}

async function blobOf(source: Chunks): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunksOf(source)) chunks.push(new Uint8Array(chunk));
  return new Blob(chunks);
}

/** Not every browser iterates over its streams. */
async function* chunksOf(source: Chunks): AsyncGenerator<Uint8Array> {
  if (!('getReader' in source)) return yield* source;
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function formOf(fields: Readonly<Record<string, string>>, documents: readonly Blobbed[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, source } of documents)
    form.append(name, new File([source], 'document.pdf', { type: 'application/pdf' }));
  return form;
}

interface Telling {
  readonly touch: () => void;
  readonly onProgress: OnProgress | undefined;
}

/** The form as a stream (RFC 7578), of which nobody keeps more than a piece. */
async function streamed(
  fields: Readonly<Record<string, string>>,
  documents: readonly { readonly name: string; readonly source: Known }[],
  { touch, onProgress }: Telling,
): Promise<RequestInit> {
  const encoder = new TextEncoder();
  const boundary = `fixpoint-${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const file = '; filename="document.pdf"\r\nContent-Type: application/pdf';
  const before = encoder.encode(
    Object.entries(fields)
      .map(([name, value]) => `${head(name)}${value}\r\n`)
      .join(''),
  );
  const heads = documents.map(({ name }) => encoder.encode(head(name, file)));
  const end = encoder.encode('\r\n');
  const after = encoder.encode(`--${boundary}--\r\n`);
  const sizes = documents.map(({ source }) => (source instanceof Blob ? source.size : null));
  const totalBytes = sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const around = [before, ...heads, after].reduce((sum, { length }) => sum + length, end.length * documents.length);
  let sentBytes = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield before;
    for (const [index, { source }] of documents.entries()) {
      yield heads[index] ?? end;
      for await (const chunk of chunksOf(source instanceof Blob ? source.stream() : await opened(source))) {
        yield chunk;
        sentBytes += chunk.length;
        touch();
        onProgress?.({ sentBytes, totalBytes });
      }
      yield end;
    }
    yield after;
  }
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    ...(totalBytes !== null && { 'Content-Length': String(around + totalBytes) }),
  };
  const init: RequestInit & { duplex: 'half' } = { body: streamOf(pieces()), headers, duplex: 'half' };
  return init;
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
