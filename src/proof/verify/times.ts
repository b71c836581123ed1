/** When a key signed, by its key set, and which times an attestation or its timestamp can have. */
import { entryNamed } from './key-set.ts';
import { member, text } from './members.ts';

/** The clocks of two computers may differ by this much. */
const CLOCKS_MS = 10 * 60 * 1000;
/** Workers that are being replaced sign for a while with the key that has just retired. */
const AFTER_RETIREMENT_MS = 24 * 60 * 60 * 1000;

/** Times in ISO 8601; a text is empty where the key set does not say. */
export interface KeyLife {
  readonly createdAt: string;
  readonly retiredAt: string;
}

export type TimeFault = 'before_key' | 'after_key' | 'in_future';

export function lifeOf(keySet: unknown, kid: string): KeyLife {
  const [createdAt, retiredAt] = ['x-created-at', 'x-retired-at'].map((name) =>
    text(member(entryNamed(keySet, kid), name)),
  );
  return { createdAt: createdAt ?? '', retiredAt: retiredAt ?? '' };
}

/** Why nothing was signed by the key at that time, in milliseconds; null where nothing speaks against it. */
export function timeFault(time: number, { createdAt, retiredAt }: KeyLife, now: Date): TimeFault | null {
  if (isBefore(time, Date.parse(createdAt))) return 'before_key';
  if (time > Date.parse(retiredAt) + AFTER_RETIREMENT_MS) return 'after_key';
  return isBefore(now.getTime(), time) ? 'in_future' : null;
}

/** Whether one time is before another one by any clock; false where one of them is not a time. */
export function isBefore(time: number, other: number): boolean {
  return time < other - CLOCKS_MS;
}
