/** Calls an operation of the API that needs no sign-in, by its name. */
import { ANONYMOUS_OPERATIONS, type AnonymousOperationId } from './anonymous-operations.ts';
import type { Answers } from './answers.ts';
import { jsonOf, type Request, send, targetOf } from './send.ts';

/** The JSON of the answer; null where it has no body. */
export async function callAnonymously<Id extends AnonymousOperationId & keyof Answers>(
  id: Id,
  request: Request = {},
): Promise<Answers[Id]> {
  const [method, path] = targetOf(ANONYMOUS_OPERATIONS[id], request);
  return jsonOf(await send(method, path, request));
}
