/** The change in words. Unknown actions are shown with their names from the log. */
import type { AuditEntry } from '#portal/api/answers.ts';

/** Every action that the service writes; a test compares. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  'api-key.created': 'Created an API key',
  'api-key.rerolled': 'Replaced an API key',
  'api-key.revoked': 'Revoked an API key',
  'billing.checkout-opened': "Opened the payment provider's page for a plan",
  'billing.portal-opened': "Opened the payment provider's page for invoices",
  'billing.subscription-changed': 'The subscription changed',
  'deletion.cancelled': 'Stopped the deletion of the organization',
  'deletion.requested': 'Requested the deletion of the organization',
  'erasure.completed': 'An erasure was completed',
  'erasure.requested': 'Requested the erasure of documents',
  'export.requested': 'Requested an export',
  'invitation.accepted': 'Accepted an invitation',
  'invitation.created': 'Invited somebody',
  'invitation.revoked': 'Revoked an invitation',
  'member.email-verified': 'Confirmed their e-mail address',
  'member.password-changed': 'Changed their password',
  'member.password-reset': 'Set a new password with the link in a mail',
  'member.removed': 'Removed a member, or left',
  'member.role-changed': 'Changed the role of a member',
  'organization.created': 'Created the organization',
  'organization.deactivated': 'Deactivated the organization',
  'organization.updated': 'Changed the organization',
  'passkey.counter-regressed': 'A passkey may have been copied',
  'passkey.renamed': 'Renamed a passkey',
  'recovery-code.used': 'Used a recovery code',
  'recovery-codes.created': 'Created recovery codes',
  'second-factor.added': 'Added a second factor',
  'second-factor.removed': 'Removed a second factor',
  'second-factor.reset': 'Reset the second factors of a member',
  'session.all-ended': 'Signed out everywhere',
  'session.ended': 'Ended a sign-in',
  'session.token-reused': 'A refresh token was used twice; the sign-in was ended',
  'webhook.created': 'Added a webhook endpoint',
  'webhook.deleted': 'Deleted a webhook endpoint',
  'webhook.disabled': 'A webhook endpoint was switched off',
  'webhook.replayed': 'Sent failed deliveries again',
  'webhook.secret-rotated': 'Replaced the secret of an endpoint',
  'webhook.signing-secret-rotated': 'Replaced the signing secret of the organization',
  'webhook.tested': 'Sent a test to an endpoint',
  'webhook.updated': 'Changed a webhook endpoint',
};

export function actionText(action: string): string {
  return Object.hasOwn(ACTION_WORDS, action) ? (ACTION_WORDS[action] ?? action) : action;
}

/** Names and values of a change. The old and the new value share one row. */
export function detailRows(details: AuditEntry['details']): readonly (readonly [name: string, value: string])[] {
  const { from, to, ...rest } = details;
  const changed =
    from === undefined || to === undefined ? { from, to } : { change: `${valueText(from)} → ${valueText(to)}` };
  return Object.entries({ ...changed, ...rest })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [nameText(name), valueText(value)]);
}

/** `overlapSeconds` as people write it. */
function nameText(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** They are strings, numbers, truth values and null; lists are strings with commas. */
function valueText(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/,(?=\S)/g, ', ');
}
