/** The parts that the endpoints of accounts work with together. */
import { throttle } from '#src/passwords/throttle.ts';
import { relyingParty } from '#src/second-factor/passkeys.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { accountStore } from '#store/accounts/accounts.ts';
import { factorChallengeStore } from '#store/accounts/factor-challenges.ts';
import { factorUseStore } from '#store/accounts/factor-use.ts';
import { invitationStore } from '#store/accounts/invitations.ts';
import { memberStore } from '#store/accounts/members.ts';
import { registrationStore } from '#store/accounts/registrations.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { secondFactorStore } from '#store/accounts/second-factors.ts';
import { rateWindows } from '#store/database/rate-windows.ts';
import { mailStore } from '#store/mail/mails.ts';
import type { Guards } from '#api/auth/access.ts';
import type { Services } from '#api/services.ts';
import { mailStarter } from './mail-starter.ts';
import { signInOpener, signInSender } from './sign-in.ts';

export type AccountDeps = ReturnType<typeof accountDeps>;

export function accountDeps(
  { database, sealer, tokens, temporal, admission, settings, log }: Services,
  { identify }: Guards,
) {
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
