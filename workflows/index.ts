/** The one barrel: what Temporal bundles and registers, by export name. */
export { compareDocuments } from './compare.ts';
export { startSweep } from './start-sweep.ts';
export { submission } from './submission.ts';
