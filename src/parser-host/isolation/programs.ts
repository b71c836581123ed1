/** The programs of the host that build the isolation or run inside of it, and their libraries. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/**
 * An isolated process gets nothing from our environment, not even `PATH`, so the default path of the system applies.
 */
export const BARE_SURROUNDINGS = { cwd: '/', env: {} } as const;

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** Returns null if the host has no such program. */
export function findProgram(name: string): string | null {
  const paths = SYSTEM_FOLDERS.map((folder) => `${folder}/${name}`);
  return paths.find((path) => isExecutable(path)) ?? null;
}

/** A command with the path of its program, because no folder is searched for programs in the root of a parser. */
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

/** The loader of the GNU C library lists the libraries instead of starting the program (`man 8 ld.so`). */
export function withLibraries(programs: readonly string[]): string[] {
  const libraries = programs.flatMap((program) => {
    const options = { cwd: '/', env: { LD_TRACE_LOADED_OBJECTS: '1' }, encoding: 'utf8', timeout: 5_000 } as const;
    return spawnSync(program, ['--version'], options).stdout?.match(/(?<=\s)\/\S+/g) ?? [];
  });
  return [...new Set([...programs, ...libraries])];
}
