/** The end of an organization's active life: irreversible, and at once for all its keys. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { revokeKeys } from './api-keys.ts';
import { appendAudit } from './audit.ts';
import { OrganizationEntity } from './organizations.ts';
import type { Database } from '#store/database/database.ts';

/** Returns false after an earlier deactivation. Running documents finish. The start sweep fails the waiting ones. */
export async function deactivateOrganization(
  db: Database,
  organizationId: string,
  actorId: string | null = null,
): Promise<boolean> {
  return db.system().transactional((em) => deactivate(em, organizationId, actorId));
}

/** Does the same as `deactivateOrganization`, within a transaction of the system's. */
export async function deactivate(em: EntityManager, organizationId: string, actorId: string | null): Promise<boolean> {
  const active = { id: organizationId, isActive: true };
  if ((await em.nativeUpdate(OrganizationEntity, active, { isActive: false })) === 0) return false;
  const keysRevoked = await revokeKeys(em, organizationId);
  const details = { keysRevoked };
  await appendAudit(em, { organizationId, actorId, action: 'organization.deactivated', details });
  return true;
}
