/** A second factor at the right moment: to sign in with, and to be somebody who has just signed in. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import type { FactorMethod } from '#domain/accounts/second-factor.ts';
import { PasskeyRequestOptions } from '#src/contract/second-factor.ts';
import type { Member } from '#store/accounts/members.ts';
import { anyone, signedIn } from '#api/auth/access.ts';
import { reauthenticationRequired } from '#api/auth/session.ts';
import { endpoint } from '#api/define-endpoint.ts';
import { json, nothing } from '#api/http/body.ts';
import { QUOTA_HEADERS } from '#api/http/headers.ts';
import { notFound } from '#api/http/http.ts';
import { answer } from '#api/operation.ts';
import type { AccountDeps } from './account-deps.ts';
import { limited, message, signedInAnswer } from './answers.ts';
import { type FactorProof, proofFields, requireFactor } from './factor-proof.ts';
import { requirePassword } from './passwords.ts';

const SECONDS = 5 * 60;

const SignInProof = z
  .strictObject({ mfa_token: z.string().describe('The `mfa_token` of the refusal `mfa_required`.'), ...proofFields })
  .refine(namesOne, { path: ['code'], message: 'must be given, or else recovery_code or assertion; one of them' });

const Reauthentication = z
  .strictObject({
    password: z.string().optional().describe('The password, for a member without a second factor.'),
    ...proofFields,
  })
  .refine(namesOne, {
    path: ['code'],
    message: 'must be given, or else recovery_code, assertion or password; one of them',
  });

const tag = 'Accounts';
const proving = limited('second-factor');

export const secondFactorSignInEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/auth/login/mfa',
    id: 'loginWithSecondFactor',
    tag,
    summary: 'Continues a sign-in that asked for a second factor',
    description: `The call needs the token of the refusal \`mfa_required\`, which is valid for five minutes. ${proving.description} An account may send ten wrong codes of an app in an hour.`,
    access: anyone,
    body: json(SignInProof),
    answers: [signedInAnswer(proving.headers)],
    problemHeaders: QUOTA_HEADERS,
    problems: ['invalid_second_factor', 'invalid_or_expired_token', 'invalid_credentials', 'rate_limited'],
    async handle({ ctx, body: { mfa_token: token, ...proof } }, deps: AccountDeps) {
      const asked = (await deps.challenges.findSignIn(token)) ?? tooLate();
      await requireFactor(ctx, deps, asked, proof, () => Promise.resolve(asked.challenge));
      const member = (await deps.challenges.redeemSignIn(token)) ?? tooLate();
      await deps.signIn(ctx, member, { secondFactor: true });
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/reauthenticate',
    id: 'reauthenticate',
    tag,
    summary: 'Makes the sign-in recent for an hour',
    description: `The call needs a second factor, or the password where the member has none. ${proving.description}`,
    access: signedIn,
    body: json(Reauthentication),
    answers: [message(200, 'Actions that need a recent sign-in are possible for an hour.', proving.headers)],
    problemHeaders: QUOTA_HEADERS,
    problems: ['invalid_credentials', 'invalid_second_factor', 'reauthentication_required', 'rate_limited'],
    async handle({ ctx, caller, body: { password, ...proof } }, deps: AccountDeps) {
      const { methods, email, sessionId: id, organizationId, memberId } = caller;
      // The weaker factor is not looked at where there is a stronger one.
      if ((password === undefined) !== methods.length > 0) throw reauthenticationRequired(caller);
      if (password === undefined) {
        await requireFactor(ctx, deps, caller, proof, () => deps.challenges.take(caller, 'reauthentication'));
      } else {
        await deps.limit(ctx, 'second-factor');
        await requirePassword(deps, email, password);
      }
      const shown = password === undefined ? 'second factor' : 'password';
      await deps.sessions.reauthenticate({ organizationId, memberId, id }, shown);
      return { message: 'Thank you. For an hour you will not be asked again.' };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/reauthenticate/options',
    id: 'askPasskeyToReauthenticate',
    tag,
    summary: 'Makes the options of a passkey for `POST /api/auth/reauthenticate`',
    description: 'The options are valid for one attempt within five minutes.',
    access: signedIn,
    body: nothing,
    answers: [answer(200, 'For the browser.', PasskeyRequestOptions)],
    problems: ['not_found'],
    async handle({ caller }, { challenges, factorUse, relyingParty }: AccountDeps) {
      const known = await factorUse.credentials(caller);
      if (known.length === 0) throw notFound('passkey', 'The account has no passkey.');
      return relyingParty.requestOptions(known, await challenges.ask(caller, 'reauthentication'));
    },
  }),
];

function namesOne(fields: FactorProof & { readonly password?: string | undefined }): boolean {
  const { code, recovery_code: recoveryCode, assertion, password } = fields;
  return [code, recoveryCode, assertion, password].filter((one) => one !== undefined).length === 1;
}

/** Proves the right password of a member with a second factor. It does not sign in by itself. */
export async function mfaRequired(
  { challenges, factorUse, relyingParty }: AccountDeps,
  member: Member,
  methods: readonly FactorMethod[],
): Promise<ServiceError> {
  const { token, challenge } = await challenges.askToSignIn(member);
  const known = await factorUse.credentials({ organizationId: member.organizationId, memberId: member.id });
  const passkey = known.length > 0 && { publicKey: await relyingParty.requestOptions(known, challenge) };
  return new ServiceError('mfa_required', 'Go on at /api/auth/login/mfa, with a second factor.', {
    members: { mfa_token: token, expires_in: SECONDS, methods, ...passkey },
  });
}

function tooLate(): never {
  throw new ServiceError('invalid_or_expired_token', 'This took too long, or was done before. Sign in again.');
}
