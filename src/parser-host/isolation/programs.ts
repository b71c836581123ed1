/** Programs of the host that build the isolation or run inside it, and the libraries that they are linked with. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** Whatever is started isolated is given nothing of ours, not even a `PATH`: the system's own is searched. */
export const BARE_SURROUNDINGS = { cwd: '/', env: {} } as const;

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** Answers null where the host has no such program. */
export function findProgram(name: string): string | null {
  const paths = SYSTEM_FOLDERS.map((folder) => `${folder}/${name}`);
  return paths.find((path) => isExecutable(path)) ?? null;
}

/** A command with the path of its program: a root of the parser's own has no folder that is searched for programs. */
export function byPath([program = '', ...args]: readonly string[]): string[] {
  return [findProgram(program) ?? program, ...args];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The loader of the GNU C library lists what it would load instead of starting the program (`man 8 ld.so`). */
export function withLibraries(programs: readonly string[]): string[] {
  const libraries = programs.flatMap((program) => {
    const options = { cwd: '/', env: { LD_TRACE_LOADED_OBJECTS: '1' }, encoding: 'utf8', timeout: 5_000 } as const;
    return spawnSync(program, ['--version'], options).stdout?.match(/(?<=\s)\/\S+/g) ?? [];
  });
  return [...new Set([...programs, ...libraries])];
}
