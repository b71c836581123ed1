/** The words of a PDF in poppler. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0;

/** The structure tree in the order of a screen reader: each element with its tag and its text. */
export function structureOf(pdf: Uint8Array): string {
  return readBy('pdfinfo', pdf, (path) => ['-struct-text', path]);
}

/** The words in content order. */
export function wordsOf(pdf: Uint8Array): string {
  return readBy('pdftotext', pdf, (path) => ['-raw', path, '-']);
}

function readBy(program: string, pdf: Uint8Array, args: (path: string) => string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-printed-'));
  try {
    writeFileSync(join(folder, 'page.pdf'), pdf);
    return execFileSync(program, args(join(folder, 'page.pdf')), { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
