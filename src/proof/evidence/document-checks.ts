/** Documents and what is told of them, held against the hashes that were signed. */
import { member, text } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';
import { sameOnEverySystem } from './paths.ts';
import type { Statement } from './statements.ts';
import { type Check, FORMS } from './verdict.ts';

/** A person who unpacks an archive goes by these names. */
const NAMED: ReadonlyMap<string, 'pdf' | 'original'> = new Map([
  ['normalized.pdf', 'pdf'],
  ['original.pdf', 'original'],
]);

/** Each document is the canonical one, or the original, or one too many. */
export function documents(given: readonly Given[], { normalizedSha256, originalSha256 }: Statement): Check[] {
  const pdfs = given.filter((thing) => thing.kind === 'pdf');
  const checks = pdfs.map(({ name, origin, sha256 }): Check => {
    const facts = [[`SHA-256 of “${name}”`, sha256]] as const;
    const named = NAMED.get(origin === 'archive' ? sameOnEverySystem(name) : '');
    if (named !== undefined && sha256 !== (named === 'pdf' ? normalizedSha256 : originalSha256)) {
      const title = `“${name}” in the archive is not the document that its name says.`;
      const detail = 'Its hash is not the attested one. A person who unpacks the archive would open another document.';
      return { id: named, state: 'fail', title, detail, facts };
    }
    if (sha256 === normalizedSha256) {
      const title = 'The PDF is, byte for byte, the one that was attested.';
      return { id: 'pdf', state: 'pass', title, detail: 'Its hash is that of the attestation.', facts };
    }
    if (sha256 === originalSha256) {
      const title = 'The original is, byte for byte, the one that was sent.';
      return { id: 'original', state: 'pass', title, detail: 'Its hash is that of the attestation.', facts };
    }
    return {
      id: 'pdf',
      state: 'fail',
      title: 'The PDF is not the document that was attested.',
      detail: 'Its hash is another one: the file was changed, if only by a byte, or is another document.',
      facts: [...facts, ['Attested, canonical PDF', normalizedSha256], ['Attested, original', originalSha256]],
    };
  });
  if (checks.some(({ id }) => id === 'pdf')) return checks;
  const title = 'The canonical PDF was not given, so it was not compared.';
  return [...checks, { id: 'pdf', state: 'unknown', title, detail: 'Drop it as well: its hash is what is attested.' }];
}

/** The hash of the original lies in the evidence by itself: for whoever has the original, and no attestation. */
export function aboutOriginal(thing: Given, statement: Statement | null, given: readonly Given[]): Check[] {
  if (thing.kind !== 'originalHash') return [];
  const submission = given.find((other) => other.kind === 'submission');
  const expected = statement?.originalSha256 ?? text(member(member(submission?.value, 'original'), 'sha256'));
  if (expected === '') return [];
  const where = statement ? FORMS[statement.form] : 'result';
  if (expected === thing.sha256) {
    const title = `The hash of the original is that of the ${where}.`;
    return [{ id: 'original-hash', state: 'pass', title, detail: 'The original itself belongs beside it.' }];
  }
  const facts = [
    [`“${thing.name}”`, thing.sha256],
    [`In the ${where}`, expected],
  ] as const;
  const title = `The hash of the original is another than that of the ${where}.`;
  return [{ id: 'original-hash', state: 'fail', title, detail: 'The two are about different files.', facts }];
}

/** Result and report are not signed. What they have in common with what is, is compared. */
export function unsignedFacts(thing: Given, { normalizedSha256, originalSha256, warningCount }: Statement): Check[] {
  if (thing.kind !== 'submission' && thing.kind !== 'report') return [];
  const { kind, value } = thing;
  const name = kind === 'report' ? 'report' : 'result';
  const warnings = member(value, 'warnings');
  const count = Array.isArray(warnings) ? warnings.length : undefined;
  const hashes =
    kind === 'report'
      ? member(value, 'outputHash') === `sha256:${normalizedSha256}`
      : member(member(value, 'normalized'), 'sha256') === normalizedSha256 &&
        member(member(value, 'original'), 'sha256') === originalSha256;
  if (!hashes) {
    return [
      {
        id: kind,
        state: 'fail',
        title: `The ${name} is about another document.`,
        detail: 'Its hash is not the attested one.',
      },
    ];
  }
  if (warningCount !== undefined && count !== warningCount) {
    const detail = 'How many there were is signed, and is another number.';
    return [{ id: kind, state: 'fail', title: `The ${name} has not the warnings that were attested.`, detail }];
  }
  const detail = 'The rest of it is not signed: take it from the service where it matters.';
  return [{ id: kind, state: 'pass', title: `The ${name} is about this document.`, detail }];
}
