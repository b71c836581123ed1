/**
 * Whether parser children have a network: looked at from inside of the isolation, by a process that is started as they
 * are. That a wrapper ran proves nothing, and what cannot be looked at counts as a network.
 */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ParserIsolation } from '#src/contract/parser/isolation.ts';
import { BARE_SURROUNDINGS, type Sandbox } from './sandbox.ts';

export interface NetworkFinding {
  readonly isolation: ParserIsolation;
  /** What stands in the way, for whoever runs the host; null where nothing does. */
  readonly reason: string | null;
}

/** What `network-probe.ts` prints. */
export type NetworkSeen = z.infer<typeof seenSchema>;
const seenSchema = z.object({
  namespace: z.string().regex(/^net:\[\d+\]$/),
  /** With an address; a new namespace has none, its loopback device is down. */
  interfaces: z.array(z.string()),
});

const PROBE = `${import.meta.dirname}/network-probe${extname(import.meta.filename)}`;
const OWN_NAMESPACE = '/proc/self/ns/net';
const PROBE_MEMORY_MB = 256;
const PROBE_TIMEOUT_MS = 30_000;

export async function findNetwork(sandbox: Sandbox): Promise<NetworkFinding> {
  const access = await networkAccess(sandbox).catch((error: Error) => `it cannot be told: ${lastLine(error.message)}`);
  if (access === null) return { isolation: 'no-network', reason: null };
  return { isolation: 'network-access', reason: [access, ...sandbox.missing, ...(await restrictions())].join('; ') };
}

/** Answers a warning for those who run parsers at their own risk; null where there is nothing to say. */
export async function networkWarning(sandbox: Sandbox): Promise<string | null> {
  const { reason } = await findNetwork(sandbox);
  return reason === null ? null : `Warning: parsers are not cut off from the network here (${reason}).`;
}

async function networkAccess(sandbox: Sandbox): Promise<string | null> {
  const own = await readlink(OWN_NAMESPACE);
  const { namespace, interfaces } = await probe(sandbox);
  if (namespace === own) return 'it is in the network of whoever starts it';
  return interfaces.length > 0 ? `it has ${interfaces.join(', ')}` : null;
}

/** A command that failed is named first, with all its arguments; then comes what it said. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

async function probe(sandbox: Sandbox): Promise<NetworkSeen> {
  const [program = '', ...args] = sandbox.command(PROBE, PROBE_MEMORY_MB, [OWN_NAMESPACE]);
  const options = { ...BARE_SURROUNDINGS, timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(program, args, options);
  return seenSchema.parse(JSON.parse(stdout));
}

/** The settings by which a host forbids what `unshare` does. */
const SYSCTLS = [
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1' },
  { name: 'kernel.unprivileged_userns_clone', forbids: '0' },
  { name: 'user.max_user_namespaces', forbids: '0' },
];

async function restrictions(): Promise<string[]> {
  const values = await Promise.all(SYSCTLS.map(({ name }) => read(`/proc/sys/${name.replaceAll('.', '/')}`)));
  const found = SYSCTLS.flatMap(({ name, forbids }, at) => (values[at] === forbids ? `${name} is ${forbids}` : []));
  const isFiltered = /^Seccomp:\s*2$/m.test(await read('/proc/self/status'));
  return isFiltered ? [...found, 'a seccomp profile is in force'] : found;
}

/** Answers an empty text where there is no such file. */
async function read(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim();
}
