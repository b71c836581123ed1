/** Sends a form from a page in a browser, whose `fetch` does not tell how much it has sent. */
import type { OnProgress } from './upload.ts';

/** As much of the browser's XMLHttpRequest as is used here, which Node's types do not have. */
interface BrowserRequest {
  responseType: string;
  readonly status: number;
  readonly statusText: string;
  readonly response: Blob;
  readonly upload: { addEventListener(name: 'progress', tell: (event: UploadEvent) => void): void };
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  addEventListener(name: 'loadend', end: () => void): void;
  send(body: FormData | null): void;
  abort(): void;
}

interface UploadEvent {
  readonly loaded: number;
  readonly total: number;
  readonly lengthComputable: boolean;
}

const Request: (new () => BrowserRequest) | undefined = Reflect.get(globalThis, 'XMLHttpRequest');

export const IS_PAGE = Request !== undefined;

/** As `fetch` does, for a form. */
export function sendWithProgress(onProgress: OnProgress): typeof fetch {
  return async (url, { method = 'POST', headers, body, signal } = {}) =>
    new Promise<Response>((resolve, reject) => {
      if (!Request) throw new TypeError('Only a page in a browser sends this way.');
      const request = new Request();
      request.open(method, url instanceof URL ? url.href : typeof url === 'string' ? url : url.url);
      request.responseType = 'blob';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      const stop = () => request.abort();
      signal?.addEventListener('abort', stop);
      request.upload.addEventListener('progress', ({ loaded, lengthComputable, total }) =>
        onProgress({ sentBytes: loaded, totalBytes: lengthComputable ? total : null }),
      );
      request.addEventListener('loadend', () => {
        signal?.removeEventListener('abort', stop);
        if (request.status === 0) return reject(signal?.reason ?? new TypeError('The request was not answered.'));
        const { status, statusText, response } = request;
        resolve(new Response(response, { status, statusText, headers: headersOf(request) }));
      });
      request.send(body instanceof FormData ? body : null);
    });
}

function headersOf(request: BrowserRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
