/** PDFBox and OpenPDF are libraries. Our own programs call them, built once with pinned libraries. */
import { join } from 'node:path';
import { findJavaProgram } from '#dev/parts/java.ts';

/** The program and the arguments before the class name; undefined, with a report, if the library is not available. */
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
