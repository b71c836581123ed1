/** The hosts of the drill. Each API has a worker for the stateless documents in its spool. */
import { randomUUID } from 'node:crypto';
import type { Host, HostOptions, Installation } from '#tools/drills/faults/installation.ts';

const worker = (name: string, regions: string): HostOptions => ({
  name,
  programs: ['worker'],
  spool: name,
  settings: { WORKER_REGIONS: regions, PARSER_PROCESSES: '2', WORKER_PROCESSES: '1' },
});

export const api = (name: string): HostOptions => ({
  name,
  programs: ['worker', 'api'],
  spool: name,
  settings: { WORKER_REGIONS: 'none', PARSER_PROCESSES: '1', WORKER_PROCESSES: '1' },
});

/** The documents of the load belong to the home region, `eu-central-1`. */
export const HOME_WORKER = worker('worker-home', 'eu-central-1');
export const SHARED_WORKER = worker('worker-shared', 'eu-central-1,us-east-2,ca-central-1');
export const OTHER_WORKER = worker('worker-other', 'us-east-2,ca-central-1');

export const HOSTS: readonly HostOptions[] = [HOME_WORKER, SHARED_WORKER, OTHER_WORKER, api('api-1'), api('api-2')];

/** The new host starts before the old one ends, as in a rolling update, and has its own spool. */
export async function replaceHost(installation: Installation, host: Host, options: HostOptions): Promise<void> {
  await installation.startHost({ ...options, spool: `${options.name}-${randomUUID().slice(0, 4)}` });
  await host.stop();
}
