/** Who may do what in the portal: one row per action, the whole role matrix on one screen. */

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const;

export type MemberRole = (typeof MEMBER_ROLES)[number];

interface ActionRule {
  readonly roles: readonly MemberRole[];
  /** Whether it is still possible once the organization has been deactivated: reading, leaving, and being forgotten. */
  readonly whenInactive: boolean;
}

const EVERYBODY = MEMBER_ROLES;
const ADMINS = ['owner', 'admin'] as const;
const OWNERS = ['owner'] as const;

export const PORTAL_ACTIONS = {
  'organization.read': { roles: EVERYBODY, whenInactive: true },
  'organization.update': { roles: ADMINS, whenInactive: false },
  // A second time is refused by the route itself, with the same words to everybody who may ask.
  'organization.deactivate': { roles: OWNERS, whenInactive: false },
  'stats.read': { roles: EVERYBODY, whenInactive: true },
  'api-keys.read': { roles: EVERYBODY, whenInactive: true },
  'api-keys.write': { roles: ADMINS, whenInactive: false },
  'team.read': { roles: EVERYBODY, whenInactive: true },
  'team.invite': { roles: ADMINS, whenInactive: false },
  // Whom a caller may remove depends on the other's role too: `REMOVERS`.
  'team.remove': { roles: EVERYBODY, whenInactive: true },
  'team.role': { roles: OWNERS, whenInactive: false },
  'webhooks.read': { roles: EVERYBODY, whenInactive: true },
  'webhooks.write': { roles: ADMINS, whenInactive: false },
  'billing.read': { roles: ADMINS, whenInactive: true },
  'billing.write': { roles: ADMINS, whenInactive: false },
  'export.read': { roles: ADMINS, whenInactive: true },
  'export.write': { roles: ADMINS, whenInactive: true },
  'erasure.write': { roles: ADMINS, whenInactive: true },
  'deletion.request': { roles: OWNERS, whenInactive: true },
  'deletion.read': { roles: EVERYBODY, whenInactive: true },
  // More hands may stop it than may begin it.
  'deletion.cancel': { roles: ADMINS, whenInactive: true },
  'audit.read': { roles: ADMINS, whenInactive: true },
} as const satisfies Readonly<Record<string, ActionRule>>;

/** Who may remove somebody of this role. Whoever is no owner may leave, besides. */
export const REMOVERS = {
  owner: [],
  admin: OWNERS,
  member: ADMINS,
} as const satisfies Readonly<Record<MemberRole, readonly MemberRole[]>>;

/** Whom one may invite: owners are made of people who are there already. */
export const INVITED_ROLES = ['admin', 'member'] as const satisfies readonly MemberRole[];

export type InvitedRole = (typeof INVITED_ROLES)[number];

export type PortalAction = keyof typeof PORTAL_ACTIONS;

export function mayDo(role: MemberRole, action: PortalAction): boolean {
  const { roles }: ActionRule = PORTAL_ACTIONS[action];
  return roles.includes(role);
}
