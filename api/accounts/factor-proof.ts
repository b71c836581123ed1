/** Checks a second factor: a code, a recovery code or a passkey. Every refusal is the same. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { PasskeyAssertion } from '#src/contract/second-factor.ts';
import { type Assertion, hasCountedOn, type RelyingParty } from '#src/second-factor/passkeys.ts';
import { hashOfRecoveryCode } from '#src/second-factor/recovery-codes.ts';
import { totpStep } from '#src/second-factor/totp.ts';
import type { MemberKey } from '#store/accounts/factor-rows.ts';
import type { FactorUseStore } from '#store/accounts/factor-use.ts';
import type { RateWindows } from '#store/database/rate-windows.ts';
import type { Limit } from '#api/admission/rate-limits.ts';
import { textUpTo } from '#api/http/fields.ts';
import type { Context } from '#api/http/http.ts';
import type { SendMails } from './mail-starter.ts';

export interface ProofDeps {
  readonly limit: Limit;
  readonly windows: Pick<RateWindows, 'forget'>;
  readonly factorUse: FactorUseStore;
  readonly relyingParty: RelyingParty;
  readonly sendMails: SendMails;
}

export const totpCode = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits')
  .describe('The code that the authenticator app shows.');

const MAX_RECOVERY_CHARS = 64;

/** The caller must give one of these. */
export const proofFields = {
  code: totpCode.optional(),
  recovery_code: textUpTo(MAX_RECOVERY_CHARS, 'is too long').optional().describe('One of the recovery codes.'),
  assertion: PasskeyAssertion.optional().describe('The `toJSON()` form of the result of `navigator.credentials.get`.'),
};

export interface FactorProof {
  readonly code?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly assertion?: z.output<typeof PasskeyAssertion> | undefined;
}

/**
 * Throws `invalid_second_factor`, and `rate_limited` after too many attempts from one network, or too many codes of an
 * app for one account. A valid factor resets the account's count.
 * @param challengeOf the challenge that the passkey signed; null without one
 */
export async function requireFactor(
  ctx: Context,
  deps: ProofDeps,
  member: MemberKey,
  proof: FactorProof,
  challengeOf: () => Promise<Buffer | null>,
): Promise<void> {
  // Six digits can be guessed. Impossible codes are not counted, because a person who knows the password must not
  // lock the owner out.
  if (proof.code !== undefined) await deps.limit(ctx, 'second-factor-account', member.memberId);
  await deps.limit(ctx, 'second-factor');
  const mailIds = await take(deps, member, proof, challengeOf);
  if (mailIds === null) throw notRight();
  await deps.windows.forget('second-factor-account', member.memberId);
  deps.sendMails(mailIds);
}

export function notRight(): ServiceError {
  return new ServiceError('invalid_second_factor', 'The code or the passkey is not right, or was used before.');
}

/** Answers ids of mails, or null. */
async function take(
  { factorUse, relyingParty }: ProofDeps,
  member: MemberKey,
  { code, recovery_code: recoveryCode, assertion }: FactorProof,
  challengeOf: () => Promise<Buffer | null>,
): Promise<readonly string[] | null> {
  if (code !== undefined) return (await takeCode(factorUse, member, code)) ? [] : null;
  if (recoveryCode !== undefined) return factorUse.takeRecoveryCode(member, hashOfRecoveryCode(recoveryCode));
  if (assertion === undefined) return null;
  const challenge = await challengeOf();
  if (challenge === null) return null;
  return (await takeAssertion(factorUse, relyingParty, member, assertionOf(assertion), challenge)) ? [] : null;
}

async function takeCode(factorUse: FactorUseStore, member: MemberKey, code: string): Promise<boolean> {
  const secret = await factorUse.totpSecret(member);
  const step = secret && totpStep(secret, code, new Date());
  return step !== null && factorUse.takeTotpStep(member, step);
}

async function takeAssertion(
  factorUse: FactorUseStore,
  relyingParty: RelyingParty,
  member: MemberKey,
  assertion: Assertion,
  challenge: Buffer,
): Promise<boolean> {
  const known = await factorUse.credentials(member);
  const credential = known.find(({ credentialId }) => credentialId === assertion.id);
  const count = credential ? await relyingParty.asserted(assertion, credential, challenge) : null;
  if (!credential || count === null) return false;
  return factorUse.takeSignCount(member, credential.credentialId, (before) => hasCountedOn(before, count), count);
}

/** Leaves out the members that nothing reads. */
function assertionOf({ id, rawId, type, response }: z.output<typeof PasskeyAssertion>): Assertion {
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type, response: signed, clientExtensionResults: {} };
}
