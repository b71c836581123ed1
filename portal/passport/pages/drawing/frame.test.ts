/** The page's side of a frame that somebody has taken: whatever it says, it gets no more time and no more than it was asked for. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DrawingError } from './drawing-error.ts';

const page = vi.hoisted(() => {
  Object.assign(globalThis, { location: new URL('https://fixpoint.test/portal/') });
  return { listeners: new EventTarget() };
});
vi.mock(import('#portal/frame/parts.ts'), () => ({
  partNamed: () => Promise.resolve(new ArrayBuffer(1)),
  workerScripts: () => Promise.resolve({ parser: new ArrayBuffer(1), renderer: new ArrayBuffer(1) }),
}));

const { Frame } = await import('./frame.ts');
const DEADLINE_MS = 1_000;
const READ = { kind: 'read', page: 1 } as const;

let inside: { sent: unknown[]; postMessage: (message: unknown) => void };
let isThere: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  page.listeners = new EventTarget();
  inside = { sent: [], postMessage: (message) => void inside.sent.push(message) };
  isThere = true;
  vi.stubGlobal('window', page.listeners);
  const element = { style: {}, contentWindow: inside, setAttribute: () => {}, remove: () => (isThere = false) };
  vi.stubGlobal('document', { createElement: () => element, body: { append: () => {} } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const says = (data: unknown, { source = inside, origin = 'null' }: { source?: object; origin?: string } = {}) =>
  page.listeners.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }));

async function opened(): Promise<InstanceType<typeof Frame>> {
  const frame = new Frame(DEADLINE_MS);
  says({ kind: 'ready' });
  const pages = frame.open(new ArrayBuffer(1));
  await vi.waitFor(() => expect(inside.sent).toHaveLength(1));
  says({ kind: 'opened', id: 1, pages: 2 });
  expect(await pages).toBe(2);
  return frame;
}

const reasonOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: DrawingError) => error.reason,
  );

it('that says again that it is ready gets no more time, and its answer is taken', async () => {
  const frame = await opened();
  const answer = frame.ask<'read'>(READ);
  says({ kind: 'ready' });
  says({ kind: 'text', id: 2, text: 'a' });
  expect((await answer).text).toBe('a');
  const late = reasonOf(frame.ask<'read'>(READ));
  says({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  expect([await late, isThere]).toEqual(['unresponsive', false]);
});

it('that asks for one part after the other gets no more time', async () => {
  const frame = await opened();
  const late = reasonOf(frame.ask<'read'>(READ));
  for (let id = 0; id < 10; id += 1) {
    says({ kind: 'need', id, part: 'wasmUrl', name: 'openjpeg.wasm' });
    await vi.advanceTimersByTimeAsync(DEADLINE_MS / 10);
  }
  expect([await late, isThere]).toEqual(['unresponsive', false]);
  expect(inside.sent.filter((message) => Reflect.get(Object(message), 'kind') === 'part').length).toBeGreaterThan(5);
});

it.each([
  ['an answer to another question', { kind: 'text', id: 99, text: 'a' }],
  ['another kind of answer', { kind: 'opened', id: 2, pages: 1 }],
  ['what is no message', { kind: 'navigate', id: 2 }],
  ['parts without end', null],
])('that says %s is taken away', async (_, message) => {
  const frame = await opened();
  const answer = reasonOf(frame.ask<'read'>(READ));
  if (message) says(message);
  else for (let id = 0; id <= 1_000; id += 1) says({ kind: 'need', id, part: 'wasmUrl', name: 'x' });
  expect([await answer, isThere]).toEqual(['unresponsive', false]);
});

it('that has an origin of its own is taken away, and other windows are not listened to', async () => {
  const frame = await opened();
  const answer = reasonOf(frame.ask<'read'>(READ));
  says({ kind: 'text', id: 2, text: 'forged' }, { source: {} });
  expect(isThere).toBe(true);
  says({ kind: 'text', id: 2, text: 'forged' }, { origin: 'https://fixpoint.test' });
  expect([await answer, isThere]).toEqual(['unresponsive', false]);
});

it('that draws more than it was asked for is taken away', async () => {
  const frame = await opened();
  const answer = reasonOf(frame.ask<'draw'>({ kind: 'draw', page: 1, box: { width: 2, height: 2 } }));
  says({ kind: 'drawn', id: 2, width: 3, height: 2, pixels: new ArrayBuffer(24) });
  expect([await answer, isThere]).toEqual(['unresponsive', false]);
});
