/** Words for API keys: scopes, states and expiry. */
import type { ApiKeyScope } from '#domain/accounts/permissions.ts';
import { DAY_MS, HOUR_MS } from '#domain/duration.ts';
import type { ApiKey } from '#portal/api/answers.ts';

export interface ScopeWords {
  readonly label: string;
  readonly explanation: string;
}

/** By `docs/guides/authentication.md`. */
export const SCOPE_WORDS: Readonly<Record<ApiKeyScope, ScopeWords>> = {
  normalize: {
    label: 'Send documents',
    explanation:
      'Sends and compares documents and makes batches. It sees only documents that this key has sent, so a stolen key gives access to nothing else.',
  },
  read: {
    label: 'Read everything',
    explanation:
      'Lists every document and batch of the organization, and downloads originals, results, reports, attestations and certificates. Changes nothing.',
  },
};

export type KeyState = 'works' | 'ends-soon' | 'expired' | 'revoked';

const SOON_MS = 14 * DAY_MS;

export function stateOf({ isActive, expiresAt }: Pick<ApiKey, 'isActive' | 'expiresAt'>, now: Date): KeyState {
  const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - now.getTime();
  if (left <= 0) return 'expired';
  if (!isActive) return 'revoked';
  return left < SOON_MS ? 'ends-soon' : 'works';
}

/** Days from now, null for never. Any other value is a chosen date. */
export const EXPIRY_PRESETS = [
  { value: 'none', label: 'Never', days: null },
  { value: '7', label: 'In 7 days', days: 7 },
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '90', label: 'In 90 days', days: 90 },
  { value: '365', label: 'In a year', days: 365 },
] as const;

/**
 * When a key is to expire; null for never.
 *
 * @param choice a preset, or `date`
 * @param date `2026-12-24`: the key works through that day, where the reader is
 * @returns undefined where no date is chosen yet
 */
export function expiryOf(choice: string, date: string, now: Date): Date | null | undefined {
  const preset = EXPIRY_PRESETS.find(({ value }) => value === choice);
  if (preset) return preset.days === null ? null : new Date(now.getTime() + preset.days * DAY_MS);
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end;
}

export const OVERLAPS = [
  { value: '0', label: 'Not at all' },
  { value: String(HOUR_MS / 1_000), label: '1 hour' },
  { value: String(DAY_MS / 1_000), label: '24 hours' },
  { value: String((7 * DAY_MS) / 1_000), label: '7 days' },
] as const;

/** The end of the old key. An overlap extends no key. Null means at once. */
export function endOfOverlap(overlapSeconds: number, expiresAt: string | null, now: Date): Date | null {
  if (overlapSeconds === 0) return null;
  const end = now.getTime() + overlapSeconds * 1_000;
  return new Date(expiresAt === null ? end : Math.min(end, Date.parse(expiresAt)));
}
