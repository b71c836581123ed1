/**
 * Confirms the identity over the current page, for actions that need a recent sign-in and after the end of the
 * sign-in. The shell opens a dialog, and then the action continues.
 */
import type { SignIn } from './answers.ts';
import { type ApiProblem, NotConfirmed } from './problem.ts';

export interface IdentityDialogs {
  /** Resolves once the person has shown who they are; rejects with the refusal where they would not. */
  readonly confirm: (refusal: ApiProblem) => Promise<void>;
  /** Resolves with the sign-in of the same person; rejects with the refusal where they would not. */
  readonly signIn: (refusal: ApiProblem, ended: SignIn) => Promise<SignIn>;
}

const NONE: IdentityDialogs = {
  confirm: (refusal) => Promise.reject(refusal),
  signIn: (refusal) => Promise.reject(refusal),
};

let dialogs = NONE;

/** The shell's dialogs announce themselves here. Answers how to take them away again. */
export function askWith(shown: IdentityDialogs): () => void {
  dialogs = shown;
  return () => void (dialogs = NONE);
}

export async function confirmIdentity(refusal: ApiProblem): Promise<void> {
  await dialogs.confirm(refusal).catch((error: unknown) => {
    throw error === refusal ? new NotConfirmed(refusal) : error;
  });
}

export function signInAgain(refusal: ApiProblem, ended: SignIn): Promise<SignIn> {
  return dialogs.signIn(refusal, ended);
}
