/** The development server of Temporal with its web UI and the settings of the service (search attributes, fairness). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { LOOPBACK, anyFreePort, statusOf } from '#dev/network.ts';
import { type RunningProcess, type ServiceOptions, startServer } from '#dev/process.ts';

/** Eager activities and fast transfer keep a submission's latency low; fairness keeps tenants apart. */
const DYNAMIC_CONFIG = [
  'system.enableActivityEagerExecution=true',
  'history.transferProcessorMaxPollRPS=2000',
  'matching.useNewMatcher=true',
  'matching.enableFairness=true',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
];

const ATTRIBUTE_TYPES = { KEYWORD: 'Keyword', INT: 'Int', BOOL: 'Bool' } as const;

export interface TemporalOptions {
  readonly binary: string;
  /** The folder of executions; null for memory. */
  readonly dir: string | null;
  readonly logFile: string;
  /** The port of the server; any free one if absent. */
  readonly port?: number;
  /** The port of the web UI. */
  readonly uiPort?: number;
  /** Settings in addition to the common ones, each as `key=value`. */
  readonly dynamicConfig?: readonly string[];
}

export interface TemporalServer {
  readonly address: string;
  readonly ui: string;
  readonly service: ServiceOptions;
}

/** Its addresses and its command. */
export async function temporalServer(options: TemporalOptions): Promise<TemporalServer> {
  if (options.dir) mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const port = options.port ?? (await anyFreePort());
  const uiPort = options.uiPort ?? (await anyFreePort());
  const ui = `http://${LOOPBACK}:${uiPort}`;
  const service: ServiceOptions = {
    name: 'temporal',
    command: options.binary,
    args: ['server', 'start-dev', ...flags(port, uiPort, options)],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    logFile: options.logFile,
    // The UI forwards this to the server, which learns the namespace last.
    answers: async () => (await statusOf(`${ui}/api/v1/namespaces/default`)) === 200,
  };
  return { address: `${LOOPBACK}:${port}`, ui, service };
}

/** Tests that end the server themselves use this. */
export async function startTemporal(options: TemporalOptions): Promise<TemporalServer & { process: RunningProcess }> {
  const server = await temporalServer(options);
  return { ...server, process: await startServer(server.service) };
}

function flags(port: number, uiPort: number, { dir, dynamicConfig = [] }: TemporalOptions): string[] {
  const attributes = Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => `${name}=${ATTRIBUTE_TYPES[type]}`);
  const flag = (name: string) => (value: string) => [`--${name}`, value];
  const kept = dir ? [join(dir, 'temporal.db')] : [];
  const pragmas = dir ? ['journal_mode=wal', 'synchronous=normal'] : [];
  return [
    [LOOPBACK].flatMap(flag('ip')),
    [String(port)].flatMap(flag('port')),
    [String(uiPort)].flatMap(flag('ui-port')),
    ['error'].flatMap(flag('log-level')),
    kept.flatMap(flag('db-filename')),
    pragmas.flatMap(flag('sqlite-pragma')),
    [...DYNAMIC_CONFIG, ...dynamicConfig].flatMap(flag('dynamic-config-value')),
    attributes.flatMap(flag('search-attribute')),
  ].flat();
}
