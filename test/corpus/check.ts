/** What independent readers say of an output. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { check } from '#engine/pdf/linearize.ts';
import { pageCount } from '#engine/text/pdfium.ts';

export interface OutputCheck {
  /** Empty when `qpdf --check` is content. */
  readonly qpdf: string;
  readonly pages: { readonly expected: number | null; readonly found: number };
}

/** Native qpdf where it is installed: it is another build than the one that wrote the file. */
const hasNative = spawnSync('qpdf', ['--version']).status === 0;

export async function checkOutput(path: string, expected: number | null): Promise<OutputCheck> {
  const bytes = new Uint8Array(readFileSync(path));
  return {
    qpdf: hasNative ? nativeCheck(path) : await check(bytes),
    pages: { expected, found: await pageCount(bytes) },
  };
}

function nativeCheck(path: string): string {
  const { status, stdout, stderr } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  return status === 0 ? '' : stderr || stdout || `exit code ${status}`;
}
