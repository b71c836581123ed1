/** Passkeys by the browser's own dialog (Web Authentication, level 3). */
import type { Answers, Input } from '#portal/api/answers.ts';
import { ApiProblem } from '#portal/api/problem.ts';

export type PasskeyQuestion = Answers['askPasskeyToReauthenticate'];
export type Assertion = NonNullable<Input<'reauthenticate'>['assertion']>;

/** The browser has them, and the page came over HTTPS or from `localhost`: they are of a name, and of no IP address. */
export function arePasskeysPossible(): boolean {
  return isSecureContext && 'PublicKeyCredential' in globalThis && !/^\[|^[\d.]+$/.test(location.hostname);
}

/** The answer of a passkey to a challenge of the service. */
export function askPasskey(options: PasskeyQuestion): Promise<Assertion> {
  const question = { ...options, allowCredentials: [...options.allowCredentials] };
  return answered(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question) }),
  );
}

/** A new passkey, for the service to register. */
export function makePasskey(options: Answers['askForPasskey']): Promise<Input<'registerPasskey'>['credential']> {
  const { pubKeyCredParams, excludeCredentials } = options;
  const question = { ...options, pubKeyCredParams: [...pubKeyCredParams], excludeCredentials: [...excludeCredentials] };
  return answered(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question) }),
  );
}

async function answered<Json>(ask: () => Promise<Credential | null>): Promise<Json> {
  if (!arePasskeysPossible()) {
    throw new ApiProblem(
      'This browser has no passkeys here: they need HTTPS and a host name instead of an IP address.',
    );
  }
  const credential = await ask().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'SecurityError') {
      throw new ApiProblem(`Passkeys of this service belong to another address than ${location.hostname}.`);
    }
    // The person has said no, or waited too long.
    return null;
  });
  if (credential instanceof PublicKeyCredential) return JSON.parse(JSON.stringify(credential));
  throw new ApiProblem('The passkey was not used. Try again, or sign in another way.');
}
