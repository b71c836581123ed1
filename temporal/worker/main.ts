/**
 * Entry of process 2: one worker, or several on a host of many cores, each with its own parsers. A worker has one
 * JavaScript thread, which does most of the work for a small document.
 */
import '#src/parser-host/isolation/inherited-descriptors.ts';
import { loadServiceConfig } from '#src/config.ts';
import { createLog } from '#src/log.ts';
import { endWithSupervisor, SUPERVISED, superviseWorkers } from './supervise.ts';

const config = loadServiceConfig(process.env);
if (process.argv.includes(SUPERVISED)) endWithSupervisor();
if (config.workerProcesses === 1) await import('./process.ts');
else await superviseWorkers(config, process.env, createLog(config));
