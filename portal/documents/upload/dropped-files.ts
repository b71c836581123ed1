/** The files of a drop, those in folders too. */

export interface NamedFile {
  readonly file: File;
  /** With its folders. */
  readonly name: string;
}

/** What systems put beside people's files. */
const CLUTTER = /^(?:\.|Thumbs\.db$|desktop\.ini$)/i;

/** To be called in the handler of the drop itself: what it gives is gone a moment later. */
export async function filesOfDrop(transfer: DataTransfer): Promise<NamedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const roots = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(roots.map(({ entry, file }) => filesOf(entry, file)));
  return found.flat();
}

/** Files of a chooser, which of a folder say where they lie. */
export function filesOfChooser(files: Iterable<File>): NamedFile[] {
  return Array.from(files, (file) => ({ file, name: file.webkitRelativePath || file.name })).filter(
    ({ file }) => !CLUTTER.test(file.name),
  );
}

async function filesOf(entry: FileSystemEntry | null, file: File | null): Promise<NamedFile[]> {
  if (entry === null || entry.isFile) return file === null ? [] : [{ file, name: file.name }];
  return inFolder(entry);
}

async function inFolder(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (CLUTTER.test(entry.name)) return [];
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, name: entry.fullPath.replace(/^\//, '') }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: NamedFile[] = [];
  // A reader gives a hundred entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const child of entries) files.push(...(await inFolder(child)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
