/** DATA_DIR/dev.json: what is running, where, and the secrets of this installation; readable by its owner only. */
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DevFailure } from './failure.ts';
import { isSystemError } from '#src/system-error.ts';
import { writePrivate } from './files.ts';
import { processIdentity } from './process.ts';
import { makeDataDir } from './parts/service-user.ts';

export const STATE_FILE = 'dev.json';

export const PROCESS_NAMES = [
  'supervisor',
  'api',
  'worker',
  'mail',
  'payments',
  'verapdf',
  'temporal',
  'store',
  'postgres',
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

const credentials = z.object({ accessKey: z.string(), secretKey: z.string() });

/** What the demo organization was sent, so that nothing is sent twice. */
const demoSchema = z.object({
  organizationId: z.string(),
  /** Ids by the keys of `dev/demo/stories.ts`. */
  submissions: z.record(z.string(), z.string()),
  batchId: z.string().nullable(),
  webhooks: z.record(z.string(), z.string()),
  /** Where its webhooks go; null before there are any. */
  receiverUrl: z.string().nullable(),
});

export type Demo = z.infer<typeof demoSchema>;

export const NO_DEMO: Omit<Demo, 'organizationId'> = {
  submissions: {},
  batchId: null,
  webhooks: {},
  receiverUrl: null,
};

const stateSchema = z.object({
  baseUrl: z.string().optional(),
  /** Where Prometheus reads what API and worker count. */
  metrics: z.object({ api: z.string(), worker: z.string() }).optional(),
  organizationId: z.string().optional(),
  apiKey: z.string().optional(),
  portal: z.object({ email: z.string(), password: z.string() }).optional(),
  demo: demoSchema.optional(),
  temporalUi: z.string().optional(),
  temporalAddress: z.string().optional(),
  temporalBinary: z.string().optional(),
  /** The kind of object store that the folder has objects in. */
  storeKind: z.enum(['minio', 'seaweedfs']).optional(),
  store: z
    .object({
      endpoint: z.string(),
      accessKey: z.string(),
      secretKey: z.string(),
      buckets: z.record(z.string(), z.string()),
    })
    .optional(),
  databaseUrl: z.string().optional(),
  /** This is there only when it lies outside DATA_DIR. */
  postgresDir: z.string().optional(),
  /** Mail is shown at this address. */
  mail: z.string().optional(),
  /** The payment sandbox; its keys are made once. */
  payments: z.object({ url: z.string(), secretKey: z.string(), webhookSecret: z.string() }).optional(),
  /** These are the secrets of the servers we start ourselves; made once, before their first start. */
  secrets: z
    .object({
      postgres: z.string(),
      /** Absent in files of before the service had a login of its own. */
      logins: z.object({ owner: z.string(), service: z.string() }).optional(),
      /** Absent in files of before the store had users; links may have shown the keys it had then. */
      store: z.object({ root: credentials, service: credentials, links: credentials }).optional(),
    })
    .optional(),
  /** These are processes started here, in any run: the others are never signalled. */
  pids: z.partialRecord(z.enum(PROCESS_NAMES), z.number()).default({}),
  /** Start times, so that a pid given to another process is noticed. */
  identities: z.partialRecord(z.enum(PROCESS_NAMES), z.string()).default({}),
});

export type DevState = z.infer<typeof stateSchema>;

/** Nothing was ever started there. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

export interface StateFile {
  readonly path: string;
  read(): DevState;
  update(change: Partial<DevState>): DevState;
  /** Writes down a process that was started, or with null that it is gone. */
  record(name: ProcessName, pid: number | null): void;
  /** The recorded processes that still run. */
  running(): Partial<Record<ProcessName, { pid: number; identity: string }>>;
}

export function stateFile(dataDir: string): StateFile {
  const path = join(dataDir, STATE_FILE);

  const read = () => parse(path);
  const write = (state: DevState) => {
    makeDataDir(dataDir);
    const temporary = `${path}.${process.pid}`;
    writePrivate(temporary, `${JSON.stringify(state, null, 2)}\n`);
    renameSync(temporary, path);
    return state;
  };

  return {
    path,
    read,
    update: (change) => write({ ...read(), ...change }),
    record: (name, pid) => {
      const state = read();
      const identity = pid === null ? null : processIdentity(pid);
      write({
        ...state,
        pids: changed(state.pids, name, identity === null ? null : pid),
        identities: changed(state.identities, name, identity),
      });
    },
    running: () => runningOf(read()),
  };
}

function parse(path: string): DevState {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && ABSENT.has(error.code)) return { pids: {}, identities: {} };
    throw error;
  }
  try {
    // Files of before there were two stores call the store by the name of its program.
    return stateSchema.parse(JSON.parse(text.replaceAll('"minio":', '"store":')));
  } catch (cause) {
    throw new DevFailure(`${path} cannot be read. Repair it, or start again: npm run wipe`, { cause });
  }
}

function changed<Value>(
  record: Partial<Record<ProcessName, Value>>,
  name: ProcessName,
  value: Value | null,
): Partial<Record<ProcessName, Value>> {
  const { [name]: _, ...rest } = record;
  return value === null ? rest : { ...rest, [name]: value };
}

function runningOf({ pids, identities }: DevState) {
  const running: Partial<Record<ProcessName, { pid: number; identity: string }>> = {};
  for (const name of PROCESS_NAMES) {
    const pid = pids[name];
    const identity = identities[name];
    if (pid === undefined || identity === undefined) continue;
    if (processIdentity(pid) === identity) running[name] = { pid, identity };
  }
  return running;
}
