/** The pictures of the guides, in memory: found by name, so that a path is never looked up on the disk. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';

const FOLDERS = ['docs/guides/images', 'docs/images'].map((name) => resolve(import.meta.dirname, '../..', name));
const TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' };

export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The keys are names of files. */
export function readPictures(): ReadonlyMap<string, Picture> {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => ({ name, path: join(folder, name) })));
  return new Map(
    files.flatMap(({ name, path }): [string, Picture][] => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const bytes = readFileSync(path);
      return [[name, { type, bytes, etag: `W/"${createHash('sha256').update(bytes).digest('hex')}"` }]];
    }),
  );
}
