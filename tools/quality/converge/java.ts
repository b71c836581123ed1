/** PDFBox and OpenPDF are libraries: programs of our own call them, built once from pinned libraries. */
import { join } from 'node:path';
import { findJavaProgram } from '#dev/parts/java.ts';

/** The program and arguments before the name of the class to run; undefined, and reported, where the library is not available. */
export async function findJavaLauncher(
  name: 'PDFBox' | 'OpenPDF',
  report: (detail: string) => void,
): Promise<readonly [java: string, ...args: string[]] | undefined> {
  const source = { name, directory: join(import.meta.dirname, name.toLowerCase()) };
  const found = await findJavaProgram(source, report);
  if ('missing' in found) {
    report(`${name}: not installed: ${found.missing}`);
    return undefined;
  }
  const { java, classPath } = found;
  return [java, '-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classPath];
}
