/** Parts that the API makes once at its start and uses for every request. */
import type { Logger } from 'pino';
import type { AccessTokens } from '#src/keys/access-token.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import type { Payments } from '#src/payments/port.ts';
import type { Database } from '#store/database/database.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import type { Admission } from './admission/admission.ts';
import type { BuiltPages } from './pages/built-pages.ts';
import type { Settings } from './settings.ts';

export interface Services {
  readonly database: Database;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
  /** Limits the use of the process and of the service by each caller. */
  readonly admission: Admission;
  readonly sealer: Sealer;
  readonly payments: Payments;
  readonly tokens: AccessTokens;
  readonly log: Logger;
  readonly settings: Settings;
  /** The built pages of the portal; null while the build is missing. */
  readonly pages: () => BuiltPages | null;
  /** The document of `/openapi.json`. */
  readonly openApiDocument: object;
  /** False once the process has been asked to end. */
  readonly accepting: () => boolean;
  /** False once it can do its work no more, and only a new process can. */
  readonly alive: () => boolean;
}
