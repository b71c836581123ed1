/** The first steps with the service and their state, which comes from answers of the API and not from clicks. */
import type { LinkProps } from '@tanstack/react-router';
import type { ApiKey, Submission, TeamMember, Webhook } from '#portal/api/answers.ts';

/** Absent data still load, or this role may not read them. */
export interface Made {
  readonly keys?: readonly ApiKey[] | undefined;
  readonly documents?: readonly Pick<Submission, 'createdBy'>[] | undefined;
  readonly webhooks?: readonly Webhook[] | undefined;
  readonly team?: readonly TeamMember[] | undefined;
  readonly invitations?: readonly unknown[] | undefined;
}

export interface Step {
  readonly name: 'key' | 'document' | 'webhook' | 'invite';
  readonly title: string;
  readonly isDone: boolean;
  readonly to: NonNullable<LinkProps['to']>;
  readonly action: string;
}

/** The number of documents that the page reads. */
export const NEWEST = 10;

/** Null while data are unknown, because a list must not change its marks while it loads. */
export function firstSteps({ keys, documents, webhooks, team, invitations }: Made): readonly Step[] | null {
  if (!keys || !documents || !webhooks || !team || !invitations) return null;
  // A long list has only the newest documents. The keys then show whether they were used.
  const isLong = documents.length >= NEWEST;
  const byKey =
    documents.some(({ createdBy }) => createdBy?.type === 'api_key') ||
    (isLong && keys.some(({ lastUsedAt }) => lastUsedAt !== null));
  return [
    { name: 'key', title: 'Create an API key', isDone: keys.length > 0, to: '/keys', action: 'To the keys' },
    {
      name: 'document',
      title: 'Send a document with your key',
      isDone: byKey,
      to: '/documents/upload',
      action: 'Or send one from here',
    },
    {
      name: 'webhook',
      title: 'Add a webhook that notifies you when a document is processed',
      isDone: webhooks.length > 0,
      to: '/webhooks',
      action: 'To the webhooks',
    },
    {
      name: 'invite',
      title: 'Invite somebody you work with',
      isDone: team.length > 1 || invitations.length > 0,
      to: '/team',
      action: 'To the team',
    },
  ];
}
