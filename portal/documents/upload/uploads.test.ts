/** The files that are being sent, in a page that is loaded anew: of a browser only what the store asks of it. */
import { beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_UPLOAD_OPTIONS } from './options.ts';
import { KEPT_NAME } from './presence.ts';
import type { Upload } from './upload-state.ts';

const browser = vi.hoisted(() => {
  const kept = new Map<string, string>();
  const state = { kept, page: new EventTarget() };
  Object.assign(globalThis, {
    location: new URL('https://fixpoint.test/portal/'),
    addEventListener: (type: string, listener: EventListener) => state.page.addEventListener(type, listener),
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  });
  return state;
});

const USER = 'u';
vi.mock(import('#portal/api/session.ts'), () => ({ knownSignIn: () => ({ user: { id: USER } }) }) as never);
vi.mock(import('#portal/api/call.ts'), () => ({ call: () => new Promise(() => {}) }) as never);
vi.mock(
  import('./follow.ts'),
  () =>
    ({
      Followers: class {
        add() {}
        clear() {}
      },
    }) as never,
);

const waiting: Upload = {
  id: '1',
  name: 'a.pdf',
  sizeBytes: 5,
  sha256: null,
  state: 'waiting',
  key: 'key of a.pdf',
  options: DEFAULT_UPLOAD_OPTIONS,
  sentBytes: 0,
  submissionId: null,
  stage: null,
  refusal: null,
  outcome: null,
};
const refused: Upload = { ...waiting, id: '2', name: 'b.pdf', state: 'refused', key: 'key of b.pdf' };
const sent: Upload = { ...waiting, id: 's', name: 'c.pdf', state: 'following', submissionId: 's', key: 'key of c.pdf' };

/** The store of a page that was just loaded, in a tab that had these files. */
async function loadedAnew(before: readonly Upload[]) {
  vi.resetModules();
  browser.page = new EventTarget();
  browser.kept.set(KEPT_NAME, JSON.stringify({ userId: USER, batchId: 'b', uploads: before }));
  return (await import('./uploads.ts')).uploadStore;
}

const statesOf = (uploads: readonly Upload[]) => uploads.map(({ name, state }) => `${name} ${state}`);

beforeEach(() => browser.kept.clear());

it('tells which files were not sent, also where their batch was looked up first', async () => {
  const store = await loadedAnew([waiting, sent]);
  store.adopt([sent], 'b');
  expect(statesOf(store.get().uploads)).toEqual(['a.pdf lost', 'c.pdf following']);
});

it('sends a file that is chosen again under its own key, also where it is chosen at once', async () => {
  const store = await loadedAnew([waiting, sent]);
  store.add([{ file: new File(['12345'], 'a.pdf'), name: 'a.pdf' }], DEFAULT_UPLOAD_OPTIONS);
  expect(store.get().uploads.map(({ key }) => key)).toEqual(['key of a.pdf', 'key of c.pdf']);
  expect(store.get().uploads[0]?.state).toBe('checking');
});

it('asks for a file again whose content went with the page', async () => {
  const store = await loadedAnew([refused]);
  store.restore(USER);
  store.retry(refused.id);
  await vi.waitFor(() => expect(statesOf(store.get().uploads)).toEqual(['b.pdf lost']));
});

it('has the browser ask before the page goes, and keeps what it knows at the last moment', async () => {
  const store = await loadedAnew([]);
  const leaving = () => new Event('beforeunload', { cancelable: true });
  expect(browser.page.dispatchEvent(leaving())).toBe(true);
  store.add([{ file: new File(['12345'], 'd.pdf'), name: 'd.pdf' }], DEFAULT_UPLOAD_OPTIONS);
  expect(browser.page.dispatchEvent(leaving())).toBe(false);
  browser.page.dispatchEvent(new Event('pagehide'));
  expect(browser.kept.get(KEPT_NAME)).toContain('d.pdf');
});
