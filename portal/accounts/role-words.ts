/** A short description of each role. */
import type { MemberRole } from '#domain/accounts/permissions.ts';

export const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  owner: 'Everything: documents, keys, team, billing, and deletion of the organization.',
  admin: 'Documents, API keys, webhooks, team, plan, exports and erasures.',
  member: 'Documents, batches and comparisons; keys, webhooks and team read-only.',
};
