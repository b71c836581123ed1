/** Time that is left, in words. */

const MINUTE = 60;
const HOUR = 3_600;

/** `71 h 59 min`; seconds only in the last hour, when they matter. */
export function timeLeft(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ${seconds % MINUTE} s`;
  return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`;
}
