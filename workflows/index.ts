/** The one barrel: what Temporal bundles and registers, by export name. */
export { startSweep } from './start-sweep.ts';
export { submission } from './submission.ts';
