/** The client's upload in a page, as the list of files uses it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A request of a browser that sends a part of its body every two minutes. */
class SlowRequest extends EventTarget {
  readonly upload = new EventTarget();
  responseType = '';
  status = 0;
  statusText = '';
  response = new Blob();

  open(): void {}
  setRequestHeader(): void {}
  getAllResponseHeaders(): string {
    return 'Content-Type: application/json\r\n';
  }

  send(): void {
    for (let part = 1; part <= PARTS; part++) {
      const progress = Object.assign(new Event('progress'), { loaded: part, total: PARTS, lengthComputable: true });
      setTimeout(() => this.upload.dispatchEvent(progress), part * EVERY_MS);
    }
    setTimeout(() => this.#end(202, '{"submissionId":"1"}'), (PARTS + 1) * EVERY_MS);
  }

  abort(): void {
    this.#end(0, '');
  }

  #end(status: number, text: string): void {
    Object.assign(this, { status, response: new Blob([text]) });
    this.dispatchEvent(new Event('loadend'));
  }
}

const PARTS = 4;
const EVERY_MS = 120_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', SlowRequest);
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('lasts as long as parts of the file leave, also beyond the timeout', async () => {
  const { fixpoint } = await import('#clients/typescript/index.ts');
  const sent: number[] = [];
  const client = fixpoint({ baseUrl: 'http://service', timeoutMs: EVERY_MS + 1_000, maxRetries: 0 });
  const uploading = client.normalize(new Blob(['%PDF']), { onProgress: ({ sentBytes }) => sent.push(sentBytes) });
  const [submission] = await Promise.all([uploading, vi.runAllTimersAsync()]);
  expect(submission).toEqual({ submissionId: '1' });
  expect(sent).toEqual([1, 2, 3, 4]);
});
