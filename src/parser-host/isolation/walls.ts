/**
 * Commands that separate a parser from network, processes and files, the best first. Each one precedes the command of
 * the parser. A trial finds out which of them a host allows.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { seccompFilter } from './seccomp.ts';
import { byPath } from './programs.ts';

/** The files of the host that a parser can read. Everything is read-only. */
export interface VisibleFiles {
  /** Folders and files that the parser reads. */
  readonly code: readonly string[];
  /** Files that are executed or mapped as executable. */
  readonly programs: readonly string[];
}

export interface Wall {
  readonly mechanisms: readonly string[];
  /**
   * @param filterFd the descriptor from which the command reads `filter` and which it closes before the parser starts
   */
  readonly command: (files: VisibleFiles, filterFd: number) => readonly string[];
  /** A seccomp filter; null if the command takes none. */
  readonly filter: Uint8Array | null;
}

/** A user and a group without any rights on the host. */
const NOBODY = '65533';

/** The same command for a superuser, whose parser must not be a superuser outside of the isolation. */
export function asNobody(wall: Wall): Wall {
  return {
    ...wall,
    mechanisms: ['uid', ...wall.mechanisms],
    command: (files, filterFd) => [...BECOME_NOBODY, ...wall.command(files, filterFd)],
  };
}

const BECOME_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

/** https://github.com/containers/bubblewrap: namespaces, an empty root, no capabilities, and the filter. */
function bubblewrap(): Wall {
  const filter = seccompFilter();
  const setup = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'];
  const user = ['--uid', NOBODY, '--gid', NOBODY];
  return {
    mechanisms: ['bwrap', ...(filter === null ? [] : ['seccomp'])],
    filter,
    command: ({ code, programs }, filterFd) => {
      const filtered = filter === null ? [] : ['--seccomp', String(filterFd)];
      const seen = [...code, ...programs].flatMap((path) => ['--ro-bind', path, path]);
      return ['bwrap', ...setup, ...user, ...filtered, ...seen, '--remount-ro', '/', '--chdir', '/', '--'];
    },
  };
}

/**
 * `setpriv` comes between, since the kernel drops the parent-death signal when credentials change, as in a new user
 * namespace.
 */
const OWN_USER = ['unshare', '--user', '--map-root-user', 'setpriv', '--pdeathsig', 'KILL'];
const OWN_PROCESSES = ['--pid', '--fork', '--kill-child=KILL'];
const OWN_REST = ['--net', '--ipc', '--uts', '--mount', '--propagation=private'];
const NAMESPACES = [...OWN_USER, 'unshare', ...OWN_PROCESSES, ...OWN_REST];

/** The superuser of a namespace has all its capabilities. A parser has none and gets none by executing a program. */
const WITHOUT_CAPABILITIES = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];

/**
 * The same isolation with util-linux only. Its arguments are a folder for the root, a table of all mounts (`man 5
 * fstab`), the folders of the root in lines, each path of the table, `--`, and the command. One `mount` reads the whole
 * table and one `mkdir` makes all folders, because a process for each path took most of a parser's start. A process in
 * a `chroot` cannot make a user namespace, so it cannot reach another root.
 */
const BUILD_ROOT = `set -euf
root=$1
table=$2
folders=$3
shift 3
mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev parser "$root"
IFS='
'
mkdir -p $folders
unset IFS
for path in "$@"; do
  if [ "$path" = -- ]; then break; fi
  if [ ! -d "$path" ]; then : >"$root$path"; fi
done
printf %s "$table" >"$root/fstab"
mount --all --fstab "$root/fstab"
rm "$root/fstab"
while [ "$1" != -- ]; do
  if [ -w "$root$1" ]; then exit 1; fi
  shift
done
shift
mount -o remount,bind,ro,nosuid,nodev "$root"
exec chroot "$root" "$@"`;

/** A line of `man 5 fstab`, in which spaces separate fields. */
function mountLine(path: string, root: string, exec: 'exec' | 'noexec'): string {
  const escaped = (text: string) =>
    text.replaceAll(/[\s\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `${escaped(path)} ${escaped(root + path)} none bind,ro,nosuid,nodev,${exec} 0 0\n`;
}

const FOLDERS_TO_BUILD_IN = ['/mnt', '/media', '/srv', '/opt', '/var/tmp', '/tmp'];

const NAMESPACES_AND_ROOT: Wall = {
  mechanisms: ['unshare', 'chroot'],
  filter: null,
  command: ({ code, programs }) => {
    const paths = [...code, ...programs];
    const covers = (folder: string) => paths.some((path) => path.startsWith(`${folder}/`));
    const root = FOLDERS_TO_BUILD_IN.find((folder) => existsSync(folder) && !covers(folder)) ?? '/mnt';
    const table = [
      ...code.map((path) => mountLine(path, root, 'noexec')),
      ...programs.map((path) => mountLine(path, root, 'exec')),
    ].join('');
    const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const folders = paths.map((path) => root + (isFolder(path) ? path : dirname(path)));
    const built = ['sh', '-c', BUILD_ROOT, 'sh', root, table, folders.join('\n'), ...paths, '--'];
    return [...NAMESPACES, ...built, ...byPath(WITHOUT_CAPABILITIES)];
  },
};

/** The fallback if nothing may be mounted: the parser sees the files of its user. */
const NAMESPACES_ALONE: Wall = {
  mechanisms: ['unshare'],
  filter: null,
  command: () => [...NAMESPACES, ...WITHOUT_CAPABILITIES],
};

export function knownWalls(): readonly [Wall, Wall, Wall] {
  return [bubblewrap(), NAMESPACES_AND_ROOT, NAMESPACES_ALONE];
}
