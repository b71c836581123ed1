/** Temporal, as operators find it: the server, the namespace, what is searched by, and what runs by the clock. */
import { Client, Connection } from '@temporalio/client';
import type { Config } from '#src/config.ts';
import { connectionOptions } from '#temporal/client/connection.ts';
import { deploymentNames, deploymentVersions } from '#temporal/deployment-versions.ts';
import { SCHEDULES } from '#temporal/schedules.ts';
import { missingSearchAttributes } from '#temporal/search-attributes.ts';
import { type Check, fail, type Finding, ok, warn } from './check.ts';

/** The alert `WorkerVersionsMany` calls at the same share. */
const MANY_VERSIONS = 0.8;
const CONNECT_MS = 5_000;
const DEADLINE_MS = 10_000;

export const TEMPORAL_CHECKS: readonly Check[] = [
  {
    name: 'Temporal',
    remedy: 'start Temporal, and let TEMPORAL_ADDRESS and the settings of TLS be right',
    look: (config) =>
      withTemporal(config, async ({ connection }) => {
        const { serverVersion } = await connection.workflowService.getSystemInfo({});
        return ok(`server ${serverVersion} answers`);
      }),
  },
  {
    name: 'namespace',
    needs: 'Temporal',
    remedy: 'temporal operator namespace create --retention 72h "$TEMPORAL_NAMESPACE"',
    look: (config) =>
      withTemporal(config, async ({ connection, namespace }) => {
        await connection.workflowService.describeNamespace({ namespace });
        const missing = await missingSearchAttributes(connection, namespace);
        if (missing.length === 0) return ok(`${namespace} has all search attributes`);
        const names = missing.map(({ name }) => name).join(', ');
        return fail(`${namespace} lacks the search attributes ${names}`, 'start a worker: it adds them');
      }),
  },
  {
    name: 'schedules',
    needs: 'namespace',
    remedy: 'start a worker: it makes the schedules',
    look: (config) =>
      withTemporal(config, async ({ client }) => {
        const paused: string[] = [];
        const missing = new Set<string>(SCHEDULES.map(({ id }) => id));
        for await (const { scheduleId, state } of client.schedule.list()) {
          if (missing.delete(scheduleId) && state.paused) paused.push(scheduleId);
        }
        if (missing.size > 0) return fail(`${[...missing].join(', ')} missing`, 'start a worker: it makes them');
        if (paused.length === 0) return ok(`${SCHEDULES.length} schedules, none paused`);
        return warn(`paused: ${paused.join(', ')}`, `temporal schedule toggle --unpause --schedule-id ${paused[0]}`);
      }),
  },
  {
    name: 'worker versions',
    needs: 'namespace',
    remedy: 'see WorkerVersionsMany in docs/operate/runbooks.md',
    look: (config) =>
      withTemporal(config, async ({ client, connection, namespace }) => {
        let [most, fullest] = [0, ''];
        for await (const name of deploymentNames(connection.workflowService, namespace)) {
          // The server refuses to answer for a moment while it changes a deployment.
          const { length } = await deploymentVersions(client, name).catch(() => []);
          if (length > most) [most, fullest] = [length, name];
        }
        if (most === 0) return ok('none yet');
        const found = `${most} of ${config.mostVersions} versions on ${fullest}, none on more`;
        if (most <= MANY_VERSIONS * config.mostVersions) return ok(found);
        const remedy = `temporal worker deployment describe --name ${fullest}; delete-version for those that are drained`;
        return warn(`${found}: the start of a new version may wait`, remedy);
      }),
  },
];

interface Reached {
  readonly client: Client;
  readonly connection: Connection;
  readonly namespace: string;
}

async function withTemporal({ temporal }: Config, look: (reached: Reached) => Promise<Finding>): Promise<Finding> {
  const { namespace } = temporal;
  const connection = await Connection.connect({ ...(await connectionOptions(temporal)), connectTimeout: CONNECT_MS });
  const client = new Client({ connection, namespace });
  try {
    return await connection.withDeadline(Date.now() + DEADLINE_MS, () => look({ client, connection, namespace }));
  } finally {
    await connection.close();
  }
}
