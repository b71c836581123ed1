/** PDFBox is a library: programs of our own call it, built once from pinned libraries. */
import { join } from 'node:path';
import { findJavaProgram } from '#dev/parts/java.ts';

/** The program and arguments before the name of the class to run; undefined, and reported, where it cannot be had. */
export async function findPdfbox(
  report: (detail: string) => void,
): Promise<readonly [java: string, ...args: string[]] | undefined> {
  const source = { name: 'PDFBox', directory: join(import.meta.dirname, 'pdfbox') };
  const found = await findJavaProgram(source, report);
  if ('missing' in found) {
    report(`PDFBox: not installed: ${found.missing}`);
    return undefined;
  }
  const { java, classPath } = found;
  return [java, '-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classPath];
}
