/** The built pages in memory: found by name, so that a path is never looked up on the disk. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** The keys are extensions. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.bcmap': 'application/octet-stream',
  '.cff': 'application/octet-stream',
  '.icc': 'application/octet-stream',
};

export interface BuiltPage {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The keys are paths with slashes, as `portal/index.html`. */
export type BuiltPages = ReadonlyMap<string, BuiltPage>;

/**
 * Returns a function that returns the pages: null while the build is missing, and after each build the new ones.
 *
 * @param folder `dist/portal/`
 */
export function currentPages(folder: string): () => BuiltPages | null {
  let known: { readonly ino: number; readonly mtimeMs: number; readonly pages: BuiltPages } | null = null;
  return () => {
    // A build replaces the folder as a whole.
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && (found.ino !== known?.ino || found.mtimeMs !== known.mtimeMs)) {
      known = { ino: found.ino, mtimeMs: found.mtimeMs, pages: readBuiltPages(folder) };
    }
    return known?.pages ?? null;
  };
}

export function readBuiltPages(folder: string): BuiltPages {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    // The list of the sources is no page.
    (entry) => entry.isFile() && !entry.name.startsWith('.'),
  );
  return new Map(
    files.map((entry): [string, BuiltPage] => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(folder, path).replaceAll(sep, '/');
      const type = TYPES[extname(name)];
      if (type === undefined) throw new Error(`Nobody has said what ${name} of the built pages is served as.`);
      const bytes = readFileSync(path);
      const etag = `W/"${createHash('sha256').update(bytes).digest('hex')}"`;
      return [name, { type, bytes, etag }];
    }),
  );
}
