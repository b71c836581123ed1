/** The permissions of the signed-in person, for the buttons of a page. */
import type { PortalAction } from '#domain/accounts/permissions.ts';
import { useAnswer, useSignIn } from './queries.ts';
import { type Person, refusalOf } from './refusal.ts';

export function usePerson(): Person {
  const { user, organization } = useSignIn();
  const { data } = useAnswer('getOrganization');
  return { role: organization.role, isConfirmed: user.emailVerified, isActive: data?.isActive ?? true };
}

/** Why they may not; null where they may. */
export function useRefusal(action: PortalAction): string | null {
  return refusalOf(usePerson(), action);
}
