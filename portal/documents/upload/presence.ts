/**
 * Says whether there are uploads, including those before a reload. The code of uploads is loaded only then.
 */

/** The key of this tab's state, which outlives the page. */
export const KEPT_NAME = 'fixpoint-uploads';

let isAny = sessionStorage.getItem(KEPT_NAME) !== null;
const listeners = new Set<() => void>();

export function hasUploads(): boolean {
  return isAny;
}

/** The code of uploads registers here how to remove them. */
let forget = () => sessionStorage.removeItem(KEPT_NAME);

export function forgetWith(clear: () => void): void {
  forget = clear;
}

/** A sign-out removes everything. */
export function forgetUploads(): void {
  forget();
}

export function announceUploads(): void {
  if (isAny) return;
  isAny = true;
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
