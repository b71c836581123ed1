/**
 * The second wall between organizations. Every tenant-facing query names its organization in the WHERE clause and runs
 * as the role `fixpoint_tenant`, to which PostgreSQL shows the rows of the organization in the session variable only.
 */
import type { PolicyDef } from '@mikro-orm/core';

export const TENANT_ROLE = 'fixpoint_tenant';
export const TENANT_SETTING = 'fixpoint.organization';

/** An unset variable is null and one of a finished transaction is '': both must match no row. */
const CURRENT_ORGANIZATION = `(nullif(current_setting('${TENANT_SETTING}', true), ''))::uuid`;

export function ownRows(policyName: string, column: 'id' | 'organization_id'): PolicyDef[] {
  const rule = `${column} = ${CURRENT_ORGANIZATION}`;
  return [{ name: policyName, roles: [TENANT_ROLE], using: rule, check: rule }];
}
