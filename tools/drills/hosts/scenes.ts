/** The events of the hosts and their measurements. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '#domain/billing/plan.ts';
import type { Host, HostOptions } from '#tools/drills/faults/installation.ts';
import type { ServiceUnderLoad } from '#tools/drills/faults/service-under-load.ts';
import type { Tenant } from '#tools/drills/faults/tenants.ts';
import { BEFORE_MS, underLoad } from '#tools/drills/under-load.ts';
import { cpuQuota } from './cpu-quota.ts';
import { api, HOME_WORKER, OTHER_WORKER, replaceHost, SHARED_WORKER } from './hosts.ts';
import { endedEachSecond, recoveryAfter, versionsSince } from './measures.ts';
import { nextVersion, waitingVersion } from './other-version.ts';

/** Returns the observations as sentences. */
type Scene = (stage: ServiceUnderLoad) => Promise<string[]>;
export type SceneName = 'throughput' | 'simulated' | 'worker-lost' | 'api-lost' | 'version' | 'temporal' | 'region';

/** The time until a lost host is replaced. */
const REPLACED_MS = 20_000;
const TEMPORAL_AWAY_MS = 120_000;

export const SCENES: Readonly<Record<SceneName, Scene>> = {
  throughput,
  simulated,

  'worker-lost': (stage) => lost(stage, SHARED_WORKER),

  'api-lost': (stage) => lost(stage, api('api-1')),

  version: async (stage) => {
    const next = nextVersion();
    try {
      return await under(stage, async () => {
        const begunAt = new Date();
        const hosts = stage.installation.hosts();
        for (const host of hosts) await replaceHost(stage.installation, host, { ...host.options, root: next.root });
        const tookS = (Date.now() - begunAt.getTime()) / 1_000;
        return async () => {
          const { byBuild, mixed } = await versionsSince(stage.client, new Date(begunAt.getTime() - BEFORE_MS));
          // A rollback has the same steps as a rollout.
          for (const [at, host] of stage.installation.hosts().entries()) {
            await replaceHost(stage.installation, host, hosts[at]?.options ?? host.options);
          }
          const counts = [...byBuild].map(([build, count]) => `${count} by ${build}`).join(', ');
          return [
            `${hosts.length} hosts were rolled in ${tookS.toFixed(0)} s, one after the other, and back at rest`,
            `documents meanwhile: ${counts}; of two versions: ${mixed.length === 0 ? 'none' : mixed.join(', ')}`,
            ...(await recovered(stage, 'from the beginning of the roll', begunAt)),
          ];
        };
      });
    } finally {
      next.remove();
    }
  },

  temporal: (stage) =>
    under(stage, async () => {
      const [server] = stage.installation.processesOf('temporal');
      await server?.kill(TEMPORAL_AWAY_MS);
      const backAt = new Date();
      return () => recovered(stage, `Temporal was away for ${TEMPORAL_AWAY_MS / 1_000} s; after it was back`, backAt);
    }),

  region: (stage) =>
    under(stage, async () => {
      // The hosts of the home region move: first none works on it, then a new one does.
      const begunAt = new Date();
      await hostOf(stage, HOME_WORKER.name).stop();
      await replaceHost(stage.installation, hostOf(stage, SHARED_WORKER.name), {
        ...OTHER_WORKER,
        name: SHARED_WORKER.name,
      });
      await stage.installation.startHost({ ...HOME_WORKER, name: 'worker-home-2', spool: 'worker-home-2' });
      const movedS = (Date.now() - begunAt.getTime()) / 1_000;
      return () => recovered(stage, `eu-central-1 was moved to another host in ${movedS.toFixed(0)} s`, begunAt);
    }),
};

/** The event is measured after the end of the load. */
async function under(stage: ServiceUnderLoad, act: () => Promise<() => Promise<string[]>>): Promise<string[]> {
  const measure = await underLoad(stage, act);
  return await measure();
}

function lost(stage: ServiceUnderLoad, options: HostOptions): Promise<string[]> {
  return under(stage, async () => {
    const lostAt = new Date();
    await hostOf(stage, options.name).lose();
    await sleep(REPLACED_MS);
    await stage.installation.startHost(options);
    return () => recovered(stage, `${options.name} was lost, and replaced ${REPLACED_MS / 1_000} s later`, lostAt);
  });
}

async function recovered({ database }: ServiceUnderLoad, what: string, moment: Date): Promise<string[]> {
  const { underWay, lastEndedS, longestPauseS } = await recoveryAfter(database, moment);
  return [
    `${what}: ${underWay} documents were under way, the last of them ended after ${lastEndedS.toFixed(1)} s`,
    `the longest time without the end of a document: ${longestPauseS.toFixed(1)} s`,
  ];
}

function hostOf({ installation }: ServiceUnderLoad, name: string): Host {
  const host = installation.hosts().find(({ options }) => options.name === name);
  if (host === undefined) throw new Error(`There is no host ${name}.`);
  return host;
}

/** The processor share of each added host. */
const SHARE = 0.25;
/** With less time the youngest host would be measured while it compiles. */
const WARM_MS = 45_000;
const SETTLED_MS = 5_000;
const MEASURED_MS = 60_000;

/**
 * Workers with a quarter of a processor each. Each adds as much throughput as the one before while the rest of the
 * service has free processors.
 */
function throughput(stage: ServiceUnderLoad): Promise<string[]> {
  return addedUp(stage, 3, `of ${SHARE} of a processor`, async (name) => {
    const quota = cpuQuota(name);
    if (quota === null) return null;
    const host = await stage.installation.startHost({ ...HOME_WORKER, name, spool: name, launch: quota.launch });
    return {
      onWarm: () => quota.limit(SHARE),
      remove: async () => {
        await host.stop();
        await quota.remove();
      },
    };
  });
}

/** The waiting time of a document with simulated processors, and their number on each host. */
const SIMULATED = { serviceMs: 2_000, processors: 2 };

/**
 * Exceeds the real processors: the work of a parser takes time and no processor. Each host of two parsers adds as much
 * throughput as the one before while the rest of the service has free processors.
 */
async function simulated(stage: ServiceUnderLoad): Promise<string[]> {
  const { serviceMs, processors } = SIMULATED;
  const version = waitingVersion(serviceMs);
  const { root } = version;
  try {
    return await addedUp(
      stage,
      4,
      `of ${processors} parsers that take ${serviceMs / 1_000} s a document`,
      async (name) => {
        const settings = { ...HOME_WORKER.settings, PARSER_PROCESSES: String(processors) };
        const host = await stage.installation.startHost({ ...HOME_WORKER, name, spool: name, root, settings });
        return { onWarm: () => undefined, remove: () => host.stop() };
      },
    );
  } finally {
    version.remove();
  }
}

interface AddedHost {
  /** Called after the time in which it compiles its code. */
  readonly onWarm: () => void;
  readonly remove: () => Promise<void>;
}

/** Replaces the hosts of the home region by new ones, one after the other, and measures after each. */
async function addedUp(
  stage: ServiceUnderLoad,
  count: number,
  what: string,
  add: (name: string) => Promise<AddedHost | null>,
): Promise<string[]> {
  const { installation, database } = stage;
  for (const name of [HOME_WORKER.name, SHARED_WORKER.name]) await hostOf(stage, name).stop();
  const added: AddedHost[] = [];
  const lines: string[] = [];
  const rates: number[] = [];
  while (added.length < count) {
    const host = await add(`worker-added-${added.length + 1}`);
    if (host === null) {
      lines.push('not measured: no quota of a processor can be had here (it takes root, and control groups)');
      break;
    }
    added.push(host);
    const { since, until } = await saturated(stage, host.onWarm);
    const rate = await endedEachSecond(database, since, until);
    rates.push(rate);
    const times = rate / (rates[0] ?? rate);
    lines.push(`${added.length} hosts ${what}: ${rate.toFixed(2)} documents a second, ${times.toFixed(2)} times one`);
  }
  for (const host of added) await host.remove();
  for (const options of [HOME_WORKER, SHARED_WORKER]) await installation.startHost(options);
  return lines;
}

/**
 * Callers that send one document after the other. There are more callers than parsers.
 * @param onWarm called after the time in which a new host compiles its code
 */
async function saturated({ installation, load, tenants, samples }: ServiceUnderLoad, onWarm: () => void) {
  const over = new AbortController();
  const { hello } = samples;
  const caller = async (tenant: Tenant) => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${installation.url}/api/normalize`, {
        method: 'POST',
        headers: { 'X-Api-Key': tenant.apiKey, 'Content-Type': 'application/pdf', 'Idempotency-Key': randomUUID() },
        body: Buffer.from(hello.copy(randomUUID())),
      });
      await answer.arrayBuffer();
      const submissionId = answer.headers.get('x-submission-id');
      if (submissionId === null) throw new Error(`A document was answered ${answer.status}.`);
      const { organizationId } = tenant;
      load.ledger.documents.push({ submissionId, organizationId, outcome: hello.outcome, isTold: false });
    }
  };
  // As many parallel documents as their plans allow.
  const callers = [tenants.subscriber, tenants.growth].flatMap((tenant) =>
    Array.from({ length: PLANS[tenant === tenants.growth ? 'growth' : 'pro'].concurrentJobs }, () => caller(tenant)),
  );
  await sleep(WARM_MS);
  onWarm();
  await sleep(SETTLED_MS);
  const since = new Date();
  await sleep(MEASURED_MS);
  const until = new Date();
  over.abort();
  await Promise.all(callers);
  return { since, until };
}
