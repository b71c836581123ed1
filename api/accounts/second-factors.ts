/**
 * The second factors of the caller: an authenticator app, passkeys, and recovery codes for the case that they are lost.
 */
import { z } from 'zod';
import * as contract from '#src/contract/second-factor.ts';
import { placed } from '#src/contract/values.ts';
import type { Registration } from '#src/second-factor/passkeys.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from '#src/second-factor/recovery-codes.ts';
import { newTotpSecret, totpStep, totpWords } from '#src/second-factor/totp.ts';
import type { Passkey } from '#store/accounts/factor-rows.ts';
import { signedIn } from '#api/auth/access.ts';
import { endpoint } from '#api/define-endpoint.ts';
import { json, nothing } from '#api/http/body.ts';
import { displayName } from '#api/http/fields.ts';
import { notFound } from '#api/http/http.ts';
import { IdPath } from '#api/http/params.ts';
import { answer } from '#api/operation.ts';
import type { AccountDeps } from './account-deps.ts';
import { notRight, totpCode } from './factor-proof.ts';

const MAX_NAME_CHARS = 100;
const passkeyName = displayName({ maxChars: MAX_NAME_CHARS }).describe(
  'A name by which the owner recognizes the passkey.',
);

const TotpConfirmation = z.strictObject({ code: totpCode });
const PasskeyName = z.strictObject({ name: passkeyName });
const NewPasskey = z.strictObject({
  name: passkeyName,
  credential: placed(contract.PasskeyRegistration, '`toJSON()` of what `navigator.credentials.create` gives.'),
});

const MAILED = 'The member gets a mail about it.';
const GONE = { status: 204, description: 'The second factor is removed.' } as const;

const common = { tag: 'Accounts', access: signedIn } as const;
const guarded = { ...common, recentSignIn: true } as const;

export const secondFactorEndpoints = [
  endpoint({
    ...common,
    method: 'get',
    path: '/api/auth/mfa',
    id: 'getSecondFactors',
    summary: 'Lists the second factors of the caller',
    answers: [answer(200, 'As they are.', contract.SecondFactors)],
    async handle({ caller }, { secondFactors }: AccountDeps) {
      const { totp, passkeys, recoveryCodesLeft } = await secondFactors.overview(caller);
      return {
        methods: caller.methods,
        required: caller.organization.requireSecondFactor,
        totp: totp && { createdAt: totp.createdAt.toISOString(), lastUsedAt: totp.lastUsedAt?.toISOString() ?? null },
        passkeys: passkeys.map(passkeyBody),
        recoveryCodesLeft,
      };
    },
  }),
  endpoint({
    ...guarded,
    method: 'post',
    path: '/api/auth/mfa/totp',
    id: 'beginTotp',
    summary: 'Makes a new secret for an authenticator app',
    description:
      'The new secret replaces the earlier one when the caller confirms it. Codes follow RFC 6238: six digits, thirty seconds, SHA-1.',
    body: nothing,
    answers: [answer(200, 'The secret, which is shown once.', contract.TotpSecret)],
    async handle({ caller }, { secondFactors }: AccountDeps) {
      const secret = newTotpSecret();
      await secondFactors.proposeTotp(caller, secret);
      return totpWords(secret, caller.email);
    },
  }),
  endpoint({
    ...guarded,
    method: 'post',
    path: '/api/auth/mfa/totp/confirm',
    id: 'confirmTotp',
    summary: 'Sets up the authenticator app by one of its codes',
    description: `The first second factor ends all other sign-ins and makes recovery codes. ${MAILED}`,
    body: json(TotpConfirmation),
    answers: [answer(200, 'Set up.', contract.AddedFactor)],
    problems: ['invalid_token', 'invalid_second_factor'],
    async handle({ caller, body: { code } }, { secondFactors, sendMails }: AccountDeps) {
      const codes = newRecoveryCodes();
      const hashes = codes.map(hashOfRecoveryCode);
      const stepOf = (secret: Buffer) => totpStep(secret, code, new Date()) ?? wrong();
      const { isFirst, mailIds } = await secondFactors.confirmTotp(caller, stepOf, hashes);
      sendMails(mailIds);
      return { recoveryCodes: isFirst ? codes : null };
    },
  }),
  endpoint({
    ...guarded,
    method: 'delete',
    path: '/api/auth/mfa/totp',
    id: 'removeTotp',
    summary: 'Removes the authenticator app',
    description: `The recovery codes go with the last second factor. ${MAILED}`,
    answers: [GONE],
    problems: ['invalid_token', 'not_found'],
    async handle({ caller }, { secondFactors, sendMails }: AccountDeps) {
      const mailIds = await secondFactors.removeTotp(caller);
      if (mailIds === null) throw notFound('totp', 'The account has no authenticator app.');
      sendMails(mailIds);
    },
  }),
  endpoint({
    ...guarded,
    method: 'post',
    path: '/api/auth/mfa/passkeys/options',
    id: 'askForPasskey',
    summary: 'Makes the options for the registration of a passkey',
    description: 'The options are valid for one attempt within five minutes.',
    body: nothing,
    answers: [answer(200, 'For the browser.', contract.PasskeyCreationOptions)],
    async handle({ caller }, { challenges, factorUse, relyingParty }: AccountDeps) {
      const challenge = await challenges.ask(caller, 'passkey-registration');
      return relyingParty.creationOptions(caller, await factorUse.credentials(caller), challenge);
    },
  }),
  endpoint({
    ...guarded,
    method: 'post',
    path: '/api/auth/mfa/passkeys',
    id: 'registerPasskey',
    summary: 'Registers a passkey',
    description: `The first second factor ends all other sign-ins and makes recovery codes. ${MAILED}`,
    body: json(NewPasskey),
    answers: [answer(201, 'Registered.', contract.RegisteredPasskey)],
    problems: ['invalid_token', 'invalid_second_factor'],
    async handle({ caller, body }, { challenges, secondFactors, relyingParty, sendMails }: AccountDeps) {
      const challenge = await challenges.take(caller, 'passkey-registration');
      const credential = challenge && (await relyingParty.registered(registrationOf(body.credential), challenge));
      if (credential === null) throw notRight();
      const codes = newRecoveryCodes();
      const hashes = codes.map(hashOfRecoveryCode);
      const { passkey, isFirst, mailIds } = await secondFactors.addPasskey(caller, body.name, credential, hashes);
      sendMails(mailIds);
      return { ...passkeyBody(passkey), recoveryCodes: isFirst ? codes : null };
    },
  }),
  endpoint({
    ...common,
    method: 'put',
    path: '/api/auth/mfa/passkeys/{id}',
    id: 'renamePasskey',
    summary: 'Renames a passkey',
    params: IdPath,
    body: json(PasskeyName),
    answers: [answer(200, 'The passkey.', contract.Passkey)],
    problems: ['not_found'],
    async handle({ caller, params: { id }, body }, { secondFactors }: AccountDeps) {
      const passkey = id === null ? null : await secondFactors.renamePasskey(caller, id, body.name);
      return passkeyBody(passkey ?? noSuchPasskey());
    },
  }),
  endpoint({
    ...guarded,
    method: 'delete',
    path: '/api/auth/mfa/passkeys/{id}',
    id: 'removePasskey',
    summary: 'Removes a passkey',
    description: `The recovery codes go with the last second factor. ${MAILED}`,
    params: IdPath,
    answers: [GONE],
    problems: ['invalid_token', 'not_found'],
    async handle({ caller, params: { id } }, { secondFactors, sendMails }: AccountDeps) {
      const mailIds = id === null ? null : await secondFactors.removePasskey(caller, id);
      sendMails(mailIds ?? noSuchPasskey());
    },
  }),
  endpoint({
    ...guarded,
    method: 'post',
    path: '/api/auth/mfa/recovery-codes',
    id: 'renewRecoveryCodes',
    summary: 'Replaces the recovery codes by new ones',
    description: MAILED,
    body: nothing,
    answers: [answer(200, 'The codes.', contract.RecoveryCodes)],
    problems: ['invalid_token', 'second_factor_required'],
    async handle({ caller }, { secondFactors, sendMails }: AccountDeps) {
      const recoveryCodes = newRecoveryCodes();
      sendMails(await secondFactors.renewRecoveryCodes(caller, recoveryCodes.map(hashOfRecoveryCode)));
      return { recoveryCodes };
    },
  }),
];

function wrong(): never {
  throw notRight();
}

function noSuchPasskey(): never {
  throw notFound('passkey', 'The account has no such passkey.');
}

function passkeyBody({ id, name, createdAt, lastUsedAt }: Passkey) {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

/** Leaves out the members that nothing reads. */
function registrationOf({ id, rawId, type, response }: z.output<typeof contract.PasskeyRegistration>): Registration {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports }, clientExtensionResults: {} };
}
