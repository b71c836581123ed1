/**
 * Closes what the process was given open by whoever started it: parsers would inherit it. To be imported before everything
 * else, while every other descriptor is Node's own, and those are closed on `exec` as they should be.
 */
import { closeSync, readdirSync, readFileSync } from 'node:fs';

const LAST_STANDARD_DESCRIPTOR = 2;
/** `O_CLOEXEC` of Linux, as `/proc/self/fdinfo` prints it in octal (`man 5 proc`). */
const CLOSE_ON_EXEC = 0o2_000_000;

for (const name of descriptors()) {
  if (Number(name) > LAST_STANDARD_DESCRIPTOR && isInherited(name)) closeSync(Number(name));
}

/** None are known of where there is no `/proc`. */
function descriptors(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

function isInherited(name: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // it was the folder being read
  }
}
