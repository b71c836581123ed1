/**
 * DATA_DIR/dev.json: the running processes, their addresses, and the secrets of this installation. Only its owner can
 * read it.
 */
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

/** The documents that the demo organization got, so that none is sent twice. */
const demoSchema = z.object({
  organizationId: z.string(),
  /** Ids by the keys of `dev/demo/stories.ts`. */
  submissions: z.record(z.string(), z.string()),
  batchId: z.string().nullable(),
  webhooks: z.record(z.string(), z.string()),
  /** The address of its webhooks; null before they exist. */
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
  /** The addresses of the metrics of API and worker for Prometheus. */
  metrics: z.object({ api: z.string(), worker: z.string() }).optional(),
  organizationId: z.string().optional(),
  apiKey: z.string().optional(),
  portal: z.object({ email: z.string(), password: z.string() }).optional(),
  demo: demoSchema.optional(),
  temporalUi: z.string().optional(),
  temporalAddress: z.string().optional(),
  temporalBinary: z.string().optional(),
  /** The kind of object store that holds the objects of the folder. */
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
  /** Present only if the folder is outside of DATA_DIR. */
  postgresDir: z.string().optional(),
  /** The address of the page with mails. */
  mail: z.string().optional(),
  /** The payment sandbox, whose keys are made once. */
  payments: z.object({ url: z.string(), secretKey: z.string(), webhookSecret: z.string() }).optional(),
  /** The secrets of our own servers, made once before their first start. */
  secrets: z
    .object({
      postgres: z.string(),
      /** Absent in older files, from the time when the service had no login of its own. */
      logins: z.object({ owner: z.string(), service: z.string() }).optional(),
      /**
       * Absent in older files, from the time when the store had no users. Links may have shown the keys of that time.
       */
      store: z.object({ root: credentials, service: credentials, links: credentials }).optional(),
    })
    .optional(),
  /** The processes that were started here in any run. Other processes are never signalled. */
  pids: z.partialRecord(z.enum(PROCESS_NAMES), z.number()).default({}),
  /** Start times, which reveal a reused pid. */
  identities: z.partialRecord(z.enum(PROCESS_NAMES), z.string()).default({}),
});

export type DevState = z.infer<typeof stateSchema>;

/** The errors of a folder without any start. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

export interface StateFile {
  readonly path: string;
  read(): DevState;
  update(change: Partial<DevState>): DevState;
  /** Records a started process, or with null its end. */
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
    // Older files, from the time with a single store, use the name of its program as the key.
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
