/** Every operation of the API; a test holds this list against the router. */
import { BATCHES } from './batches.ts';
import { NORMALIZATION } from './normalization.ts';
import type { Operation } from './operation.ts';
import { PROOF } from './proof.ts';
import { SERVICE } from './service.ts';

export const OPERATIONS: readonly Operation[] = [...NORMALIZATION, ...BATCHES, ...PROOF, ...SERVICE];
