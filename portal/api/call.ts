/** Calls the API with the sign-in of the person. */
import type { CallOptions, Fixpoint } from '#clients/typescript/index.ts';
import { OPERATIONS } from '#clients/typescript/generated/operations.ts';
import { type OperationRow, targetOf } from '#clients/typescript/operation.ts';
import type { Answers, Given, Input, OperationId, SignIn } from './answers.ts';
import { ApiProblem } from './problem.ts';
import { ask, withToken } from './send.ts';
import { renewed, signedIn } from './session.ts';
import { confirmIdentity } from './step-up.ts';

/** A new access token mends these. Other refusals with 401 are of what was sent, as a code that is not right. */
const ENDED = ['invalid_token', 'token_expired', 'missing_credentials'];

export function call<Id extends OperationId>(
  id: Id,
  ...[input, options]: Given<Id, CallOptions>
): Promise<Answers[Id]> {
  return confirmed((client) => ask(client, id, input, options));
}

/** The answer as it comes, for files. */
export function responseOf<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Response> {
  const row: OperationRow = OPERATIONS[id];
  return confirmed((client) => client.request(row.method, targetOf(row, input).path, options));
}

/** A sign-in that is too old for what is asked is made recent by the person, and the call is made again. */
export async function confirmed<T>(attempt: (client: Fixpoint) => Promise<T>): Promise<T> {
  try {
    return await authorized(attempt);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'reauthentication_required') throw error;
    await confirmIdentity(error);
    return authorized(attempt);
  }
}

/** Sends a request with the sign-in of the person, and repeats it once if the access token has expired. */
export async function authorized<T>(attempt: (client: Fixpoint) => Promise<T>): Promise<T> {
  const as = (who: SignIn) => withToken(who.access_token, attempt);
  const who = await signedIn();
  try {
    return await as(who);
  } catch (error) {
    if (!(error instanceof ApiProblem) || !ENDED.includes(error.code)) throw error;
    return as(await renewed(who));
  }
}
