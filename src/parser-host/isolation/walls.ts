/**
 * Ways to cut a parser off from network, processes and files at once, the best first. Each is a command before the
 * parser's own; which of them a host allows is tried, not guessed.
 */
import { existsSync } from 'node:fs';
import { seccompFilter } from './seccomp.ts';
import { findProgram } from './programs.ts';

/** What a parser may see of the host's files. Everything is read only. */
export interface VisibleFiles {
  /** Folders and files that are read. */
  readonly code: readonly string[];
  /** Files that are executed, or mapped to be. */
  readonly programs: readonly string[];
}

export interface Wall {
  readonly mechanisms: readonly string[];
  /** @param filterFd the descriptor from which the command reads `filter`, and which it closes before the parser begins */
  readonly command: (files: VisibleFiles, filterFd: number) => readonly string[];
  /** A seccomp filter; null where the command takes none. */
  readonly filter: Uint8Array | null;
}

/** A user and a group that nobody has. */
const NOBODY = '65533';

/** The same wall for a superuser, whose parser is not to be a superuser outside of it either. */
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
 * `setpriv` comes between, since the wish to die with one's parent is forgotten when credentials change, as they do in a new
 * user namespace.
 */
const OWN_USER = ['unshare', '--user', '--map-root-user', 'setpriv', '--pdeathsig', 'KILL'];
const OWN_PROCESSES = ['--pid', '--fork', '--kill-child=KILL'];
const OWN_REST = ['--net', '--ipc', '--uts', '--mount', '--propagation=private'];
const NAMESPACES = [...OWN_USER, 'unshare', ...OWN_PROCESSES, ...OWN_REST];

/** The superuser of a namespace has all of its capabilities; a parser has none, and gets none by executing a program. */
const WITHOUT_CAPABILITIES = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];

/**
 * The same by util-linux alone. Arguments: a folder to build the root in, then each path with `exec` or `noexec` before it,
 * `--`, and the command. A process in a `chroot` cannot make a user namespace, so that it has no way to another root.
 */
const BUILD_ROOT = `set -eu
root=$1
shift
mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev parser "$root"
while [ "$1" != -- ]; do
  if [ -d "$2" ]; then mkdir -p "$root$2"
  elif [ ! -e "$root$2" ]; then mkdir -p "$root\${2%/*}"; : >"$root$2"; fi
  mount --bind "$2" "$root$2"
  mount -o "remount,bind,ro,nosuid,nodev,$1" "$root$2"
  shift 2
done
shift
mount -o remount,bind,ro,nosuid,nodev "$root"
exec chroot "$root" "$@"`;

const FOLDERS_TO_BUILD_IN = ['/mnt', '/media', '/srv', '/opt', '/var/tmp', '/tmp'];

const NAMESPACES_AND_ROOT: Wall = {
  mechanisms: ['unshare', 'chroot'],
  filter: null,
  command: ({ code, programs }) => {
    const covers = (folder: string) => [...code, ...programs].some((path) => path.startsWith(`${folder}/`));
    const root = FOLDERS_TO_BUILD_IN.find((folder) => existsSync(folder) && !covers(folder)) ?? '/mnt';
    const seen = [...code.flatMap((path) => ['noexec', path]), ...programs.flatMap((path) => ['exec', path])];
    return [...NAMESPACES, 'sh', '-c', BUILD_ROOT, 'sh', root, ...seen, '--', ...inRoot(WITHOUT_CAPABILITIES)];
  },
};

/** Where nothing may be mounted: the parser sees the files that its user sees. */
const NAMESPACES_ALONE: Wall = {
  mechanisms: ['unshare'],
  filter: null,
  command: () => [...NAMESPACES, ...WITHOUT_CAPABILITIES],
};

/** A root of our own has no folder that is searched for programs. */
function inRoot([program = '', ...args]: readonly string[]): string[] {
  return [findProgram(program) ?? program, ...args];
}

export function knownWalls(): readonly [Wall, Wall, Wall] {
  return [bubblewrap(), NAMESPACES_AND_ROOT, NAMESPACES_ALONE];
}
