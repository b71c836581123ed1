/** Asks the service to compare two documents. */
import type { Comparison } from '#portal/api/answers.ts';
import { call, confirmed, responseOf } from '#portal/api/call.ts';
import { ApiProblem } from '#portal/api/problem.ts';
import type { Chosen } from './side.tsx';

export interface Pair {
  readonly a: Chosen;
  readonly b: Chosen;
  readonly normalizeFirst: boolean;
}

/** @param key the same for the same pair: asked for again, it is not charged again */
export async function runComparison(pair: Pair, key: string, signal: AbortSignal): Promise<Comparison> {
  const response = await compared(pair, key, 'application/json', signal);
  return response.json();
}

/** The same as pages to print. Nothing of the first time was kept: both are compared once more. */
export function printComparison(pair: Pair, key: string, signal: AbortSignal): Promise<Response> {
  return compared(pair, key, 'application/pdf', signal);
}

async function compared(pair: Pair, key: string, Accept: string, signal: AbortSignal): Promise<Response> {
  const [a, b] = await Promise.all([contentOf(pair.a, signal), contentOf(pair.b, signal)]);
  const body = new FormData();
  if (pair.normalizeFirst) body.set('normalize_first', 'true');
  body.set('file_a', a, 'before.pdf');
  body.set('file_b', b, 'after.pdf');
  const request = { body, idempotencyKey: key, headers: { Accept }, signal };
  return confirmed((client) => client.request('POST', '/api/compare', request));
}

async function contentOf(chosen: Chosen, signal: AbortSignal): Promise<Blob> {
  if (chosen.kind === 'file') return chosen.file;
  const { normalized } = await call('getSubmission', { id: chosen.submissionId }, { signal });
  if (normalized === null) throw new ApiProblem('One of the documents has no canonical form to compare.');
  const response = await responseOf('getArtifact', { hash: normalized.sha256 }, { signal });
  return response.blob();
}
