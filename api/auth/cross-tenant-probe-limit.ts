/**
 * Limits how often an organization learns that another one holds a document. The contract answers 403, which confirms
 * that. An organization gets few such answers an hour, or none if the operator says so. All its keys and members count
 * together, because it can make many of them.
 */
import type { Logger } from 'pino';
import type { Database } from '#store/database/database.ts';
import { crossTenantProbeStore } from '#store/organizations/cross-tenant-probes.ts';
import { type Caller, callerIdOf, creatorOf } from './caller.ts';
import type { Settings } from '#api/settings.ts';

interface Deps {
  readonly database: Database;
  readonly settings: Pick<Settings, 'hideForeignArtifacts'>;
  readonly log: Logger;
}

/** Distinct hashes, for each organization in each hour of the clock. */
const BUDGET = 30;

export type AdmitProbe = (caller: Caller, sha256: string, exists: () => Promise<boolean>) => Promise<boolean>;

/**
 * Decides whether to answer 403. Otherwise the service does no look-up, so that the time of the answer reveals
 * nothing.
 */
export function crossTenantProbeLimit({ database, settings, log }: Deps): AdmitProbe {
  const crossTenantProbes = crossTenantProbeStore(database);
  return async (caller, sha256, exists) => {
    const { organizationId } = caller;
    if (settings.hideForeignArtifacts || (await crossTenantProbes.count(organizationId)) >= BUDGET) return false;
    if (!(await exists())) return false;
    await crossTenantProbes.record(organizationId, callerIdOf(caller), sha256);
    // Calls at the same moment count each other: each has recorded its hash before it counts.
    const count = await crossTenantProbes.count(organizationId);
    if (count >= BUDGET) {
      const facts = { audit: 'foreign_hits_exhausted', organizationId, ...creatorOf(caller) };
      log.warn(facts, 'an organization asks for many foreign hashes');
    }
    return count <= BUDGET;
  };
}
