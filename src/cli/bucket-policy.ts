/** `fixpoint bucket-policy`: who may do what with the bucket of a region, for stores in which buckets say that (`docs/operate/object-store.md`). */
import { SETTINGS } from '#src/config.ts';
import { isRegion, REGIONS } from '#domain/region.ts';
import { bucketPolicy } from '#store/objects/bucket-policy.ts';

const settings = SETTINGS.pick({ S3_ACCESS_KEY: true, S3_LINK_ACCESS_KEY: true, S3_BUCKET_PREFIX: true });

/** Answers the exit code. */
export function printBucketPolicy(region: string): number {
  const { data, error } = settings.safeParse(process.env);
  const problems = [
    ...(isRegion(region) ? [] : [`A region is one of ${REGIONS.join(', ')}.`]),
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
  ];
  if (data === undefined || problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`);
    return 2;
  }
  const users = { service: data.S3_ACCESS_KEY, links: data.S3_LINK_ACCESS_KEY };
  process.stdout.write(`${JSON.stringify(bucketPolicy(data.S3_BUCKET_PREFIX + region, users), null, 2)}\n`);
  return 0;
}
