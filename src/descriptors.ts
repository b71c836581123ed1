/**
 * The file descriptors of this process. At the limit every file, connection and child process fails at once, also of work
 * that is under way: a process begins nothing new before that.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Work that is under way opens files and connections until its end. */
const MAX_RESERVED = 128;
const RESERVED_SHARE = 0.25;

/** True if new work may open descriptors. True where the system does not say how many there are. */
export function hasSpareDescriptors(): boolean {
  try {
    const limit = Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? Infinity);
    const open = readdirSync('/proc/self/fd').length;
    return limit - open >= Math.min(MAX_RESERVED, limit * RESERVED_SHARE);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE'));
  }
}
