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

type Contents = readonly [before: Blob, after: Blob];

/** The report, and the two documents that it is about. */
export interface Compared {
  readonly report: Comparison;
  readonly contents: Contents;
}

/** @param key the same for the same pair: asked for again, it is not charged again */
export async function runComparison(pair: Pair, key: string, signal: AbortSignal): Promise<Compared> {
  const contents = await contentsOf(pair, signal);
  const response = await compare(contents, pair, key, 'application/json', signal);
  return { report: await response.json(), contents };
}

/** Prints the comparison. The service stores none, so it compares both documents again. */
export async function printComparison(pair: Pair, key: string, signal: AbortSignal): Promise<Response> {
  return compare(await contentsOf(pair, signal), pair, key, 'application/pdf', signal);
}

function contentsOf({ a, b }: Pair, signal: AbortSignal): Promise<Contents> {
  return Promise.all([contentOf(a, signal), contentOf(b, signal)]);
}

async function compare(
  [a, b]: Contents,
  { normalizeFirst }: Pair,
  key: string,
  Accept: string,
  signal: AbortSignal,
): Promise<Response> {
  const body = new FormData();
  if (normalizeFirst) body.set('normalize_first', 'true');
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
