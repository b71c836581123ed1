/** The facts document of a submission, held against the digest that its envelope signs. */
import type { Given } from './given.ts';
import type { Statement } from './statements.ts';
import type { Check } from './verdict.ts';

export interface FactsVerdict {
  readonly checks: readonly Check[];
  /** The document whose signature holds; undefined without one. */
  readonly facts: unknown;
}

export function factsOf(given: readonly Given[], statements: readonly Statement[]): FactsVerdict {
  const documents = given.filter((thing) => thing.kind === 'facts');
  const signed = statements.filter(({ form }) => form === 'facts');
  if (documents.length === 0 && signed.length === 0) return { checks: [], facts: undefined };
  if (signed.length === 0) return { checks: [WITHOUT_SIGNATURE], facts: undefined };
  if (documents.length === 0) return { checks: [WITHOUT_DOCUMENT], facts: undefined };
  const checks = documents.map(({ name, sha256 }): Check => {
    const facts = [[`SHA-256 of “${name}”`, sha256]] as const;
    if (signed.some(({ attested }) => attested.facts?.sha256 === sha256)) {
      const title = 'The facts are, byte for byte, those that were signed.';
      return { id: 'facts', state: 'pass', title, detail: 'Their hash is that of the envelope.', facts };
    }
    const title = 'The facts are not those that were signed.';
    const detail = 'Somebody changed the document, or it is of another submission.';
    return { id: 'facts', state: 'fail', title, detail, facts };
  });
  const known = documents.find(({ sha256 }) =>
    signed.some(({ attested, reason }) => reason === null && attested.facts?.sha256 === sha256),
  );
  return { checks, facts: known?.value };
}

const WITHOUT_SIGNATURE: Check = {
  id: 'facts',
  state: 'unknown',
  title: 'The envelope with the signature of the facts was not given.',
  detail: 'Drop facts.dsse.json as well: without it anybody may have written the facts.',
};
const WITHOUT_DOCUMENT: Check = {
  id: 'facts',
  state: 'unknown',
  title: 'The facts were not given, although their signature was.',
  detail: 'Drop facts.json as well: the envelope has its hash.',
};
