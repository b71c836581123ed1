/**
 * Entry of process 2: a worker, or on a host of many cores several of them, each with parsers of its own. One runs on one
 * JavaScript thread, which is where most of what a small document costs is spent.
 */
import '#src/parser-host/isolation/inherited-descriptors.ts';
import { loadServiceConfig } from '#src/config.ts';
import { createLog } from '#src/log.ts';
import { endWithSupervisor, SUPERVISED, superviseWorkers } from './supervise.ts';

const config = loadServiceConfig(process.env);
if (process.argv.includes(SUPERVISED)) endWithSupervisor();
if (config.workerProcesses === 1) await import('./process.ts');
else await superviseWorkers(config, process.env, createLog(config));
