/** The program at an earlier commit, in a separate folder with its packages. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { S3Config } from '#store/objects/artifacts.ts';
import { storeSettings } from '#test/support/programs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface EarlierVersion {
  readonly root: string;
  /** Migrates the database to its schema, as its own `fixpoint migrate` does. */
  readonly migrate: (databaseOwnerUrl: string, s3: S3Config) => void;
  readonly remove: () => void;
}

/** @param ref a tag or commit of this repository */
export function earlierVersion(ref: string): EarlierVersion {
  const root = mkdtempSync(join(tmpdir(), 'fixpoint-earlier-'));
  const remove = () => rmSync(root, { recursive: true });
  try {
    const archive = execFileSync('git', ['archive', ref], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', root], { input: archive });
    installPackages(root);
    build(root);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    root,
    migrate: (databaseOwnerUrl, s3) => {
      // It requires settings that it does not use.
      const unused = { TEMPORAL_ADDRESS: '127.0.0.1:7233' };
      const store = storeSettings({ databaseUrl: databaseOwnerUrl, s3 });
      const env = { ...process.env, NODE_ENV: 'test', ...store, ...unused };
      execFileSync(process.execPath, ['src/cli.ts', 'migrate'], { cwd: root, env, stdio: 'inherit' });
    },
    remove,
  };
}

/** Versions before decision 0016 build at their start. */
function build(root: string): void {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if ('build' in scripts) execFileSync(process.execPath, ['fixpoint.mjs', 'build'], { cwd: root, stdio: 'inherit' });
}

/** Copies the packages of this version if they are the same. */
function installPackages(root: string): void {
  const [its, ours] = [root, ROOT].map((folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  if (its === ours) {
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    return;
  }
  // Its own launcher installs missing packages.
  execFileSync(process.execPath, ['fixpoint.mjs', '--version'], { cwd: root, stdio: 'inherit' });
}
