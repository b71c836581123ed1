/** Makes each kind of fault and ends it after its time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CHILD_PATHS } from '#src/parser-host/child-programs.ts';
import type { TcpProxy } from '#test/support/tcp-proxy.ts';
import type { Installation } from './installation.ts';
import { type Fault, type Kind, type Part, pick } from './plan.ts';
import { processesBelow } from './process-tree.ts';
import { signal, standingStill, type Supervised } from './supervised.ts';

/** Returns whether there was a target; for a lost answer, whether a request came. */
type Injection = (fault: Fault, installation: Installation) => Promise<boolean>;

/** Resolves when the cause is gone: a killed part answers again, or a separated part is connected. */
export function inject(fault: Fault, installation: Installation): Promise<boolean> {
  return INJECTIONS[fault.kind](fault, installation);
}

const LATENCY_MS = { least: 30, most: 300 };

const INJECTIONS: Readonly<Record<Kind, Injection>> = {
  async kill(fault, installation) {
    const within = WITHIN[fault.part];
    if (within === undefined) return onProcess(fault, installation, (one) => one.kill(fault.durationMs));
    return onPid(within(installation), fault, (pid) => signal(pid, 'SIGKILL'));
  },

  async stop(fault, installation) {
    const within = WITHIN[fault.part];
    if (within === undefined) return onProcess(fault, installation, (one) => one.standStill(fault.durationMs));
    return onPid(within(installation), fault, (pid) => standingStill([pid], fault.durationMs));
  },

  async reset(fault, installation) {
    const within = WITHIN[fault.part];
    if (within !== undefined) return onPid(within(installation), fault, (pid) => signal(pid, 'SIGTERM'));
    return onWays(fault, installation, (way) => way.reset());
  },

  'half-open': (fault, installation) =>
    onWays(fault, installation, async (way) => {
      way.freeze();
      await sleep(fault.durationMs);
      way.reset();
      way.thaw();
    }),

  latency: (fault, installation) =>
    onWays(fault, installation, async (way) => {
      way.delay(LATENCY_MS.least + fault.draw * (LATENCY_MS.most - LATENCY_MS.least));
      await sleep(fault.durationMs);
      way.delay(0);
    }),

  refused: (fault, installation) =>
    onWays(fault, installation, async (way) => {
      way.shut();
      await sleep(fault.durationMs);
      await way.reopen();
    }),

  async 'full-disk'({ part, durationMs }, installation) {
    const disk = installation.diskOf(part);
    if (disk === null) return false;
    disk.fill();
    await sleep(durationMs);
    disk.clear();
    return true;
  },

  async 'lost-answer'({ part, durationMs, draw }, installation) {
    const way = pick(installation.waysTo(part), draw);
    const request = REQUESTS[part];
    if (way === undefined || request === undefined) return false;
    const answer = way.loseAnswerTo(request);
    const isLost = await Promise.race([answer.lost.then(() => true), sleep(durationMs, false)]);
    answer.forget();
    return isLost;
  },
};

/** Requests that change data, in the protocol of PostgreSQL, in HTTP/1.1 and in SMTP. For HTTP/2 any frame counts. */
const REQUESTS: Partial<Record<Part, RegExp>> = {
  api: /^POST /,
  postgres: /commit\0/i,
  store: /^PUT /,
  temporal: /./s,
  verapdf: /^POST /,
  mail: /(^|\r\n)\.\r\n$/,
  payments: /^POST /,
};

/** Processes of a part that are no separate program. */
const WITHIN: Partial<Record<Part, (installation: Installation) => number[]>> = {
  parser: (installation) => parsers(installation, CHILD_PATHS.parser),
  verifier: (installation) => parsers(installation, CHILD_PATHS.verifier),
  // The connections of the service, without those of the server's own maintenance.
  backend: (installation) =>
    below(installation, 'postgres')
      .filter(({ command }) => /^postgres: \w+ \w+ 127\.0\.0\.1/.test(command))
      .map(({ pid }) => pid),
};

/** A sandbox is a chain of processes, and the last one is the parser. */
function parsers(installation: Installation, program: RegExp): number[] {
  const found = below(installation, 'worker').filter(({ command, isLeaf }) => isLeaf && program.test(command));
  return found.map(({ pid }) => pid);
}

function below(installation: Installation, part: Part) {
  return installation.processesOf(part).flatMap(({ pid }) => processesBelow(pid));
}

async function onPid(pids: readonly number[], { draw }: Fault, act: (pid: number) => unknown): Promise<boolean> {
  const pid = pick(pids, draw);
  if (pid === undefined) return false;
  await act(pid);
  return true;
}

async function onProcess(
  { part, draw }: Fault,
  installation: Installation,
  act: (process: Supervised) => Promise<void>,
): Promise<boolean> {
  const process = pick(installation.processesOf(part), draw);
  if (process === undefined) return false;
  await act(process);
  return true;
}

/** In half of the cases nobody can reach the part, else only one of its users cannot. */
async function onWays({ part, draw }: Fault, installation: Installation, act: (way: TcpProxy) => unknown) {
  const ways = installation.waysTo(part);
  const only = draw < 0.5 ? undefined : pick(ways, (draw - 0.5) * 2);
  await Promise.all((only === undefined ? ways : [only]).map((way) => act(way)));
  return ways.length > 0;
}
