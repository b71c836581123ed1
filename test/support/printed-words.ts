/** The words of a PDF as poppler reads them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0;
if (!hasPdftotext) console.info('The words of what is printed are not read: there is no pdftotext.');

/** In the order of the content, which is that in which a screen reader gets them. */
export function wordsOf(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-printed-'));
  try {
    writeFileSync(join(folder, 'page.pdf'), pdf);
    return execFileSync('pdftotext', ['-raw', join(folder, 'page.pdf'), '-'], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
