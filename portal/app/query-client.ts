/** The answers of the API that pages share. */
import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '#portal/api/problem.ts';
import { knownSignIn, subscribe } from '#portal/api/session.ts';

const MAX_TRIES = 2;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays one; what was not answered may be the next time.
      retry: (tries, error) => tries < MAX_TRIES && error instanceof ApiProblem && error.body.retryable === true,
    },
  },
});

// The cache of one person is never shown to the next one.
let lastPerson = knownSignIn()?.user.id ?? null;
subscribe(() => {
  const person = knownSignIn()?.user.id ?? null;
  if (person !== lastPerson) queries.clear();
  lastPerson = person;
});
