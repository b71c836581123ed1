/** The part of the uploads that survives a reload in this tab: names and ids, and no token. */
import { knownSignIn } from '#portal/api/session.ts';
import { KEPT_NAME } from './presence.ts';
import { isUnsent, type KeptUploads, readKept, type Upload } from './upload-state.ts';

interface State {
  readonly uploads: readonly Upload[];
  readonly batchId: string | null;
}

/** Progress events arrive many times a second. */
const PAUSE_MS = 400;

let isDue = false;

export function keepSoon(state: () => State): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    write(state());
  }, PAUSE_MS);
}

/** Browsers warn before they leave a page with unfinished uploads. Their state is stored continuously. */
export function keepOnLeaving(state: () => State): void {
  addEventListener('beforeunload', (event) => {
    if (state().uploads.some(isUnsent)) event.preventDefault();
  });
  addEventListener('pagehide', () => write(state()));
}

export function kept(userId: string): KeptUploads | null {
  return readKept(sessionStorage.getItem(KEPT_NAME), userId);
}

export function forgetKept(): void {
  sessionStorage.removeItem(KEPT_NAME);
}

function write({ uploads, batchId }: State): void {
  const userId = knownSignIn()?.user.id;
  if (userId === undefined || uploads.length === 0) return;
  const keeping: KeptUploads = { userId, uploads, batchId };
  try {
    sessionStorage.setItem(KEPT_NAME, JSON.stringify(keeping));
  } catch {
    // The storage is full or not available. After a reload the page then finds sent files by their batch.
  }
}
