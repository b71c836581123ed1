/** Folders that tests write into. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a new folder.
 *
 * @param atEnd registers the removal: `afterAll` for the tests of a file or a group, `onTestFinished` for one test
 */
export function ownFolder(atEnd: (remove: () => void) => void): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-test-')));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
