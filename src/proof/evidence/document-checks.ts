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

/** Each document is the canonical one, or the original, or one too many. A rejected document has no canonical one. */
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
  if (checks.some(({ id }) => id === 'pdf') || normalizedSha256 === '') return checks;
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
