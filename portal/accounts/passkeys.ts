/** Passkeys by the browser's own dialog (Web Authentication, level 3). */
import { ApiProblem } from '#portal/api/problem.ts';

/** The browser has them, and the page came over HTTPS or from `localhost`: they are of a name, and of no IP address. */
export function arePasskeysPossible(): boolean {
  return isSecureContext && 'PublicKeyCredential' in globalThis && !/^\[|^[\d.]+$/.test(location.hostname);
}

/** What a passkey answers to a question of the service. */
export function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  return answered(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

/** A new passkey, for the service to register. */
export function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  return answered(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

async function answered(ask: () => Promise<Credential | null>): Promise<object> {
  if (!arePasskeysPossible()) {
    throw new ApiProblem('This browser has no passkeys here: they take HTTPS and a name instead of an IP address.');
  }
  const credential = await ask().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'SecurityError') {
      throw new ApiProblem(`Passkeys of this service are of another address than ${location.hostname}.`);
    }
    // The person has said no, or waited too long.
    return null;
  });
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new ApiProblem('The passkey was not used. Try again, or take another way.');
}
