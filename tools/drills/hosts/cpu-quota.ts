/**
 * Limits the processor share of a host by a control group of Linux. The sum of small hosts then shows how their
 * throughput adds up.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CpuQuota {
  /** The command and its descendants have no more than the quota. */
  readonly launch: (command: readonly string[]) => readonly string[];
  /** @param share of one processor; null ends the limit */
  limit(share: number | null): void;
  remove(): Promise<void>;
}

const PERIOD_US = 100_000;
/** The folders of version 1, whose controllers have separate trees, and of version 2. */
const ROOTS = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'];

/** Null if a quota is unavailable: it needs root and the controller `cpu`. */
export function cpuQuota(name: string): CpuQuota | null {
  const root = ROOTS.find((each) => existsSync(join(each, 'cgroup.procs')));
  if (root === undefined) return null;
  const group = join(root, `fixpoint-${process.pid}-${name}`);
  const isFirstVersion = existsSync(join(root, 'cpu.cfs_period_us'));
  try {
    mkdirSync(group);
    limit(null);
  } catch {
    return null;
  }
  function limit(share: number | null): void {
    const quota = share === null ? null : Math.round(share * PERIOD_US);
    if (isFirstVersion) writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota ?? -1));
    else writeFileSync(join(group, 'cpu.max'), `${quota ?? 'max'} ${PERIOD_US}`);
  }
  return {
    launch: (command) => ['/bin/sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`, ...command],
    limit,
    async remove() {
      while (readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '') await sleep(100);
      rmdirSync(group);
    },
  };
}
