/** Everything below /api/auth: the only calls that people make before they have signed in. */
import { throttle, type Throttle } from '#src/passwords/throttle.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { accountStore, type AccountStore } from '#store/accounts/accounts.ts';
import { invitationStore, type InvitationStore } from '#store/accounts/invitations.ts';
import { memberStore, type MemberStore } from '#store/accounts/members.ts';
import { registrationStore, type RegistrationStore } from '#store/accounts/registrations.ts';
import { sessionStore, type SessionStore } from '#store/accounts/sessions.ts';
import { rateWindows } from '#store/database/rate-windows.ts';
import { mailStore } from '#store/mail/mails.ts';
import type { Guards } from '#api/auth/access.ts';
import { clientAddresses } from '#api/auth/client-address.ts';
import { type Limit, rateLimiter } from '#api/auth/rate-limit.ts';
import { feature } from '#api/define-endpoint.ts';
import type { Services } from '#api/services.ts';
import { mailStarter, type SendMails } from './mail-starter.ts';
import { passwordEndpoints, type PasswordSettings } from './passwords.ts';
import { registrationEndpoints } from './registration.ts';
import { sessionEndpoints } from './sessions.ts';
import { type SendSignIn, type SignIn, signInOpener, signInSender } from './sign-in.ts';

export interface AccountSettings extends PasswordSettings {
  readonly publicUrl: string;
  /** Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed; nobody's by default. */
  readonly trustedProxies?: readonly string[];
}

/** What the three parts work with together. */
export interface AccountDeps {
  readonly identify: Guards['identify'];
  readonly limit: Limit;
  readonly throttle: Throttle;
  readonly members: MemberStore;
  readonly accounts: AccountStore;
  readonly registrations: RegistrationStore;
  readonly invitations: InvitationStore;
  readonly sessions: SessionStore;
  readonly sendSignIn: SendSignIn;
  readonly signIn: SignIn;
  readonly sendMails: SendMails;
  readonly settings: AccountSettings;
}

export const accountsFeature = feature(depsOf, [...registrationEndpoints, ...sessionEndpoints, ...passwordEndpoints]);

function depsOf({ database, sealer, tokens, temporal, settings, log }: Services, { identify }: Guards): AccountDeps {
  const sessions = sessionStore(database);
  const windows = rateWindows(database);
  const mails = mailStore(database, sealer);
  const templates = mailTemplates(settings.publicUrl);
  const sendSignIn = signInSender(tokens);
  return {
    identify,
    limit: rateLimiter(windows, clientAddresses(settings.trustedProxies ?? [])),
    throttle: throttle(windows),
    members: memberStore(database),
    accounts: accountStore(database, mails, templates),
    registrations: registrationStore(database, mails, templates),
    invitations: invitationStore(database),
    sessions,
    sendSignIn,
    signIn: signInOpener(sessions, sendSignIn),
    sendMails: mailStarter(temporal, log),
    settings,
  };
}
