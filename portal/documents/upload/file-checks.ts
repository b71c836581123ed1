/** Checks of a file before it is sent, by the same rules as in the service. */
import { HEADER_WINDOW_BYTES, looksLikePdf, TRAILER_WINDOW_BYTES } from '#domain/pdf-file.ts';
import { sizeText } from '#portal/ui/words.tsx';
import type { Refusal } from './upload-state.ts';

/** @param maxBytes of the plan; null if unknown, and then the service checks it */
export async function checkFile(content: Blob, maxBytes: number | null): Promise<Refusal | null> {
  if (content.size === 0) return refusal('empty', 'The file is empty.');
  if (maxBytes !== null && content.size > maxBytes) {
    return refusal(
      'file_too_large',
      `The file has ${sizeText(content.size)}; your plan allows up to ${sizeText(maxBytes)}.`,
    );
  }
  const ends = await endsOf(content);
  if (ends === null) {
    return refusal(
      'unreadable',
      'The file cannot be read: it was changed or moved after you chose it. Choose it again.',
    );
  }
  if (looksLikePdf(...ends)) return null;
  return refusal('not_a_pdf', 'This file is not a PDF.');
}

export function refusal(code: string, message: string): Refusal {
  return { code, message, requestId: null };
}

/** Null if the file changed since the choice. */
async function endsOf(content: Blob): Promise<[head: string, tail: string] | null> {
  try {
    const head = await latin1(content.slice(0, HEADER_WINDOW_BYTES));
    return [head, await latin1(content.slice(Math.max(0, content.size - TRAILER_WINDOW_BYTES)))];
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

async function latin1(part: Blob): Promise<string> {
  return new TextDecoder('latin1').decode(await part.arrayBuffer());
}
