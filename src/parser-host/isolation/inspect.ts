/**
 * Finds out how parser children are isolated. It asks the kernel about a process that is started in the same way,
 * because a wrapper that ran proves nothing. An unknown property counts as missing.
 */
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ParserIsolation } from '#domain/parser-isolation.ts';
import type { Sandbox } from './sandbox.ts';
import type { StartedParser } from './started-parser.ts';

export interface IsolationFinding {
  readonly isolation: ParserIsolation;
  /** The obstacle to better isolation, for the operator of the host; null if there is none. */
  readonly reason: string | null;
}

const PROBE = `${import.meta.dirname}/probe${extname(import.meta.filename)}`;
const PROBE_MEMORY_MB = 256;
const PROBE_TIMEOUT_MS = 30_000;

export async function findIsolation(sandbox: Sandbox): Promise<IsolationFinding> {
  const { network, rest } = await holesOf(sandbox).catch((error: Error) => {
    return { network: [`it cannot be told: ${error.message}`], rest: [] };
  });
  const holes = [...network, ...rest];
  if (holes.length === 0) return { isolation: 'full', reason: null };
  const reason = [...holes, ...sandbox.missing, ...(await restrictions())].join('; ');
  return { isolation: network.length > 0 ? 'network-access' : 'no-network', reason };
}

/**
 * Returns a warning for a host whose parsers can use the network; null otherwise.
 * @param parser a running parser, which is inspected because that is faster than starting another process
 */
export async function networkWarning(sandbox: Sandbox, parser?: RunningParser): Promise<string | null> {
  if (parser !== undefined && (await isCutOff(parser, sandbox))) return null;
  const { isolation, reason } = await findIsolation(sandbox);
  if (isolation !== 'network-access') return null;
  return `Warning: parsers are not cut off from the network here (${reason}).`;
}

/** A parser that has ended meanwhile gives no result. */
function isCutOff({ pid, entry }: RunningParser, sandbox: Sandbox): Promise<boolean> {
  return innermost(pid)
    .then((inner) => lookAt(inner, sandbox.visible(entry)))
    .then(
      ({ network }) => network.length === 0,
      () => false,
    );
}

export interface RunningParser {
  readonly pid: number;
  /** The program of the parser. */
  readonly entry: string;
}

interface Holes {
  readonly network: readonly string[];
  /** The mechanisms against other processes and files of the host. */
  readonly rest: readonly string[];
}

async function holesOf(sandbox: Sandbox): Promise<Holes> {
  const child = sandbox.start(PROBE, PROBE_MEMORY_MB);
  const ended = endOf(child);
  const timer = setTimeout(() => child.kill(), PROBE_TIMEOUT_MS);
  try {
    await Promise.race([running(child), ended.then((how) => Promise.reject(new Error(how)))]);
    return await lookAt(await innermost(child.pid ?? 0), sandbox.visible(PROBE));
  } finally {
    clearTimeout(timer);
    child.kill();
    await ended;
  }
}

async function running({ replies }: StartedParser): Promise<void> {
  const [said] = await once(replies, 'data');
  if (String(said) !== 'running\n') throw new Error('It is another program.');
}

/** The exit and the last words of the parser. Their first line may be the command with all its arguments. */
async function endOf({ printed, gone }: StartedParser): Promise<string> {
  const said = text(printed).catch(() => '');
  const how = await gone;
  const lastWords = (await said).trim().split('\n').at(-1) ?? '';
  return lastWords === '' ? how : lastWords;
}

/**
 * A wrapper that makes a process namespace stays outside and waits. The parser is the last process that was started
 * below it.
 */
async function innermost(pid: number): Promise<number> {
  const children = await childrenOf(pid);
  if (children === null) return innermostOfAll(pid);
  return children.length === 0 ? pid : innermost(Number(children[0]));
}

/** Null on a kernel without CONFIG_PROC_CHILDREN (`man 5 proc`). */
async function childrenOf(pid: number): Promise<string[] | null> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null);
  return list === null ? null : (list.match(/\d+/g) ?? []);
}

async function innermostOfAll(pid: number): Promise<number> {
  const folders = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    folders.map(async (name) => [Number(name), Number(fieldOf(await read(`/proc/${name}/status`), 'PPid'))] as const),
  );
  let last = pid;
  for (;;) {
    const child = parents.find(([, parent]) => parent === last);
    if (child === undefined) return last;
    [last] = child;
  }
}

async function lookAt(pid: number, visible: readonly string[]): Promise<Holes> {
  const shares = async (kind: string) =>
    (await readlink(`/proc/${pid}/ns/${kind}`)) === (await readlink(`/proc/self/ns/${kind}`));
  const devices = [...(await readFile(`/proc/${pid}/net/dev`, 'utf8')).matchAll(/^\s*([^\s:]+):/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'lo');
  const expected = new Set(visible.map((path) => path.split('/')[1]));
  const others = (await readdir(`/proc/${pid}/root`)).filter((name) => !expected.has(name));
  const capabilities = fieldOf(await readFile(`/proc/${pid}/status`, 'utf8'), 'CapEff');
  return {
    network: [
      ...((await shares('net')) ? ['it is in the network of whoever starts it'] : []),
      ...(devices.length > 0 ? [`it has ${devices.join(', ')}`] : []),
    ],
    rest: [
      ...((await shares('pid')) ? ['it sees the processes of the host'] : []),
      ...((await shares('ipc')) ? ['it shares the memory segments of the host'] : []),
      ...(others.length > 0 ? [`it sees the files of the host (${others.slice(0, 3).join(', ')}, …)`] : []),
      ...(/^0+$/.test(capabilities) ? [] : [`it has the capabilities ${capabilities}`]),
    ],
  };
}

/** A line of `/proc/*\/status` (`man 5 proc`). */
function fieldOf(status: string, name: string): string {
  return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
}

/** The settings by which a host forbids namespaces. */
export const SYSCTLS = [
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1' },
  { name: 'kernel.unprivileged_userns_clone', forbids: '0' },
  { name: 'user.max_user_namespaces', forbids: '0' },
];

async function restrictions(): Promise<string[]> {
  const values = await Promise.all(SYSCTLS.map(({ name }) => read(`/proc/sys/${name.replaceAll('.', '/')}`)));
  const found = SYSCTLS.flatMap(({ name, forbids }, at) => (values[at] === forbids ? `${name} is ${forbids}` : []));
  const isFiltered = fieldOf(await read('/proc/self/status'), 'Seccomp') === '2';
  return isFiltered ? [...found, 'a seccomp profile is in force'] : found;
}

/** Returns an empty text if there is no such file. */
async function read(path: string): Promise<string> {
  const content = await readFile(path, 'utf8').catch(() => '');
  return content.trim();
}
