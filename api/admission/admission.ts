/**
 * Whether there is capacity for a call, before it costs anything. A call has a lease of this process for each resource that it
 * holds for a while (`resources.ts`). Calls in a window of time are counted in PostgreSQL, for all processes (`rate-limits.ts`).
 */
import { ServiceError } from '#domain/problem-codes.ts';
import { metrics } from '#src/metrics/metrics.ts';
import type { Database } from '#store/database/database.ts';
import { rateWindows } from '#store/database/rate-windows.ts';
import { type Caller, callerIdOf } from '#api/auth/caller.ts';
import { clientAddresses } from '#api/auth/client-address.ts';
import type { Context } from '#api/http/http.ts';
import { type Lease, type Ledger, openLedger, type Share, type Sharer } from './ledger.ts';
import { type Limit, type LimitOrganization, organizationLimiter, rateLimiter } from './rate-limits.ts';
import { type Resource, type ResourceKind, RESOURCES } from './resources.ts';
import type { Settings } from '#api/settings.ts';

export interface Admission {
  /**
   * Holds so much of the resource, or throws: a problem with 429 where a share is used up, and `service_unavailable`
   * where the whole capacity is.
   */
  hold(ctx: Context, caller: Caller, resource: Resource, amount?: number): Lease;
  /** Holds one unit of the resource during the work. Throws like `hold`. */
  during<T>(ctx: Context, caller: Caller, resource: Resource, work: () => Promise<T>): Promise<T>;
  readonly limit: Limit;
  readonly limitOrganization: LimitOrganization;
}

interface Deps {
  readonly database: Database;
  readonly settings: Pick<Settings, 'trustedProxies' | 'spoolDir'>;
}

export function openAdmission({ database, settings: { trustedProxies = [], spoolDir } }: Deps): Admission {
  const addressOf = clientAddresses(trustedProxies);
  const windows = rateWindows(database);
  const ledgers: Readonly<Record<Resource, Ledger>> = {
    uploads: openLedger(),
    spoolBytes: openLedger(),
    statelessDocuments: openLedger(),
    comparisons: openLedger(),
    evidence: openLedger(),
    downloads: openLedger(),
    waits: openLedger(),
    eventStreams: openLedger(),
  };
  const hold: Admission['hold'] = (ctx, caller, resource, amount = 1) => {
    const kind: ResourceKind = RESOURCES[resource];
    const sharers = sharersOf(caller, addressOf(ctx).network, kind.shares(spoolDir));
    const lease = ledgers[resource].open(sharers, (sharer) => {
      metrics.admissionRefusals.inc({ resource, share: sharer.share });
      return refusalOf(ctx, kind, sharer);
    });
    lease.resize(amount);
    return lease;
  };
  return {
    hold,
    async during(ctx, caller, resource, work) {
      const lease = hold(ctx, caller, resource);
      try {
        return await work();
      } finally {
        lease[Symbol.dispose]();
      }
    },
    limit: rateLimiter(windows, addressOf),
    limitOrganization: organizationLimiter(windows, addressOf),
  };
}

/** The order is from the narrowest to the widest share, so that callers learn first about their own share. */
function sharersOf(caller: Caller, network: string, shares: ReturnType<ResourceKind['shares']>): Sharer[] {
  const { organizationId, organization } = caller;
  return [
    { share: 'caller', id: callerIdOf(caller), limit: shares.caller },
    { share: 'organization', id: organizationId, limit: shares.organization },
    { share: 'network', id: network, limit: shares.network },
    ...(organization.planTier === 'free' ? [{ share: 'free', id: '', limit: shares.capacity / 2 } as const] : []),
    { share: 'capacity', id: '', limit: shares.capacity },
  ];
}

const RETRY_SECONDS = '5';

/** The capacity is missing here: a process without any is an outage, and these are limits of those who call. */
const WHOSE: Partial<Record<Share, string>> = {
  caller: 'One API key or member',
  organization: 'One organization',
  network: 'One address',
  free: 'All organizations of plan Free together',
};

function refusalOf(ctx: Context, { words, problem }: ResourceKind, { share, limit }: Sharer): ServiceError {
  ctx.set('Retry-After', RETRY_SECONDS);
  const whose = WHOSE[share];
  if (whose === undefined) return new ServiceError('service_unavailable', `The service has too many ${words}.`);
  return new ServiceError(problem, `${whose} may have at most ${Math.floor(limit)} ${words}.`);
}
