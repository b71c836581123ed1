/**
 * Compares two documents in one parser child. They are sent as one block, and the JSON reply is validated before
 * anybody uses it.
 */
import type { Comparison } from '#domain/compare.ts';
import { describeComparison } from '#domain/sentences/comparison-sentences.ts';
import { comparisonSchema } from '#src/contract/parser/comparison-schema.ts';
import type { Usage } from './child-pool.ts';
import type { Source } from './frames.ts';
import type { ParserProcess } from './parser-process.ts';
import { ParserFailure, requestsWithin, untilReady } from './requests.ts';

export interface ComparisonRequest {
  /** The first document followed by the second. */
  readonly documents: Source;
  readonly sizeBytesA: number;
  readonly normalizeFirst: boolean;
  /** An abort kills the child and so ends the work. */
  readonly signal: AbortSignal;
}

interface ComparisonTerms {
  readonly deadlineMs: number;
  readonly release: (usage: Usage) => void;
}

/** Twice the limit of a report, because JSON escapes its words. */
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

/** Returns null for a reply that our engine cannot have sent. */
function readComparison(payload: Uint8Array): Comparison | null {
  if (payload.length > MAX_ANSWER_BYTES) return null;
  try {
    return describeComparison(comparisonSchema.parse(JSON.parse(new TextDecoder().decode(payload))));
  } catch {
    return null;
  }
}
