/** `fixpoint database-logins`: the owner's, the service's and Temporal's login of a PostgreSQL server, made by its administrator. */
import { z } from 'zod';
import { createLogins, LoginsError } from '#store/database/logins.ts';

const address = () =>
  z.url({ protocol: /^postgres(ql)?$/, error: 'must have the form postgresql://user:password@host:5432/database' });

const settings = z.object({
  DATABASE_ADMINISTRATOR_URL: address(),
  DATABASE_OWNER_URL: address(),
  DATABASE_URL: address(),
  TEMPORAL_DATABASE_URL: address().optional(),
  // Docker Compose sets an absent variable to an empty string.
  STANDBY_PASSWORD: z
    .string()
    .transform((password) => password || undefined)
    .optional(),
});

/** Answers the exit code. */
export async function makeDatabaseLogins(): Promise<number> {
  const { data, error } = settings.safeParse(process.env);
  if (!data) {
    const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}\n`);
    process.stderr.write(problems.join(''));
    return 2;
  }
  try {
    await createLogins(data.DATABASE_ADMINISTRATOR_URL, {
      owner: data.DATABASE_OWNER_URL,
      service: data.DATABASE_URL,
      ...(data.TEMPORAL_DATABASE_URL !== undefined && { temporal: data.TEMPORAL_DATABASE_URL }),
      ...(data.STANDBY_PASSWORD !== undefined && { standbyPassword: data.STANDBY_PASSWORD }),
    });
    return 0;
  } catch (cause) {
    if (!(cause instanceof LoginsError)) throw cause;
    process.stderr.write(`${cause.message}\n`);
    return 2;
  }
}
