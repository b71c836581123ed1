/** The service that this page came from, by its own client. */
import type { CallOptions, Fixpoint } from '#clients/typescript/index.ts';
import { Source } from '#portal/ui/lazy/source.ts';
import type { Answers, Given, Input, OperationId } from './answers.ts';
import { problemOf, Unreachable } from './problem.ts';

/** The portal lies one level below the service, wherever a proxy has put that; its other pages lie beside it. */
const SERVICE = new URL(/\/portal\/(?:[^/]*)$/.test(location.pathname) ? '..' : '.', location.href);

/** The address of something of the service, as `api/quota`. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ''), SERVICE).href;
}

/**
 * Pages repeat reads by themselves. People repeat changes. People also end what takes too long, so that the limit is
 * a day.
 */
const OPTIONS = { baseUrl: SERVICE.href, maxRetries: 0, timeoutMs: 86_400_000 };

// The page of the sign-in asks nothing until somebody has typed something.
const CLIENT = new Source(() => import('#clients/typescript/client.ts'));

/** Throws `ApiProblem` for every refusal, and for an answer that did not come. */
export async function withToken<T>(accessToken: string | null, attempt: (client: Fixpoint) => Promise<T>): Promise<T> {
  const { fixpoint, FixpointError } = await CLIENT.ask().catch(() => {
    throw new Unreachable();
  });
  try {
    return await attempt(fixpoint({ ...OPTIONS, ...(accessToken !== null && { accessToken }) }));
  } catch (error) {
    throw error instanceof FixpointError ? problemOf(error) : error;
  }
}

/** Methods, so that the input may be absent: the types of the callers say for which operations. */
type Calls = {
  readonly [Id in OperationId]: {
    of(input: Input<Id> | undefined, options: CallOptions | undefined): Promise<Answers[Id]>;
  }['of'];
};

export function ask<Id extends OperationId>(
  { api }: Fixpoint,
  id: Id,
  input?: Input<Id>,
  options?: CallOptions,
): Promise<Answers[Id]> {
  const calls: Calls = api;
  return calls[id](input, options);
}

/** Calls an operation that needs no sign-in. */
export function callAnonymously<Id extends OperationId>(
  id: Id,
  ...[input, options]: Given<Id, CallOptions>
): Promise<Answers[Id]> {
  return withToken(null, (client) => ask(client, id, input, options));
}
