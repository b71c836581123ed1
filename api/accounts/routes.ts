/** Everything below /api/auth: the only calls that people make before they have signed in. */
import type { Router } from '@koa/router';
import type { Logger } from 'pino';
import type { AccessTokens } from '#src/keys/access-token.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { throttle } from '#src/accounts/throttle.ts';
import { accountStore } from '#store/accounts/accounts.ts';
import { invitationStore } from '#store/accounts/invitations.ts';
import { mailStore } from '#store/mail/mails.ts';
import { memberStore } from '#store/accounts/members.ts';
import type { Database } from '#store/database/database.ts';
import { rateWindows } from '#store/database/rate-windows.ts';
import { registrationStore } from '#store/accounts/registrations.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { clientAddresses } from '#api/http/client-address.ts';
import type { State } from '#api/http/http.ts';
import { mailStarter } from './mail-starter.ts';
import { portalAccess } from '#api/organization/access.ts';
import { rateLimiter } from '#api/http/rate-limit.ts';
import { passwordRoutes, type PasswordSettings } from './passwords.ts';
import { registrationRoutes } from './registration.ts';
import { sessionRoutes } from './sessions.ts';
import { signInOpener, signInSender } from './sign-in.ts';

export interface AccountSettings extends PasswordSettings {
  readonly publicUrl: string;
  /** Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed; nobody's unless told. */
  readonly trustedProxies?: readonly string[];
}

interface Deps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly tokens: AccessTokens;
  readonly temporal: Pick<TemporalClient, 'startMail'>;
  readonly settings: AccountSettings;
  readonly log: Logger;
}

export function accountRoutes({ database, sealer, tokens, temporal, settings, log }: Deps): Router<State>[] {
  const sessions = sessionStore(database);
  const windows = rateWindows(database);
  const mails = mailStore(database, sealer);
  const wording = mailTemplates(settings.publicUrl);
  const sendSignIn = signInSender(tokens);
  const deps = {
    identify: portalAccess(sessions, tokens).identify,
    limit: rateLimiter(windows, clientAddresses(settings.trustedProxies ?? [])),
    throttle: throttle(windows),
    members: memberStore(database),
    accounts: accountStore(database, mails, wording),
    registrations: registrationStore(database, mails, wording),
    invitations: invitationStore(database),
    sessions,
    sendSignIn,
    signIn: signInOpener(sessions, sendSignIn),
    sendMails: mailStarter(temporal, log),
    settings,
  };
  return [registrationRoutes(deps), sessionRoutes(deps), passwordRoutes(deps)];
}
