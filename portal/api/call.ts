/** Calls an operation of the API by its name, as whoever is signed in. */
import type { Answers, SignIn } from './answers.ts';
import { OPERATIONS, type OperationId } from './operations.ts';
import { ApiProblem } from './problem.ts';
import { jsonOf, type Request, send, targetOf } from './send.ts';
import { bearer, renewed, signedIn } from './session.ts';
import { confirmIdentity } from './step-up.ts';

/** A new access token mends these. Other refusals with 401 are of what was sent, as a code that is not right. */
const ENDED = ['invalid_token', 'token_expired', 'missing_credentials'];

/** The JSON of the answer; null where it has no body. */
export async function call<Id extends keyof Answers>(id: Id, request?: Request): Promise<Answers[Id]> {
  return jsonOf(await responseOf(id, request));
}

/**
 * The answer as it comes, for files and streams. A sign-in that is too old for what is asked is made recent by the person,
 * and the call is made again.
 */
export async function responseOf(id: OperationId, request: Request = {}): Promise<Response> {
  const [method, path] = targetOf(OPERATIONS[id], request);
  const attempt = (who: SignIn) => send(method, path, { ...request, headers: { ...request.headers, ...bearer(who) } });
  try {
    return await authorized(attempt);
  } catch (error) {
    // The answer to the question asks no further one.
    if (!(error instanceof ApiProblem) || error.code !== 'reauthentication_required' || id === 'reauthenticate')
      throw error;
    await confirmIdentity(error);
    return authorized(attempt);
  }
}

/** The answer of an operation for everybody, as it comes: without a sign-in, and without asking for one. */
export function openResponseOf(id: OperationId, request: Request = {}): Promise<Response> {
  const [method, path] = targetOf(OPERATIONS[id], request);
  return send(method, path, request);
}

/** Makes a request as whoever is signed in; once more where the access token has ended meanwhile. */
export async function authorized<T>(attempt: (who: SignIn) => Promise<T>): Promise<T> {
  const who = await signedIn();
  try {
    return await attempt(who);
  } catch (error) {
    if (!(error instanceof ApiProblem) || !ENDED.includes(error.code)) throw error;
    return attempt(await renewed(who));
  }
}
