/** Figures of measured values, and the hash by which bytes are compared. */
import { createHash } from 'node:crypto';

/** Answers the smallest value that so large a share of all values does not exceed; 0 where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
