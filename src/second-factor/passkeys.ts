/** Passkeys: Web Authentication, level 3, as the relying party. What an authenticator says of its maker is not asked for. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;
export type Registration = RegistrationResponseJSON;
export type Assertion = AuthenticationResponseJSON;

/** A public key, by the id its authenticator gave it; both in base64url, the key in COSE. */
export interface Credential {
  readonly credentialId: string;
  readonly publicKey: string;
  /** What the authenticator counted when it was last used; zero where it does not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
}

export interface RelyingParty {
  creationOptions(member: PasskeyOwner, known: readonly Credential[], challenge: Buffer): Promise<CreationOptions>;
  /** The credential; null where the answer is not right, whatever is wrong with it. */
  registered(answer: Registration, challenge: Buffer): Promise<Credential | null>;
  requestOptions(known: readonly Credential[], challenge: Buffer): Promise<RequestOptions>;
  /** What the authenticator has counted; null where the answer is not right. Judging the count is the caller's. */
  asserted(answer: Assertion, credential: Credential, challenge: Buffer): Promise<number | null>;
}

export interface PasskeyOwner {
  readonly memberId: string;
  readonly email: string;
}

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what authenticators have, and Node verifies without experiments. */
const ALGORITHMS = [-8, -7, -257];

/** How long a browser waits for the person, and a challenge is good. */
const TIMEOUT_MS = 5 * 60 * 1000;

/** @param id a domain; the origins are of it, or below it */
export function relyingParty(id: string, origins: readonly string[]): RelyingParty {
  const expected = (challenge: Buffer) => ({
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: [...origins],
    expectedRPID: id,
    // The password was the first factor: that somebody touches the authenticator is enough for the second.
    requireUserVerification: false,
  });
  return {
    creationOptions: ({ memberId, email }, known, challenge) =>
      generateRegistrationOptions({
        rpName: 'Fixpoint',
        rpID: id,
        userID: Uint8Array.from(Buffer.from(memberId)),
        userName: email,
        userDisplayName: email,
        challenge: Uint8Array.from(challenge),
        timeout: TIMEOUT_MS,
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(descriptor),
      }),

    async registered(answer, challenge) {
      const verified = await orNull(() =>
        verifyRegistrationResponse({
          response: answer,
          ...expected(challenge),
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (!verified?.verified) return null;
      const { id: credentialId, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      return {
        credentialId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        signCount: counter,
        transports,
      };
    },

    requestOptions: (known, challenge) =>
      generateAuthenticationOptions({
        rpID: id,
        allowCredentials: known.map(descriptor),
        challenge: Uint8Array.from(challenge),
        timeout: TIMEOUT_MS,
      }),

    async asserted(answer, { credentialId, publicKey }, challenge) {
      // The library refuses a count that has gone back without saying so: it is not told the last one.
      const credential = {
        id: credentialId,
        publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      };
      const verified = await orNull(() =>
        verifyAuthenticationResponse({ response: answer, credential, ...expected(challenge) }),
      );
      return verified?.verified ? verified.authenticationInfo.newCounter : null;
    },
  };
}

/** Section 6.1.1: one that counts has counted on, or there are two of it. */
export function hasCountedOn(before: number, now: number): boolean {
  return now > before || (now === 0 && before === 0);
}

function descriptor({ credentialId, transports }: Credential) {
  return { id: credentialId, transports: [...transports] };
}

/** The library throws for whatever is not right, and only its words say what: nobody but the one who tries would read them. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
