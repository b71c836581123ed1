/** Everything below /api/auth: the only calls that people make before they have signed in. */
import { feature } from '#api/define-endpoint.ts';
import { accountDeps } from './account-deps.ts';
import { passwordEndpoints } from './passwords.ts';
import { registrationEndpoints } from './registration.ts';
import { secondFactorEndpoints } from './second-factors.ts';
import { secondFactorSignInEndpoints } from './second-factor-sign-in.ts';
import { sessionEndpoints } from './sessions.ts';

export const accountsFeature = feature(accountDeps, [
  ...registrationEndpoints,
  ...sessionEndpoints,
  ...passwordEndpoints,
  ...secondFactorSignInEndpoints,
  ...secondFactorEndpoints,
]);
