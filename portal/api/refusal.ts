/** The reason of a missing right in words, which a page shows beside a disabled control. */
import {
  FACTOR_RESETTERS,
  type MemberRole,
  PORTAL_ACTIONS,
  type PortalAction,
  REMOVERS,
} from '#domain/accounts/permissions.ts';

export interface Person {
  readonly role: MemberRole;
  /** Whether the address is confirmed. */
  readonly isConfirmed: boolean;
  /** Whether the organization is active. */
  readonly isActive: boolean;
}

/** The colleague, or the person themselves, whom something is to be done to. */
export interface Colleague {
  readonly role: MemberRole;
  readonly isOneself: boolean;
}

/** Null where the person may. The service decides by the same table, in the same order. */
export function refusalOf({ role, isConfirmed, isActive }: Person, action: PortalAction): string | null {
  const rule = PORTAL_ACTIONS[action];
  if (!includes(rule.roles, role)) return onlyFor(rule.roles);
  if (!isConfirmed && !rule.whenUnconfirmed) return 'Confirm your e-mail address first.';
  if (!isActive && !rule.whenInactive) return 'This organization has been deactivated.';
  return null;
}

/** Why this colleague cannot be removed; for oneself, why one cannot leave. */
export function removalRefusal(person: Person, { role, isOneself }: Colleague): string | null {
  if (role === 'owner') return 'An owner cannot be removed. Another owner must change their role first.';
  const refusal = refusalOf(person, 'team.remove');
  if (refusal !== null || isOneself) return refusal;
  return includes(REMOVERS[role], person.role) ? null : onlyFor(REMOVERS[role]);
}

/** Why the second factors of this colleague cannot be taken away. */
export function resetRefusal(person: Person, role: MemberRole): string | null {
  const refusal = refusalOf(person, 'team.reset-factors');
  if (refusal !== null) return refusal;
  return includes(FACTOR_RESETTERS[role], person.role) ? null : onlyFor(FACTOR_RESETTERS[role]);
}

/** Why this colleague cannot get another role. */
export function roleRefusal(person: Person, { isOneself }: Colleague): string | null {
  const refusal = refusalOf(person, 'team.role');
  if (refusal !== null) return refusal;
  return isOneself ? 'You cannot change your own role. Ask another owner.' : null;
}

function onlyFor(roles: readonly MemberRole[]): string {
  return `Only ${roles.map((role) => `${role}s`).join(' and ')} may do this.`;
}

/** The table's lists name fewer roles than there are. */
function includes(roles: readonly MemberRole[], role: MemberRole): boolean {
  return roles.includes(role);
}
