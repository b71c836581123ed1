/** A tree of the program with another build id: what a release changes is, for Temporal, its id. */
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
/** What runs, as in the Dockerfile. */
const FOLDERS = ['activities', 'api', 'docs', 'portal', 'src', 'temporal', 'workflows'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];

export interface NextVersion {
  readonly root: string;
  remove(): void;
}

export function nextVersion(): NextVersion {
  const root = mkdtempSync(join(tmpdir(), 'fixpoint-next-'));
  for (const name of [...FOLDERS, ...FILES]) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  appendFileSync(join(root, 'workflows/index.ts'), '\n// The next version.\n');
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
