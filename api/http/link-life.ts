/** How long a presigned link leads to its object. */

/** A link lives as long as a person needs to click, and no longer. */
const LONGEST_SECONDS = 15 * 60;

/** Never beyond the time of what it leads to: that may still lie in the store for a while. */
export function linkSeconds(expiresAt: Date | null): number {
  if (expiresAt === null) return LONGEST_SECONDS;
  const left = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  return Math.max(1, Math.min(LONGEST_SECONDS, left));
}
