/** The public keys that GitHub signs its reports with. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';

/**
 * Returns null for a key that GitHub does not have, and where the settings do not name the keys of GitHub.
 */
export type KeyOf = (identifier: string) => Promise<KeyObject | null>;

const PublishedKeys = z.object({ public_keys: z.array(z.object({ key_identifier: z.string(), key: z.string() })) });

/** A caller cannot make the service ask more often by naming unknown keys. */
const ASK_AGAIN_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** Asks for the keys when a report names one that is not known yet: they are exchanged now and then. */
export function githubKeys(url: string | null, now: () => number = Date.now): KeyOf {
  let known = new Map<string, KeyObject>();
  let askedAt = Number.NEGATIVE_INFINITY;
  return async (identifier) => {
    if (url === null) return null;
    if (!known.has(identifier) && now() - askedAt >= ASK_AGAIN_MS) {
      askedAt = now();
      known = await fetchKeys(url);
    }
    return known.get(identifier) ?? null;
  };
}

async function fetchKeys(url: string): Promise<Map<string, KeyObject>> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`The keys were answered with ${response.status}.`);
    const { public_keys: keys } = PublishedKeys.parse(await response.json());
    return new Map(keys.map(({ key_identifier: id, key }) => [id, createPublicKey(key)]));
  } catch (cause) {
    throw new ServiceError('service_unavailable', 'The keys of GitHub cannot be read now.', { cause });
  }
}
