/** The lifetime of a presigned link. */
import { LONGEST_LINK_SECONDS } from '#store/objects/artifacts.ts';

/** A link never outlives its object's retention period, although the store may still have the object for a time. */
export function linkSeconds(expiresAt: Date | null): number {
  if (expiresAt === null) return LONGEST_LINK_SECONDS;
  const left = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  return Math.max(1, Math.min(LONGEST_LINK_SECONDS, left));
}
