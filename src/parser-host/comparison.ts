/**
 * Two documents inside one parser child: sent as one block, answered as JSON, and checked before anybody believes it.
 */
import type { Comparison } from '#domain/compare.ts';
import { describeComparison } from '#domain/sentences/comparison-sentences.ts';
import { comparisonSchema } from '#src/contract/parser/comparison-schema.ts';
import type { Usage } from './child-pool.ts';
import type { Source } from './frames.ts';
import type { ParserProcess } from './parser-process.ts';
import { ParserFailure, requestsWithin, untilReady } from './requests.ts';

export interface ComparisonRequest {
  /** Both documents, one after the other. */
  readonly documents: Source;
  readonly sizeBytesA: number;
  readonly normalizeFirst: boolean;
  /** Ends the work by killing the child. */
  readonly signal: AbortSignal;
}

interface ComparisonTerms {
  readonly deadlineMs: number;
  readonly release: (usage: Usage) => void;
}

/** This is twice what a report may hold, for its words are escaped on the way. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export async function runComparison(
  child: ParserProcess,
  { documents, sizeBytesA, normalizeFirst, signal }: ComparisonRequest,
  { deadlineMs, release }: ComparisonTerms,
): Promise<Comparison> {
  const end = () => child.kill();
  signal.addEventListener('abort', end, { once: true });
  try {
    if (signal.aborted) end();
    await untilReady(child);
    const ask = requestsWithin(child, deadlineMs);
    const { payload } = await ask({ kind: 'compare', sizeBytesA, normalizeFirst }, 'compared', documents);
    const comparison = readComparison(payload);
    if (comparison === null) end();
    const freed = await ask({ kind: 'close' }, 'closed').catch(() => null);
    if (freed !== null) release(freed.reply);
    if (comparison === null) throw new ParserFailure('PARSER_KILLED', null, new Error('The answer is no comparison.'));
    return comparison;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Answers null for an answer that no engine of ours has given. */
function readComparison(payload: Uint8Array): Comparison | null {
  if (payload.length > MAX_ANSWER_BYTES) return null;
  try {
    return describeComparison(comparisonSchema.parse(JSON.parse(new TextDecoder().decode(payload))));
  } catch {
    return null;
  }
}
