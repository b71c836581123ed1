/** The one barrel: what Temporal bundles and registers, by export name. */
export { acceptanceSweep } from './acceptance-sweep.ts';
export { batch } from './batch.ts';
export { batchSweep } from './batch-sweep.ts';
export { compareDocuments } from './compare.ts';
export { mail } from './mail.ts';
export { mailSweep } from './mail-sweep.ts';
export { reaper } from './reaper.ts';
export { retention } from './retention.ts';
export { deliver } from './deliver.ts';
export { deliverySweep } from './delivery-sweep.ts';
export { startSweep } from './start-sweep.ts';
export { submission } from './submission.ts';
