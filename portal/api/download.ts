/** Hands content to the browser as a download. */
import { safeFileName } from './file-names.ts';

/** Long enough for the browser to have begun; the bytes are let go then. */
const KEPT_MS = 60_000;

/** @param name may be what a stranger wrote */
export async function downloadAs(name: string, content: Response | Blob): Promise<void> {
  const blob = content instanceof Response ? await content.blob() : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = safeFileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** @param value is written as JSON that people can read */
export function downloadJson(name: string, value: unknown): Promise<void> {
  return downloadAs(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
}
