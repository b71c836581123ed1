/** How long a presigned link leads to its object. */
import { LONGEST_LINK_SECONDS } from '#store/objects/artifacts.ts';

/** Never beyond the time of what it leads to: that may still lie in the store for a while. */
export function linkSeconds(expiresAt: Date | null): number {
  if (expiresAt === null) return LONGEST_LINK_SECONDS;
  const left = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  return Math.max(1, Math.min(LONGEST_LINK_SECONDS, left));
}
