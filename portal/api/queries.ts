/** Answers of the API as the data of components (TanStack Query). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Answers, SignIn } from './answers.ts';
import { call } from './call.ts';
import type { Request } from './send.ts';
import { type ApiProblem, SignedOut } from './problem.ts';
import { knownSignIn, subscribe } from './session.ts';

interface Wishes<Value> {
  /** Not asked at all while false. */
  readonly enabled?: boolean;
  /** Milliseconds for which the answer counts as new; a few seconds by default. */
  readonly staleTime?: number;
  /** Milliseconds; false for never. It may follow from what is known so far. */
  readonly refetchInterval?: number | false | ((known: Value | undefined) => number | false);
  /** Shows the former page of a list until the next one is there. */
  readonly keepPrevious?: boolean;
}

/** The answer of an operation, asked once for all who want it. */
export function useAnswer<Id extends keyof Answers>(
  id: Id,
  { params = {}, query = {} }: Pick<Request, 'params' | 'query'> = {},
  { keepPrevious = false, refetchInterval: again = false, ...wishes }: Wishes<Answers[Id]> = {},
): UseQueryResult<Answers[Id], ApiProblem> {
  return useQuery<Answers[Id], ApiProblem>({
    queryKey: [id, params, query],
    queryFn: ({ signal }) => call(id, { params, query, signal }),
    ...(keepPrevious ? { placeholderData: (former) => former } : {}),
    refetchInterval: ({ state }) => (typeof again === 'function' ? again(state.data) : again),
    ...wishes,
  });
}

/**
 * What changes something. `changes` names the operations whose answers are then asked anew.
 *
 * @returns `mutate` takes the request of the call
 */
export function useAction<Id extends keyof Answers>(
  id: Id,
  changes: readonly (keyof Answers)[] = [],
): UseMutationResult<Answers[Id], ApiProblem, Request> {
  const client = useQueryClient();
  return useMutation<Answers[Id], ApiProblem, Request>({
    mutationFn: (request) => call(id, request),
    onSuccess: () => refresh(client, changes),
  });
}

export async function refresh(client: QueryClient, changes: readonly (keyof Answers)[]): Promise<void> {
  await Promise.all(changes.map((id) => client.invalidateQueries({ queryKey: [id] })));
}

/** Whoever is signed in. Only pages behind the sign-in may ask. */
export function useSignIn(): SignIn {
  const signIn = useSyncExternalStore(subscribe, knownSignIn);
  if (signIn === null) throw new SignedOut();
  return signIn;
}
