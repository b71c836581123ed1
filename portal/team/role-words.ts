/** Roles and their rights in words, derived from the service's table. */
import {
  FACTOR_RESETTERS,
  MEMBER_ROLES,
  type MemberRole,
  PORTAL_ACTIONS,
  type PortalAction,
  REMOVERS,
} from '#domain/accounts/permissions.ts';

export const ROLE_WORDS: Readonly<Record<MemberRole, { readonly label: string; readonly explanation: string }>> = {
  owner: { label: 'Owner', explanation: 'Everything, including roles of others and deletion of the organization.' },
  admin: {
    label: 'Admin',
    explanation: 'Keys, webhooks, members, plan and data. No roles, and no deletion of the organization.',
  },
  member: { label: 'Member', explanation: 'Sends documents and reads everything about them. Changes no settings.' },
};

/** The missing action has its own row, because the removable people depend on their role too. */
const ACTION_WORDS: Readonly<Record<Exclude<PortalAction, 'team.remove' | 'team.reset-factors'>, string>> = {
  'organization.read': 'See the organization and its settings',
  'organization.update': 'Change name, settings and regions',
  'organization.deactivate': 'Deactivate the organization',
  'documents.read': 'See and download documents, reports and proofs',
  'documents.write': 'Send and compare documents, create batches',
  'stats.read': 'See statistics',
  'api-keys.read': 'See API keys',
  'api-keys.write': 'Create, replace and revoke API keys',
  'team.read': 'See the team',
  'team.invite': 'Invite people, see and revoke invitations',
  'team.role': 'Change the role of others',
  'webhooks.read': 'See webhooks and their deliveries',
  'webhooks.write': 'Change webhooks, see secrets, send again',
  'billing.read': 'See plan and billing',
  'billing.write': 'Change the plan and the way of payment',
  'export.read': 'See and download exports',
  'export.write': 'Export everything',
  'erasure.write': 'Erase documents',
  'deletion.request': 'Delete the whole organization',
  'deletion.read': 'See whether a deletion is scheduled',
  'deletion.cancel': 'Stop the deletion',
  'audit.read': 'Read the audit log',
};

export interface Right {
  readonly words: string;
  readonly roles: readonly MemberRole[];
}

/** One row for each thing one may do. */
export function rights(): readonly Right[] {
  const actions: readonly Right[] = Object.entries(ACTION_WORDS).map(([action, words]) => ({
    words,
    roles: rolesOf(action),
  }));
  const removals: readonly Right[] = MEMBER_ROLES.filter((role) => REMOVERS[role].length > 0).map((role) => ({
    words: `Remove ${role}s`,
    roles: REMOVERS[role],
  }));
  const leaving: Right = { words: 'Leave the organization', roles: MEMBER_ROLES.filter((role) => role !== 'owner') };
  const resets: readonly Right[] = MEMBER_ROLES.map((role) => ({
    words: `Reset the second factors of ${role}s who have lost them`,
    roles: FACTOR_RESETTERS[role],
  }));
  return [...actions, ...removals, leaving, ...resets];
}

function rolesOf(name: string): readonly MemberRole[] {
  const rules: Readonly<Record<string, { readonly roles: readonly MemberRole[] }>> = PORTAL_ACTIONS;
  return rules[name]?.roles ?? [];
}
