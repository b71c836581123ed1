/**
 * What a caller may learn of a hash that only another organization holds. 403 is the contract, and confirms that
 * somebody has that very document: a key may learn it of few hashes an hour, or of none where the operator says so.
 */
import type { Logger } from 'pino';
import type { Database } from '#store/database/database.ts';
import { crossTenantProbeStore } from '#store/organizations/cross-tenant-probes.ts';
import type { Caller } from './api-key.ts';

export interface ProbeLimitSettings {
  /** 404 always. */
  readonly hideForeignArtifacts?: boolean;
}

interface Deps {
  readonly database: Database;
  readonly settings: ProbeLimitSettings;
  readonly log: Logger;
}

/** Distinct hashes, for each key in each hour of the clock. */
const BUDGET = 30;

export type AdmitProbe = (caller: Caller, sha256: string, exists: () => Promise<boolean>) => Promise<boolean>;

/** Whether to answer 403; where it says no, nobody has looked, so that the time of the answer tells nothing either. */
export function crossTenantProbeLimit({ database, settings, log }: Deps): AdmitProbe {
  const crossTenantProbes = crossTenantProbeStore(database);
  return async ({ apiKeyId, organizationId }, sha256, exists) => {
    if (settings.hideForeignArtifacts || (await crossTenantProbes.count(organizationId, apiKeyId)) >= BUDGET)
      return false;
    if (!(await exists())) return false;
    await crossTenantProbes.record(organizationId, apiKeyId, sha256);
    if ((await crossTenantProbes.count(organizationId, apiKeyId)) >= BUDGET) {
      log.warn({ audit: 'foreign_hits_exhausted', organizationId, apiKeyId }, 'key asks for many foreign hashes');
    }
    return true;
  };
}
