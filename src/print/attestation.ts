/** The sheet of an attestation: all facts are those of the attestation, but for a verdict that it does not bind. */
import { VERIFY_PAGE_PATH } from '#domain/attestation.ts';
import type { Printable, PrintedVerdict } from '#domain/printing.ts';
import { isWarning, labelOf } from '#domain/verdict/kinds.ts';
import type { Fact, Sheet } from './sheet.ts';
import { spelled } from './text-lines.ts';
import {
  healthSentence,
  removedFiles,
  removedSentence,
  repairedSentence,
  spokenSize,
  spokenTime,
  verdictSentence,
} from './words.ts';

/** More would not leave room for the rest; the attestation has them all. */
const MOST_FILES = 4;
/** Longer ones have no place on paper: the attestation has them whole. */
const MOST_CHARACTERS = 300;
/** The longest label and the longest words for what was done are shorter. */
const MOST_IN_VERDICT = 500;

type PrintedAttestation = Omit<Extract<Printable, { readonly kind: 'attestation' }>, 'kind'>;

export function attestationSheet({ attestation, verdict: unsigned }: PrintedAttestation, isPlain: boolean): Sheet {
  const { attestationId, issuedAt, issuer, subject, processing, findings, signature } = attestation;
  const said = (text: string) => spelled(text, MOST_CHARACTERS, isPlain);
  const signed: PrintedVerdict | undefined = findings.verdict && {
    ...findings.verdict,
    label: labelOf(findings.verdict.kind),
  };
  const verdict = signed ?? unsigned;
  const verifyUrl = spelled(issuer.url + VERIFY_PAGE_PATH, MOST_CHARACTERS, true);
  const document: Fact[] = [
    ['Original, SHA-256', said(subject.originalSha256), 'mono'],
    ['Original, size', spokenSize(subject.originalSizeBytes)],
    ['Normalized, SHA-256', said(subject.normalizedSha256), 'mono'],
    ['Normalized, size', spokenSize(subject.normalizedSizeBytes)],
    subject.contentHash === ''
      ? ['Text, hash', 'There is no text to extract.']
      : ['Text, SHA-256', said(subject.contentHash), 'mono'],
  ];
  const findingsFacts: Fact[] = [
    ...(verdict ? [[signed ? 'Verdict' : 'Verdict, not signed', said(`${verdict.label}.`)] satisfies Fact] : []),
    ['Removed', said(removedSentence(findings))],
    ...filesOf(removedFiles(findings), said),
    ['Repaired', said(repairedSentence(findings))],
    ['Health of the original', `${healthSentence(findings)}.`],
  ];
  const making: Fact[] = [
    ['Signed', spokenTime(issuedAt)],
    ['Attestation', said(attestationId), 'mono'],
    ['Key', said(issuer.publicKeyId), 'mono'],
    ['Algorithm', said(signature.algorithm)],
    ['Specification', said(`${processing.pipelineSpec}, engine ${processing.engineVersion}`)],
  ];
  const warning = verdict && isWarning(verdict.level) ? `${verdict.label}. ` : '';
  return {
    title: 'Certificate of normalization',
    from: `${said(issuer.name)}, ${said(issuer.url)}`,
    verdict: spelled(verdictSentence(attestation, warning), MOST_IN_VERDICT, isPlain),
    sections: [
      { heading: 'The document', facts: document },
      { heading: 'What was found and done', facts: findingsFacts },
      { heading: 'How it was made', facts: making },
    ],
    verification: [
      'This page names the proof and is not the proof: paper can be copied. The proof is the signed attestation.',
      `1. Open ${verifyUrl}, whose address is in the code beside this text.`,
      '2. Drop the PDF and its attestation there. Nothing is sent: your browser computes everything.',
      '3. Compare the hashes and the key with those above. Without a browser, sha256sum prints the hash of a file.',
    ],
    verifyUrl,
    mostPages: 1,
  };
}

function filesOf(files: readonly string[], said: (text: string) => string): Fact[] {
  const shown = files.slice(0, MOST_FILES).map((file): Fact => ['Removed file', said(file), 'mono']);
  const rest = files.length - shown.length;
  return rest === 0 ? shown : [...shown, ['Removed files', `${rest} more, which the attestation lists.`]];
}
