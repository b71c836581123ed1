/**
 * Closes the descriptors that this process inherited, because parsers would inherit them too. It must be imported
 * before all other modules, while every other descriptor is one of Node's own, which `exec` closes.
 */
import { closeSync, readdirSync, readFileSync } from 'node:fs';

const LAST_STANDARD_DESCRIPTOR = 2;
/** `O_CLOEXEC` of Linux, as `/proc/self/fdinfo` prints it in octal (`man 5 proc`). */
const CLOSE_ON_EXEC = 0o2_000_000;

for (const name of descriptors()) {
  if (Number(name) > LAST_STANDARD_DESCRIPTOR && isInherited(name)) closeSync(Number(name));
}

/** Returns an empty list if there is no `/proc`. */
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
    return false; // the descriptor was that of the folder listing
  }
}
