/** Answers of the API as the data of components (TanStack Query). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Answers, Given, Input, OperationId, SignIn } from './answers.ts';
import { confirmed } from './call.ts';
import { ask } from './send.ts';
import { type ApiProblem, SignedOut } from './problem.ts';
import { knownSignIn, subscribe } from './session.ts';

interface Requested<Value> {
  /** No request while false. */
  readonly enabled?: boolean;
  /** Milliseconds for which the answer counts as new; a few seconds by default. */
  readonly staleTime?: number;
  /** Milliseconds; false for never. It may follow from what is known so far. */
  readonly refetchInterval?: number | false | ((known: Value | undefined) => number | false);
  /** Shows the former page of a list until the next one is there. */
  readonly keepPrevious?: boolean;
}

/** The answer of an operation, asked once for all who want it. */
export function useAnswer<Id extends OperationId>(
  id: Id,
  ...[input, more = {}]: Given<Id, Requested<Answers[Id]>>
): UseQueryResult<Answers[Id], ApiProblem> {
  const { keepPrevious = false, refetchInterval: again = false, ...requested } = more;
  return useQuery<Answers[Id], ApiProblem>({
    queryKey: [id, input ?? {}],
    queryFn: ({ signal }) => confirmed((client) => ask(client, id, input, { signal })),
    ...(keepPrevious ? { placeholderData: (former) => former } : {}),
    refetchInterval: ({ state }) => (typeof again === 'function' ? again(state.data) : again),
    ...requested,
  });
}

/**
 * What changes something. `changes` names the operations whose answers are then asked anew.
 *
 * @returns `mutate` takes the input of the operation
 */
export function useAction<Id extends OperationId>(
  id: Id,
  changes: readonly OperationId[] = [],
): UseMutationResult<Answers[Id], ApiProblem, Input<Id>> {
  const queries = useQueryClient();
  return useMutation<Answers[Id], ApiProblem, Input<Id>>({
    mutationFn: (input) => confirmed((client) => ask(client, id, input)),
    onSuccess: () => refresh(queries, changes),
  });
}

export async function refresh(client: QueryClient, changes: readonly OperationId[]): Promise<void> {
  await Promise.all(changes.map((id) => client.invalidateQueries({ queryKey: [id] })));
}

/** The signed-in person. Only pages behind the sign-in may call this. */
export function useSignIn(): SignIn {
  const signIn = useSyncExternalStore(subscribe, knownSignIn);
  if (signIn === null) throw new SignedOut();
  return signIn;
}
