/**
 * The frame in which a document is drawn. The document is untrusted, so the frame has an origin of its own, no
 * network and no secrets, and sends only numbers, text and pixels to the page.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPage, openDocument, readPage } from './document.ts';
import { takePart } from './needs.ts';
import { readOutline } from './outline.ts';
import { type FrameMessage, type FrameRequest, hostMessage, MAX_PAGES } from './protocol.ts';

let opened: PDFDocumentProxy | undefined;

/**
 * pdf.js goes on with a drawing whenever the browser would show it, and this frame is never shown: browsers would let it wait
 * for ever.
 */
window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 0);

window.addEventListener('message', ({ source, data }) => {
  const message = source === window.parent ? hostMessage(data) : null;
  if (message?.kind === 'part') takePart(message);
  else if (message) void answer(message);
});
tell({ kind: 'ready' });

async function answer(request: FrameRequest): Promise<void> {
  try {
    tell(await answerTo(request));
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    tell({ kind: 'failed', id: request.id, reason: isLocked ? 'password' : 'unreadable' });
  }
}

async function answerTo(request: FrameRequest): Promise<FrameMessage> {
  const { id } = request;
  if (request.kind === 'open') {
    opened = await openDocument(request);
    return { kind: 'opened', id, pages: Math.min(opened.numPages, MAX_PAGES) };
  }
  if (!opened) throw new Error('No document is open.');
  if (request.kind === 'outline') return { kind: 'outline', id, ...(await readOutline(opened)) };
  if (request.kind === 'read') return { kind: 'text', id, text: await readPage(opened, request.page) };
  return { kind: 'drawn', id, ...(await drawPage(opened, request.page, request.box)) };
}

function tell(message: FrameMessage): void {
  const transfer = message.kind === 'drawn' ? [message.pixels] : [];
  // The page has another origin than this frame. The origin needs no check, because only the parent page gets the
  // message.
  window.parent.postMessage(message, '*', transfer);
}
