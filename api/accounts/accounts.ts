/** Everything below /api/auth: the only calls that people make before they have signed in. */
import { throttle, type Throttle } from '#src/passwords/throttle.ts';
import { relyingParty } from '#src/second-factor/passkeys.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { accountStore, type AccountStore } from '#store/accounts/accounts.ts';
import { factorChallengeStore, type FactorChallengeStore } from '#store/accounts/factor-challenges.ts';
import { factorUseStore } from '#store/accounts/factor-use.ts';
import { invitationStore, type InvitationStore } from '#store/accounts/invitations.ts';
import { memberStore, type MemberStore } from '#store/accounts/members.ts';
import { registrationStore, type RegistrationStore } from '#store/accounts/registrations.ts';
import { sessionStore, type SessionStore } from '#store/accounts/sessions.ts';
import { secondFactorStore, type SecondFactorStore } from '#store/accounts/second-factors.ts';
import { rateWindows } from '#store/database/rate-windows.ts';
import { mailStore } from '#store/mail/mails.ts';
import type { Guards } from '#api/auth/access.ts';
import { feature } from '#api/define-endpoint.ts';
import type { Services } from '#api/services.ts';
import type { ProofDeps } from './factor-proof.ts';
import { mailStarter } from './mail-starter.ts';
import { passwordEndpoints } from './passwords.ts';
import { registrationEndpoints } from './registration.ts';
import { secondFactorEndpoints } from './second-factors.ts';
import { secondFactorSignInEndpoints } from './second-factor-sign-in.ts';
import { sessionEndpoints } from './sessions.ts';
import { type SendSignIn, type SignIn, signInOpener, signInSender } from './sign-in.ts';
import type { Settings } from '#api/settings.ts';

/** What the parts work with together. */
export interface AccountDeps extends ProofDeps {
  readonly identify: Guards['identify'];
  readonly throttle: Throttle;
  readonly members: MemberStore;
  readonly accounts: AccountStore;
  readonly registrations: RegistrationStore;
  readonly invitations: InvitationStore;
  readonly secondFactors: SecondFactorStore;
  readonly challenges: FactorChallengeStore;
  readonly sessions: SessionStore;
  readonly sendSignIn: SendSignIn;
  readonly signIn: SignIn;
  readonly settings: Settings;
}

export const accountsFeature = feature(depsOf, [
  ...registrationEndpoints,
  ...sessionEndpoints,
  ...passwordEndpoints,
  ...secondFactorSignInEndpoints,
  ...secondFactorEndpoints,
]);

function depsOf(
  { database, sealer, tokens, temporal, admission, settings, log }: Services,
  { identify }: Guards,
): AccountDeps {
  const sessions = sessionStore(database);
  const windows = rateWindows(database);
  const mails = mailStore(database, sealer);
  const templates = mailTemplates(settings.publicUrl);
  const factorDeps = { sealer, mails, mailTemplates: templates };
  const { publicUrl, portalOrigins, webauthnRpId = new URL(publicUrl).hostname } = settings;
  const accounts = accountStore(database, mails, templates);
  const sendSignIn = signInSender(tokens);
  return {
    identify,
    limit: admission.limit,
    windows,
    factorUse: factorUseStore(database, factorDeps),
    relyingParty: relyingParty(webauthnRpId, portalOrigins),
    secondFactors: secondFactorStore(database, factorDeps),
    challenges: factorChallengeStore(database),
    throttle: throttle(windows),
    members: memberStore(database),
    accounts,
    registrations: registrationStore(database, mails, templates),
    invitations: invitationStore(database),
    sessions,
    sendSignIn,
    signIn: signInOpener(accounts, sessions, sendSignIn),
    sendMails: mailStarter(temporal, log),
    settings,
  };
}
