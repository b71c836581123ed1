/** Items that need attention, the most important first, from answers of the API. */
import type { LinkProps } from '@tanstack/react-router';
import type { AccountDeletion, Answers, ApiKey, Submission, Webhook } from '#portal/api/answers.ts';
import type { Tone } from '#portal/ui/tone.tsx';
import { nameOf } from '#portal/documents/names.ts';
import { countText, numberText, relativeTo } from '#portal/ui/words.tsx';
import type { Projection } from './projection.ts';

/** Data that still load, or that this role may not read, are absent. */
export interface Known {
  readonly quota?: Answers['getQuota'] | undefined;
  readonly projection?: Projection | null;
  readonly keys?: readonly ApiKey[] | undefined;
  readonly webhooks?: readonly Webhook[] | undefined;
  readonly dead?: readonly unknown[] | undefined;
  /** The newest documents of the last week whose verdict has the worst level. */
  readonly flagged?: readonly Submission[] | undefined;
  /** Of the last week. */
  readonly failed?: number | undefined;
  readonly isUnconfirmed?: boolean;
  /** Of the whole organization. */
  readonly deletion?: AccountDeletion | null;
}

export interface Matter {
  readonly tone: Tone;
  readonly text: string;
  /** Where something can be done about it, and the words of the link. */
  readonly to?: NonNullable<LinkProps['to']>;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
  readonly action?: string;
}

const DAY_MS = 86_400_000;
const EXPIRES_SOON_MS = 14 * DAY_MS;
/** A key that is not used for so long was perhaps made by mistake. */
const UNUSED_MS = 30 * DAY_MS;
const QUOTA_PERCENT = 80;
export const MAX_FLAGGED = 3;

export function mattersOf(known: Known, now: Date): readonly Matter[] {
  return [
    ...ofDeletion(known, now),
    ...ofFlagged(known),
    ...ofAddress(known),
    ...ofQuota(known),
    ...ofWebhooks(known),
    ...ofDocuments(known),
    ...ofKeys(known.keys ?? [], now),
  ];
}

function ofDeletion({ deletion }: Known, now: Date): Matter[] {
  if (!deletion) return [];
  const when = relativeTo(new Date(deletion.cancellableUntil), now);
  const text = `This organization and everything in it will be deleted. You can cancel the deletion until then: ${when}.`;
  return [{ tone: 'danger', text, to: '/data', action: 'See the deletion' }];
}

/** Each by its name and verdict: a forgery matters more than everything that failed. */
function ofFlagged({ flagged = [] }: Known): Matter[] {
  const named = flagged.slice(0, MAX_FLAGGED).map((document): Matter => {
    const { submissionId, verdict } = document;
    const text = `${nameOf(document)}: ${verdict.sentence}`;
    return {
      tone: 'danger',
      text,
      to: '/documents/$submissionId',
      params: { submissionId },
      action: 'See the document',
    };
  });
  if (flagged.length <= MAX_FLAGGED) return named;
  const text = 'There are more documents like these.';
  return [...named, { tone: 'danger', text, to: '/documents', search: { verdict_level: 'danger' }, action: 'See all' }];
}

function ofAddress({ isUnconfirmed = false }: Known): Matter[] {
  const text = 'Your e-mail address is not confirmed. Until then you can read everything and change nothing.';
  return isUnconfirmed ? [{ tone: 'caution', text, to: '/security', action: 'Have the mail sent again' }] : [];
}

function ofQuota({ quota, projection }: Known): Matter[] {
  if (!quota || quota.limit === 0) return [];
  const { used, limit, overageAllowed } = quota;
  const percent = Math.floor((100 * used) / limit);
  const share = `${numberText(used)} of ${numberText(limit)} documents of this period are used`;
  const link = { to: '/billing', action: 'See plans' } as const;
  if (used >= limit && !overageAllowed) {
    return [{ tone: 'danger', text: `${share}: new ones are refused until it ends.`, ...link }];
  }
  if (used >= limit) return [{ tone: 'caution', text: `${share}: further ones are billed one by one.`, ...link }];
  if (percent >= QUOTA_PERCENT) return [{ tone: 'caution', text: `${share} (${percent} %).`, ...link }];
  if (projection?.limitAt && !overageAllowed) {
    const text = 'At the present rate the documents of this period will be used up before it ends.';
    return [{ tone: 'caution', text, ...link }];
  }
  return [];
}

function ofWebhooks({ webhooks = [], dead = [] }: Known): Matter[] {
  const off = webhooks.filter(({ disabledReason }) => disabledReason !== null).length;
  const link = { to: '/webhooks', action: 'See webhooks' } as const;
  const matters: Matter[] = [];
  if (off > 0) {
    const text = `${countText(off, 'webhook')} ${off === 1 ? 'was' : 'were'} disabled: the service sends nothing there.`;
    matters.push({ tone: 'danger', text, ...link });
  }
  if (dead.length > 0) {
    const text = `${countText(dead.length, 'delivery', 'deliveries')} did not arrive.`;
    matters.push({ tone: 'caution', text, ...link });
  }
  return matters;
}

function ofDocuments({ failed = 0 }: Known): Matter[] {
  if (failed === 0) return [];
  const text = `${countText(failed, 'document')} failed in the last seven days.`;
  return [{ tone: 'caution', text, to: '/documents', search: { status: 'FAILED' }, action: 'See why' }];
}

function ofKeys(keys: readonly ApiKey[], now: Date): Matter[] {
  const active = keys.filter(({ isActive }) => isActive);
  const link = { to: '/keys', action: 'See keys' } as const;
  const endsSoon = ({ expiresAt }: ApiKey) =>
    expiresAt !== null && Date.parse(expiresAt) - now.getTime() < EXPIRES_SOON_MS;
  const isForgotten = ({ lastUsedAt, createdAt }: ApiKey) =>
    lastUsedAt === null && now.getTime() - Date.parse(createdAt) > UNUSED_MS;
  const [soon, unused] = [active.filter(endsSoon).length, active.filter(isForgotten).length];
  const matters: Matter[] = [];
  if (soon > 0) {
    matters.push({ tone: 'caution', text: `${countText(soon, 'API key')} will expire within two weeks.`, ...link });
  }
  if (unused > 0) {
    const text = `${countText(unused, 'API key')} older than a month and never used. Revoke keys that nobody needs.`;
    matters.push({ tone: 'neutral', text, ...link });
  }
  return matters;
}
