/** The files of a drop, those in folders too. */

export interface NamedFile {
  readonly file: File;
  /** The path with its folders. */
  readonly name: string;
}

/** Files that operating systems add to folders. */
const CLUTTER = /^(?:\.|Thumbs\.db$|desktop\.ini$)/i;

const NOTHING: Dropped = { files: [], unreadable: [] };

export interface Dropped {
  readonly files: readonly NamedFile[];
  /** Names of files and folders that the browser could not read, for example because of their permissions. */
  readonly unreadable: readonly string[];
}

/** Call it in the handler of the drop itself, because the transfer is empty a moment later. */
export async function filesOfDrop(transfer: DataTransfer): Promise<Dropped> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const roots = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(roots.map(({ entry, file }) => filesOf(entry, file)));
  return joined(found);
}

/** Files of a file input. Files of a folder have their relative path. */
export function filesOfChooser(files: Iterable<File>): NamedFile[] {
  return Array.from(files, (file) => ({ file, name: file.webkitRelativePath || file.name })).filter(
    ({ file }) => !CLUTTER.test(file.name),
  );
}

async function filesOf(entry: FileSystemEntry | null, file: File | null): Promise<Dropped> {
  if (entry === null || entry.isFile) return file === null ? NOTHING : alone({ file, name: file.name });
  return inFolder(entry);
}

async function inFolder(entry: FileSystemEntry): Promise<Dropped> {
  if (CLUTTER.test(entry.name)) return NOTHING;
  const name = entry.fullPath.replace(/^\//, '');
  try {
    if (isFile(entry)) return alone({ file: await fileOf(entry), name });
    if (!isFolder(entry)) return NOTHING;
    const found: Dropped[] = [];
    for (const child of await childrenOf(entry)) found.push(await inFolder(child));
    return joined(found);
  } catch {
    // The other dropped files are still accepted.
    return { files: [], unreadable: [name] };
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  // A reader gives a hundred entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return children;
    children.push(...entries);
  }
}

function alone(file: NamedFile): Dropped {
  return { files: [file], unreadable: [] };
}

function joined(found: readonly Dropped[]): Dropped {
  return { files: found.flatMap(({ files }) => files), unreadable: found.flatMap(({ unreadable }) => unreadable) };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
