/** Drops as the browser tells of them: entries of a file system that calls back. */
import { expect, test } from 'vitest';
import { filesOfDrop } from './dropped-files.ts';

interface Children {
  readonly [name: string]: Children | null;
}

/** A file is null; one that is named "kept…" is there and cannot be read, like a folder that is. */
function entryOf(path: string, children: Children | null): FileSystemEntry {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isKept = name.startsWith('kept');
  const answer =
    <T>(value: T) =>
    (done: (value: T) => void, fail: (error: Error) => void) =>
      isKept ? fail(new Error('NotReadableError')) : done(value);
  const common = { name, fullPath: path, isFile: children === null, isDirectory: children !== null };
  if (children === null) return Object.assign(common, { file: answer(new File(['%PDF-'], name)) }) as never;
  const entries = Object.entries(children).map(([child, below]) => entryOf(`${path}/${child}`, below));
  const createReader = () => {
    // One at a time, as a reader gives a hundred.
    const rest = entries.map((entry) => [entry]);
    return { readEntries: (...calls: [never, never]) => answer(rest.shift() ?? [])(...calls) };
  };
  return Object.assign(common, { createReader }) as never;
}

function dropOf(...roots: readonly (FileSystemEntry | File)[]): DataTransfer {
  const items = roots.map((root) => ({
    kind: 'file',
    webkitGetAsEntry: () => (root instanceof File ? null : root),
    getAsFile: () => (root instanceof File ? root : null),
  }));
  return { items } as never;
}

test('files in folders are found, with their folders, and nothing that systems put beside them', async () => {
  const folder = entryOf('/deeds', { 'one.pdf': null, '.DS_Store': null, old: { 'two.pdf': null } });
  const { files, unreadable } = await filesOfDrop(dropOf(folder, new File(['%PDF-'], 'alone.pdf')));
  expect(files.map(({ name }) => name)).toEqual(['deeds/one.pdf', 'deeds/old/two.pdf', 'alone.pdf']);
  expect(unreadable).toEqual([]);
});

test('what cannot be read is named, and keeps nothing else back', async () => {
  const folder = entryOf('/deeds', {
    'one.pdf': null,
    'kept.pdf': null,
    keptFolder: { 'two.pdf': null },
    'three.pdf': null,
  });
  const { files, unreadable } = await filesOfDrop(dropOf(folder));
  expect(files.map(({ name }) => name)).toEqual(['deeds/one.pdf', 'deeds/three.pdf']);
  expect(unreadable).toEqual(['deeds/kept.pdf', 'deeds/keptFolder']);
});
