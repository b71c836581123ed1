/** Password hashes: Argon2id in the PHC format, which names its own parameters. */
import { hash, parseOptions, verify } from '@node-rs/argon2';

/** The library's default kind with 19 MiB, two passes, one lane: the least OWASP accepts, some 20 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** A hash of nobody's password takes the same work as anybody's. */
const nobodys = hashPassword('nobody');

/** Answers false where there is no hash, after the same work as for any other. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobodys), password);
  return isRight && passwordHash !== null;
}

/** Whether it was made with other parameters than those of today. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  const { memoryCost: m, timeCost: t, parallelism: p } = PARAMETERS;
  return memoryCost !== m || timeCost !== t || parallelism !== p;
}
