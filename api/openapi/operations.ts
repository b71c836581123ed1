/** Every operation of the API; a test holds this list against the router. */
import { ACCOUNTS } from './accounts.ts';
import { BATCHES } from './batches.ts';
import { BILLING } from './billing.ts';
import { DATA } from './data.ts';
import { NORMALIZATION } from './normalization.ts';
import type { Operation } from './operation.ts';
import { PORTAL } from './portal.ts';
import { PORTAL_WEBHOOKS } from './portal-webhooks.ts';
import { PROOF } from './proof.ts';
import { SERVICE } from './service.ts';

export const OPERATIONS: readonly Operation[] = [
  ...NORMALIZATION,
  ...BATCHES,
  ...PROOF,
  ...ACCOUNTS,
  ...PORTAL,
  ...PORTAL_WEBHOOKS,
  ...BILLING,
  ...DATA,
  ...SERVICE,
];
