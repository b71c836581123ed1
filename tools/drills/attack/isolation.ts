/** Tests the reach of a parser that an attacker controls: on this host, and in the worker's current parsers. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { z } from 'zod';
import { Readiness } from '#src/contract/health.ts';
import { CHILD_PATHS } from '#src/parser-host/child-programs.ts';
import { knownWalls, type Wall } from '#src/parser-host/isolation/walls.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { type Prey, reachedByNativeCode, reachedByScript, startPrey } from '#test/support/parsers/hijacked.ts';
import { processesBelow } from '#tools/drills/faults/process-tree.ts';
import { type Attempt, broken, held, notTried, refused } from './attempts.ts';
import { ask } from './http.ts';
import type { Stage } from './stage.ts';

/** More than the limit of tasks. */
const MANY_PROCESSES = 100;
const MAX_TASKS = 64;

export async function attackIsolation({ target: { baseUrl, workerPid } }: Stage, attempt: Attempt): Promise<void> {
  await attempt('ask how parsers are isolated', async () => {
    const said = await (await ask(`${baseUrl}/readyz`)).text();
    return z.strictObject(Readiness.shape).safeParse(JSON.parse(said)).success ? held(said) : broken(said);
  });
  if (workerPid === null) {
    return attempt('from inside of a parser', () => notTried('the worker is not on this host'));
  }
  await lookAtParsers(workerPid, attempt);
  await attackWalls(attempt);
}

/** Tests the reach of two programs that start like parsers, in each isolation with a root of its own. */
export async function attackWalls(attempt: Attempt): Promise<void> {
  const prey = await startPrey();
  try {
    for (const wall of knownWalls().slice(0, 2)) await attackBehind(wall, prey, attempt);
  } finally {
    prey.close();
  }
}

async function attackBehind(wall: Wall, prey: Prey, attempt: Attempt): Promise<void> {
  const name = wall.mechanisms.join(' and ');
  const isAllowed = wall.mechanisms.every((mechanism) => probeSandbox([wall]).mechanisms.includes(mechanism));
  if (!isAllowed) return attempt(`behind ${name}`, () => notTried('this host does not allow it'));
  const { processes, descriptors, ...outcomes } = await reachedByScript([wall], prey, 10);
  for (const [what, outcome] of Object.entries(outcomes)) {
    const said = String(outcome);
    await attempt(`a script behind ${name}: ${what}`, () => (said.includes('allowed') ? broken(said) : refused(said)));
  }
  await attempt(`a script behind ${name}: ten programs`, () =>
    Number(processes) < 10 ? refused(`${String(processes)} started`) : broken('all started'),
  );
  await attempt(`a script behind ${name}: files left open`, () =>
    String(descriptors) === '' ? held('none') : broken(String(descriptors)),
  );
  const native = await reachedByNativeCode([wall], prey, MANY_PROCESSES);
  if (native === null) return attempt(`native code behind ${name}`, () => notTried('none is written for this machine'));
  const mustHold = { ...native.reach, ...(wall.filter !== null && native.surface) };
  for (const [what, outcome] of Object.entries(mustHold)) {
    await attempt(`native code behind ${name}: ${what}`, () =>
      outcome === 'allowed' ? broken(outcome) : refused(outcome),
    );
  }
  await attempt(`native code behind ${name}: ${MANY_PROCESSES} processes`, () => {
    const said = `${native.processes} begun`;
    return native.processes < MAX_TASKS ? refused(said) : broken(said);
  });
}

const NAMESPACES = ['net', 'pid', 'mnt', 'ipc', 'user', 'uts'];

/** Inspects every process of the worker that runs a parser program, by what the kernel reports. */
export async function lookAtParsers(workerPid: number, attempt: Attempt): Promise<void> {
  const below = processesBelow(workerPid).map(({ pid }) => pid);
  const parsers = below.filter((pid) => Object.values(CHILD_PATHS).some((path) => path.test(commandOf(pid))));
  await attempt('the parsers that run now', () =>
    parsers.length > 0 ? held(`${parsers.length}`) : broken('none is found'),
  );
  for (const pid of parsers) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const fieldOf = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
    const program = commandOf(pid).split('/').at(-1) ?? '';
    const looks: Record<string, () => string | null> = {
      'has namespaces of its own': () =>
        NAMESPACES.filter((kind) => namespaceOf(pid, kind) === namespaceOf(workerPid, kind)).join() || null,
      // bubblewrap sets a variable with its working folder.
      'has an empty environment': () => readFileSync(`/proc/${pid}/environ`, 'utf8').replace(/^PWD=\/\0$/, '') || null,
      'has no capabilities': () =>
        ['CapEff', 'CapPrm', 'CapBnd', 'CapAmb'].find((name) => !/^0+$/.test(fieldOf(name))) ?? null,
      'gets no privileges': () => (fieldOf('NoNewPrivs') === '1' ? null : 'it may'),
      'has a filter of system calls': () => (fieldOf('Seccomp') === '2' ? null : 'none'),
      'is not the superuser': () => (fieldOf('Uid').split('\t').includes('0') ? fieldOf('Uid') : null),
      'has its frames alone, and what Node opens itself': () => foreignDescriptors(pid).join() || null,
      'sees the code alone': () => foreignFolders(pid).join() || null,
    };
    for (const [name, look] of Object.entries(looks)) {
      await attempt(`${program} ${pid} ${name}`, () => {
        const fault = look();
        return fault === null ? held('so it is') : broken(fault);
      });
    }
  }
}

/**
 * Only the command line of the parser ends with its program. The wrappers before it contain the program among their
 * arguments.
 */
function commandOf(pid: number): string {
  try {
    const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return program.endsWith('/node') ? (rest.at(-1) ?? '') : '';
  } catch {
    return '';
  }
}

const namespaceOf = (pid: number, kind: string): string => readlinkSync(`/proc/${pid}/ns/${kind}`);

/** The descriptors of the protocol. Node makes the pipes to a child from socket pairs. */
const FRAMES = ['0', '2', '3'];

function foreignDescriptors(pid: number): string[] {
  const root = statSync(`/proc/${pid}/root`);
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    const path = `/proc/${pid}/fd/${descriptor}`;
    const target = readlinkSync(path);
    const isFrame = FRAMES.includes(descriptor) && target.startsWith('socket:');
    if (isFrame || /^(pipe:|anon_inode:|\/dev\/null$)/.test(target)) return [];
    const { dev, ino } = statSync(path);
    return dev === root.dev && ino === root.ino ? [] : [`${descriptor} is ${target}`];
  });
}

function foreignFolders(pid: number): string[] {
  const visible = new Set(
    probeSandbox()
      .visible(commandOf(pid))
      .map((path) => path.split('/')[1]),
  );
  return readdirSync(`/proc/${pid}/root`).filter((name) => !visible.has(name));
}
