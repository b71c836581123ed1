/** `fixpoint minio-users`: the service's and the links' user of a MinIO server, made by its administrator. */
import { z } from 'zod';
import { SETTINGS } from '#src/config.ts';
import { REGIONS } from '#domain/region.ts';
import { createMinioUsers } from '#store/objects/minio-users.ts';

/** An attacker who guesses the name of a user can do some actions without the secret (CVE-2026-41145). */
const unguessable = z.string().min(16, 'must have 16 characters at least: openssl rand -hex 10').max(20);

const settings = SETTINGS.pick({
  S3_ENDPOINT: true,
  S3_SECRET_KEY: true,
  S3_LINK_SECRET_KEY: true,
  S3_BUCKET_PREFIX: true,
}).extend({
  S3_ACCESS_KEY: unguessable,
  S3_LINK_ACCESS_KEY: unguessable,
  MINIO_ROOT_USER: unguessable,
  MINIO_ROOT_PASSWORD: z.string().min(8),
});

/** Answers the exit code. */
export async function makeMinioUsers(): Promise<number> {
  const { data, error } = settings.safeParse(process.env);
  if (!data) {
    const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}\n`);
    process.stderr.write(problems.join(''));
    return 2;
  }
  const root = { accessKey: data.MINIO_ROOT_USER, secretKey: data.MINIO_ROOT_PASSWORD };
  await createMinioUsers(data.S3_ENDPOINT, root, {
    service: { accessKey: data.S3_ACCESS_KEY, secretKey: data.S3_SECRET_KEY },
    links: { accessKey: data.S3_LINK_ACCESS_KEY, secretKey: data.S3_LINK_SECRET_KEY },
    buckets: REGIONS.map((region) => data.S3_BUCKET_PREFIX + region),
  });
  return 0;
}
