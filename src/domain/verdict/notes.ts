/** Notes beside the sentence of a verdict: every rule that matches adds one, in this order. */
import { capitalized } from '#domain/sentences/words.ts';
import type { Facts } from './facts.ts';
import { notVerified, signedWith, type VerdictFacts } from './signers.ts';
import { HIDDEN_CONTENT, REPAIRS } from './warning-groups.ts';
import { counted, removedSentence } from './words.ts';

interface Note {
  readonly when: (facts: Facts, verdict: VerdictFacts) => boolean;
  readonly says: (facts: Facts, verdict: VerdictFacts) => string;
}

const warns =
  (...codes: readonly string[]): Note['when'] =>
  ({ warnings }) =>
    codes.some((code) => warnings.has(code));

const NOTES: readonly Note[] = [
  {
    when: (_facts, verdict) => changedSigners(verdict).length > 0 && notVerified(changedSigners(verdict)) !== '',
    says: (_facts, verdict) => `${capitalized(notVerified(changedSigners(verdict)))}.`,
  },
  {
    when: (_facts, { kind, changes }) => kind === 'changed_after_signing' && changes === null,
    says: () => 'The changed words could not be determined.',
  },
  {
    when: ({ phase, isSigned }) => phase === 'rejected' && isSigned,
    says: () => 'Not normalized, because the document is signed.',
  },
  {
    when: ({ phase, isSigned }) => phase === 'rejected' && !isSigned,
    says: () => 'Not normalized, because the options of the request refuse such documents.',
  },
  {
    when: ({ phase }) => phase === 'failed',
    says: () => 'There is no canonical PDF, because the document was not normalized.',
  },
  {
    when: ({ signatures }) => (signatures?.length ?? 0) > 1 && signatures?.some(({ valid }) => !valid) === true,
    says: ({ signatures }) => {
      const broken = signatures?.filter(({ valid }) => !valid).length ?? 0;
      const all = signatures?.length ?? 0;
      if (broken === all) return `None of its ${all} signatures is valid.`;
      return `${broken} of its ${all} signatures ${broken === 1 ? 'is' : 'are'} not valid.`;
    },
  },
  {
    when: ({ findings }) => (findings?.length ?? 0) > 1,
    says: ({ findings }) => `${counted(findings?.length ?? 0, 'finding')} in all.`,
  },
  {
    when: ({ phase, removed }) => phase === 'success' && removed.length > 0,
    says: ({ removed }) => removedSentence(removed),
  },
  {
    when: warns('SIGNATURE_REMOVED'),
    says: () => 'The canonical PDF carries no signatures. Keep the original as evidence.',
  },
  {
    when: warns('SIGNED_PASSTHROUGH'),
    says: () => 'It is unchanged byte for byte because of its signatures. Nothing was removed from it.',
  },
  {
    when: warns('ACTIVE_CONTENT_RETAINED'),
    says: () => 'It still contains scripts or other active content. Treat the file as untrusted.',
  },
  {
    when: warns('PERMISSIONS_REMOVED'),
    says: () => 'The original is encrypted, and the canonical PDF is not.',
  },
  {
    when: warns(...HIDDEN_CONTENT),
    says: () => 'It contains text or pictures that are not shown.',
  },
  {
    when: warns(...REPAIRS),
    says: () => 'The file was damaged and was repaired.',
  },
  {
    when: warns('INVOICE_NOT_KEPT'),
    says: () => 'The electronic invoice was removed from the canonical PDF. Keep the original.',
  },
  {
    when: warns('PDFA_NOT_COMPLIANT', 'PDFA_VALIDATION_FAILED', 'PDFA_CLAIM_REMOVED'),
    says: () => 'It claims PDF/A and does not follow its rules.',
  },
  {
    when: warns('PDFA_VALIDATOR_UNAVAILABLE'),
    says: () => 'It was not checked whether it follows the rules of PDF/A.',
  },
  {
    when: ({ phase, revisionCount }) => (phase === 'success' || phase === 'rejected') && revisionCount === null,
    says: () => 'Earlier versions of the file could not be reconstructed.',
  },
];

function changedSigners(verdict: VerdictFacts): ReturnType<typeof signedWith> {
  return verdict.kind === 'changed_after_signing' ? signedWith(verdict, 'MODIFIED_AFTER_SIGNING') : [];
}

/** @param sentence a note does not repeat it */
export function notesOf(facts: Facts, verdict: VerdictFacts, sentence: string): string[] {
  const notes = NOTES.filter(({ when }) => when(facts, verdict)).map(({ says }) => says(facts, verdict));
  return notes.filter((note) => !sentence.includes(note.replace(/\.$/u, '')));
}
