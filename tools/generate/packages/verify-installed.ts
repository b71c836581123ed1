/**
 * Run where packages were installed, with nothing but Node: exits with 1 unless each is in package-lock.json with the same
 * hash. `npm ci` would say so, but refuses this lockfile, which lacks builds for platforms that no image is of; and
 * `npm install` holds a package to its hash only where the lockfile has one.
 */
import { readFileSync } from 'node:fs';

type Packages = Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>;

const packagesOf = (lockfile: string): Packages => JSON.parse(readFileSync(lockfile, 'utf8')).packages;

const pinned = packagesOf('package-lock.json');
/** A workspace is a folder of the repository and the link to it. Neither has a hash, since npm downloads nothing for them. */
const isWorkspace = (path: string): boolean => pinned[path]?.link === true || !path.includes('node_modules/');
const foreign = Object.entries(packagesOf('node_modules/.package-lock.json'))
  .filter(([path, { integrity }]) => integrity !== pinned[path]?.integrity || (!integrity && !isWorkspace(path)))
  .map(([path]) => path);
for (const path of foreign) process.stderr.write(`${path} is not the one that package-lock.json pins.\n`);
process.exitCode = foreign.length > 0 ? 1 : 0;
