/**
 * The submissions of an erasure. A hash selects the originals that have it, or that led to an output or a text with
 * it, under any specification and algorithm. The erasure covers all submissions of these originals that were accepted
 * before the request.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ErasureMatch, ErasureScope, MeantSubmissions } from '#domain/privacy/erasure.ts';
import { CONTENT_HASH_ALGORITHM_OF, PIPELINE_SPEC_OF } from '#store/submissions/submission-row.ts';

export interface Subject {
  readonly organizationId: string;
  readonly scope: ErasureScope;
  /** Later ones are not meant. */
  readonly at: Date;
}

const LIVING = `organization_id = ? and erased_at is null and created_at <= ?`;
/** A submission that was recorded with the hash. */
const HAS_HASH = `(original_sha256 = ? or report->'normalized'->>'sha256' = ? or report->'normalized'->>'contentHash' = ?)`;

/** The condition and its values, for a statement over `submission`. */
function meaning({ organizationId, scope, at }: Subject): [string, unknown[]] {
  const living = [organizationId, at];
  if (scope === 'all') return [LIVING, living];
  const originals = `select original_sha256 from submission where ${LIVING} and ${HAS_HASH}`;
  return [`${LIVING} and original_sha256 in (${originals})`, [...living, ...living, scope, scope, scope]];
}

/** The number in all and of each kind. */
export async function countMeant(em: EntityManager, subject: Subject): Promise<ErasureMatch> {
  const [condition, values] = meaning(subject);
  const kinds = `${PIPELINE_SPEC_OF} "pipelineSpec", ${CONTENT_HASH_ALGORITHM_OF} "contentHashAlgorithm"`;
  const counted = `select ${kinds}, count(*)::int "submissions" from submission where ${condition}`;
  const grouped = `${counted} group by 1, 2 order by 1 nulls last, 2 nulls last`;
  const matchedUnder = await em.execute<MeantSubmissions[]>(grouped, values);
  return { matchedSubmissions: matchedUnder.reduce((sum, { submissions }) => sum + submissions, 0), matchedUnder };
}

export async function meantUnderWay(em: EntityManager, subject: Subject, limit: number): Promise<string[]> {
  const [condition, values] = meaning(subject);
  return idsOf(em, `${condition} and completed_at is null order by id limit ?`, [...values, limit]);
}

/** Another submission of its original is: it would not be found any more once this one is erased. */
const UNDER_WAY = `exists (select from submission u where u.organization_id = submission.organization_id
  and u.original_sha256 = submission.original_sha256 and u.completed_at is null and u.created_at <= ?)`;

/** Last those that have the hash itself, and none of an original of which one is still under way. */
export async function meantAndEnded(em: EntityManager, subject: Subject, limit: number): Promise<string[]> {
  const { scope, at } = subject;
  const [condition, values] = meaning(subject);
  const ended = `${condition} and completed_at is not null`;
  if (scope === 'all') return idsOf(em, `${ended} order by id limit ?`, [...values, limit]);
  const last = `${ended} and not ${UNDER_WAY} order by ${HAS_HASH} is true, id limit ?`;
  return idsOf(em, last, [...values, at, scope, scope, scope, limit]);
}

async function idsOf(em: EntityManager, condition: string, values: readonly unknown[]): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(`select id from submission where ${condition}`, [...values]);
  return rows.map(({ id }) => id);
}
