/**
 * Whether files are being sent, or were before the page was loaded anew: what shows and sends them is loaded only then.
 */

/** Where this tab keeps what outlives the page. */
export const KEPT_NAME = 'fixpoint-uploads';

let isAny = sessionStorage.getItem(KEPT_NAME) !== null;
const listeners = new Set<() => void>();

export function hasUploads(): boolean {
  return isAny;
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
