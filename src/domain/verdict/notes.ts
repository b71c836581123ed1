/** What has to be known beside the verdict: every rule that matches speaks, in this order. */
import type { Facts } from './facts.ts';
import { HIDDEN_CONTENT, REPAIRS } from './warning-groups.ts';
import { counted, removedSentence } from './words.ts';

interface Note {
  readonly when: (facts: Facts) => boolean;
  readonly says: (facts: Facts) => string;
}

const warns =
  (...codes: readonly string[]): Note['when'] =>
  ({ warnings }) =>
    codes.some((code) => warnings.has(code));

const NOTES: readonly Note[] = [
  {
    when: ({ phase }) => phase === 'rejected',
    says: () => 'Not normalized: under the options that it was sent with, such documents are refused.',
  },
  {
    when: ({ phase }) => phase === 'failed',
    says: () => 'There is no canonical document: it was not normalized.',
  },
  {
    when: ({ signatures }) => (signatures?.length ?? 0) > 1 && signatures?.some(({ valid }) => !valid) === true,
    says: ({ signatures }) => {
      const broken = signatures?.filter(({ valid }) => !valid).length ?? 0;
      const all = signatures?.length ?? 0;
      if (broken === all) return `None of its ${all} signatures holds.`;
      return `Of its ${all} signatures ${broken} ${broken === 1 ? 'does' : 'do'} not hold.`;
    },
  },
  {
    when: ({ findings }) => (findings?.length ?? 0) > 1,
    says: ({ findings }) => `${counted(findings?.length ?? 0, 'finding')} are listed below.`,
  },
  {
    when: ({ phase, removed }) => phase === 'success' && removed.length > 0,
    says: ({ removed }) => removedSentence(removed),
  },
  {
    when: warns('SIGNATURE_REMOVED'),
    says: () => 'The canonical document is not signed any more. Keep the original: it is what was signed.',
  },
  {
    when: warns('SIGNED_PASSTHROUGH'),
    says: () => 'It was kept byte for byte, for its signatures: nothing was removed from it.',
  },
  {
    when: warns('ACTIVE_CONTENT_RETAINED'),
    says: () => 'Scripts or other active content are still in it: treat the file as untrusted.',
  },
  {
    when: warns('PERMISSIONS_REMOVED'),
    says: () => 'It came encrypted; the canonical document is not.',
  },
  {
    when: warns(...HIDDEN_CONTENT),
    says: () => 'It holds text or pictures that are not shown.',
  },
  {
    when: warns(...REPAIRS),
    says: () => 'The file was damaged and was repaired.',
  },
  {
    when: warns('INVOICE_NOT_KEPT'),
    says: () => 'The electronic invoice in it was not kept. Keep the original.',
  },
  {
    when: warns('PDFA_NOT_COMPLIANT', 'PDFA_VALIDATION_FAILED', 'PDFA_CLAIM_REMOVED'),
    says: () => 'It does not keep the rules of PDF/A that it claims.',
  },
  {
    when: warns('PDFA_VALIDATOR_UNAVAILABLE'),
    says: () => 'Whether it keeps the rules of PDF/A was not checked.',
  },
  {
    when: ({ phase, hasReport }) => phase === 'success' && !hasReport,
    says: () => 'The report is not here: what was found in detail is not known.',
  },
  {
    when: ({ phase, revisionCount }) => (phase === 'success' || phase === 'rejected') && revisionCount === null,
    says: () => 'Nothing is known of the revisions of its file.',
  },
];

/** @param sentence what is said already, and not said twice */
export function notesOf(facts: Facts, sentence: string): string[] {
  if (facts.phase === 'erased' || facts.phase === 'waiting' || facts.phase === 'under-way') return [];
  const notes = NOTES.filter(({ when }) => when(facts)).map(({ says }) => says(facts));
  return notes.filter((note) => !sentence.includes(note.replace(/\.$/u, '')));
}
