/** The page passes CMaps, fonts and decoders to pdf.js, because the frame has no network. */
import { PART_KINDS, type PartKind, type PartMessage } from './protocol.ts';

const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
let lastNeed = 0;

/** pdf.js takes a class of this shape for what it would otherwise fetch. */
export class PartsOfThePage {
  /** Asks the page for a part. */
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const part = PART_KINDS.find((known) => known === kind);
    if (!part) throw new Error(`There is no part of the kind ${kind}.`);
    return need(part, filename);
  }
}

/** Resolves the request for the part. */
export function takePart({ id, bytes }: PartMessage): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (bytes) asked?.resolve(new Uint8Array(bytes));
  else asked?.reject(new Error('There is no such part.'));
}

function need(part: PartKind, name: string): Promise<Uint8Array> {
  const asked = Promise.withResolvers<Uint8Array>();
  lastNeed += 1;
  waiting.set(lastNeed, asked);
  // The page has another origin than this frame. The origin needs no check, because only the parent page gets the
  // message.
  window.parent.postMessage({ kind: 'need', id: lastNeed, part, name }, '*');
  return asked.promise;
}
