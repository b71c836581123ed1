/** This table says what members may do, one row for each action; and which scopes an API key may have. */

export const API_KEY_SCOPES = ['normalize', 'read'] as const;

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const;

export type MemberRole = (typeof MEMBER_ROLES)[number];

interface ActionRule {
  readonly roles: readonly MemberRole[];
  /** True if it stays possible in a deactivated organization, such as reading, leaving and erasure. */
  readonly whenInactive: boolean;
  /**
   * True if it needs no confirmed address, which holds only for reading. Anybody can register with the address of
   * somebody else, and must leave nothing there for when that somebody comes.
   */
  readonly whenUnconfirmed: boolean;
}

const EVERYBODY = MEMBER_ROLES;
const ADMINS = ['owner', 'admin'] as const;
const OWNERS = ['owner'] as const;

export const PORTAL_ACTIONS = {
  'organization.read': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: true },
  'organization.update': { roles: ADMINS, whenInactive: false, whenUnconfirmed: false },
  // A second time is refused by the route itself, with the same words to everybody who may ask.
  'organization.deactivate': { roles: OWNERS, whenInactive: false, whenUnconfirmed: false },
  // A signed-in member may do everything that an API key may do by its scopes.
  'documents.read': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: true },
  'documents.write': { roles: EVERYBODY, whenInactive: false, whenUnconfirmed: false },
  'stats.read': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: true },
  'api-keys.read': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: true },
  'api-keys.write': { roles: ADMINS, whenInactive: false, whenUnconfirmed: false },
  'team.read': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: true },
  'team.invite': { roles: ADMINS, whenInactive: false, whenUnconfirmed: false },
  // The role of the other member decides too whether the caller may remove that member: `REMOVERS`.
  'team.remove': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: false },
  // The role of the other member decides too whether the caller may reset the factors: `FACTOR_RESETTERS`.
  'team.reset-factors': { roles: ADMINS, whenInactive: true, whenUnconfirmed: false },
  'team.role': { roles: OWNERS, whenInactive: false, whenUnconfirmed: false },
  'webhooks.read': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: true },
  'webhooks.write': { roles: ADMINS, whenInactive: false, whenUnconfirmed: false },
  'billing.read': { roles: ADMINS, whenInactive: true, whenUnconfirmed: true },
  'billing.write': { roles: ADMINS, whenInactive: false, whenUnconfirmed: false },
  'export.read': { roles: ADMINS, whenInactive: true, whenUnconfirmed: true },
  'export.write': { roles: ADMINS, whenInactive: true, whenUnconfirmed: false },
  'erasure.write': { roles: ADMINS, whenInactive: true, whenUnconfirmed: false },
  'deletion.request': { roles: OWNERS, whenInactive: true, whenUnconfirmed: false },
  'deletion.read': { roles: EVERYBODY, whenInactive: true, whenUnconfirmed: true },
  // More hands may stop it than may begin it.
  'deletion.cancel': { roles: ADMINS, whenInactive: true, whenUnconfirmed: false },
  'audit.read': { roles: ADMINS, whenInactive: true, whenUnconfirmed: true },
} as const satisfies Readonly<Record<string, ActionRule>>;

/** Who may remove somebody of this role. Every member except for owners may leave. */
export const REMOVERS = {
  owner: [],
  admin: OWNERS,
  member: ADMINS,
} as const satisfies Readonly<Record<MemberRole, readonly MemberRole[]>>;

/** Who may take the second factors of somebody of this role away, who has lost them. */
export const FACTOR_RESETTERS = {
  owner: OWNERS,
  admin: OWNERS,
  member: ADMINS,
} as const satisfies Readonly<Record<MemberRole, readonly MemberRole[]>>;

/** These are the roles one may invite to: owners are made of people who are there already. */
export const INVITED_ROLES = ['admin', 'member'] as const satisfies readonly MemberRole[];

export type InvitedRole = (typeof INVITED_ROLES)[number];

export type PortalAction = keyof typeof PORTAL_ACTIONS;

export function mayDo(role: MemberRole, action: PortalAction): boolean {
  const { roles }: ActionRule = PORTAL_ACTIONS[action];
  return roles.includes(role);
}
