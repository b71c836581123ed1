/**
 * What a caller may learn of a hash that only another organization holds. 403 is the contract, and confirms that
 * somebody has that very document: a caller may learn it of few hashes an hour, or of none where the operator says so.
 */
import type { Logger } from 'pino';
import type { Database } from '#store/database/database.ts';
import { crossTenantProbeStore } from '#store/organizations/cross-tenant-probes.ts';
import { type Caller, creatorOf } from './caller.ts';

export interface ProbeLimitSettings {
  /** 404 always. */
  readonly hideForeignArtifacts?: boolean;
}

interface Deps {
  readonly database: Database;
  readonly settings: ProbeLimitSettings;
  readonly log: Logger;
}

/** Distinct hashes, for each key and each member in each hour of the clock. */
const BUDGET = 30;

export type AdmitProbe = (caller: Caller, sha256: string, exists: () => Promise<boolean>) => Promise<boolean>;

/** Whether to answer 403; where it says no, nobody has looked, so that the time of the answer tells nothing either. */
export function crossTenantProbeLimit({ database, settings, log }: Deps): AdmitProbe {
  const crossTenantProbes = crossTenantProbeStore(database);
  return async (caller, sha256, exists) => {
    const { organizationId } = caller;
    const callerId = caller.kind === 'key' ? caller.apiKeyId : caller.memberId;
    const isSpent = async () => (await crossTenantProbes.count(organizationId, callerId)) >= BUDGET;
    if (settings.hideForeignArtifacts || (await isSpent())) return false;
    if (!(await exists())) return false;
    await crossTenantProbes.record(organizationId, callerId, sha256);
    if (await isSpent()) {
      const facts = { audit: 'foreign_hits_exhausted', organizationId, ...creatorOf(caller) };
      log.warn(facts, 'a caller asks for many foreign hashes');
    }
    return true;
  };
}
