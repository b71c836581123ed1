/** The processor time of a process and of all its descendants, as Linux counts it. */
import { readFile } from 'node:fs/promises';

/** `/proc` counts in hundredths of a second, whatever clock the kernel uses (`USER_HZ`). */
const TICK_MS = 10;
/** Numbers of the fields `utime` and `stime` of `/proc/[pid]/stat`, behind the name of the program. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Returns null if the process is gone or the system has no `/proc`. */
export async function processorTimeMs(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const below = await Promise.all(
      children
        .split(' ')
        .filter(Boolean)
        .map((child) => processorTimeMs(Number(child))),
    );
    const own = (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
    return below.reduce<number>((sum, ms) => sum + (ms ?? 0), own);
  } catch {
    return null;
  }
}
