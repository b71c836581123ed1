import { expect, test } from 'vitest';
import { DrawingError } from './drawing-error.ts';
import { type DrawingFrame, FramedDocument } from './framed-document.ts';

const BYTES = Promise.resolve(Uint8Array.of(1, 2, 3));
const NOW = { urgency: 'now' } as const;
const LATER = { urgency: 'later' } as const;

/** Frames that say which page was read; `hang` are pages that end their frame. */
function frames({ hang = [] as readonly number[], refusal = null as DrawingError | null } = {}) {
  const told: string[] = [];
  const make = (): DrawingFrame => ({
    async open(bytes) {
      told.push(`open ${bytes.byteLength}`);
      if (refusal) throw refusal;
      return 7;
    },
    ask: (async ({ page }: { page: number }) => {
      told.push(`read ${page}`);
      if (hang.includes(page)) throw new DrawingError('unresponsive');
      return { kind: 'text', id: 1, text: `text of ${page}` };
    }) as unknown as DrawingFrame['ask'],
    end: () => void told.push('end'),
  });
  return { told, make };
}

test('a document is opened once, and its pages are read', async () => {
  const { told, make } = frames();
  const document = new FramedDocument(BYTES, make);
  expect(await document.pages()).toBe(7);
  expect(await document.read(2, NOW)).toBe('text of 2');
  expect(told).toEqual(['open 3', 'read 2']);
});

test('what somebody looks at comes first, the newest of it before what they have left', async () => {
  const { told, make } = frames();
  const document = new FramedDocument(BYTES, make);
  await Promise.all([document.read(1, LATER), document.read(2, LATER), document.read(3, NOW), document.read(4, NOW)]);
  expect(told).toEqual(['open 3', 'read 1', 'read 4', 'read 3', 'read 2']);
});

test('what nobody waits for any more is not asked', async () => {
  const { told, make } = frames();
  const document = new FramedDocument(BYTES, make);
  const left = new AbortController();
  const [first, second] = [document.read(1, NOW), document.read(2, { ...NOW, signal: left.signal })];
  left.abort();
  await expect(second).rejects.toThrow();
  await first;
  expect(told).toEqual(['open 3', 'read 1']);
});

test('a page that ends its frame does not take the others with it', async () => {
  const { told, make } = frames({ hang: [2] });
  const document = new FramedDocument(BYTES, make);
  await expect(document.read(2, NOW)).rejects.toThrow(DrawingError);
  expect(await document.read(3, NOW)).toBe('text of 3');
  expect(told).toEqual(['open 3', 'read 2', 'end', 'open 3', 'read 3']);
});

test('a document that ends one frame after the other is given up', async () => {
  const { told, make } = frames({ hang: [1, 2, 3] });
  const document = new FramedDocument(BYTES, make);
  for (const page of [1, 2, 3, 4]) await expect(document.read(page, NOW)).rejects.toThrow(DrawingError);
  expect(told.filter((one) => one.startsWith('open'))).toHaveLength(3);
});

test('a document that does not open is not opened again', async () => {
  const { told, make } = frames({ refusal: new DrawingError('password') });
  const document = new FramedDocument(BYTES, make);
  await expect(document.pages()).rejects.toMatchObject({ reason: 'password' });
  await expect(document.read(1, NOW)).rejects.toMatchObject({ reason: 'password' });
  expect(told).toEqual(['open 3', 'end']);
});

test('bytes that cannot be had are told to whoever asks', async () => {
  const { make } = frames();
  const document = new FramedDocument(Promise.reject(new Error('gone')), make);
  await expect(document.pages()).rejects.toThrow('gone');
});

test('a document that is closed answers nobody', async () => {
  const { told, make } = frames();
  const document = new FramedDocument(BYTES, make);
  await document.pages();
  document.close();
  await expect(document.read(1, NOW)).rejects.toThrow(DrawingError);
  expect(told).toEqual(['open 3', 'end']);
});
