/** Words of what is printed, for people. An attestation of a later version may have other findings: they are printed as they are. */
import type { Attestation, Findings } from '#domain/attestation.ts';

const REMOVED: ReadonlyMap<string, string> = new Map([
  ['javascript', 'scripts'],
  ['openActions', 'what the document did when it was opened'],
  ['launchActions', 'commands that start programs'],
  ['embeddedFiles', 'attached files'],
  ['richMedia', 'sounds, films or 3D models'],
  ['incrementalUpdates', 'earlier revisions of the file'],
  ['interactiveForm', 'the form, whose values are drawn into the pages'],
  ['annotations', 'notes and marks'],
  ['digitalSignatures', 'digital signatures'],
  ['encryption', 'encryption'],
]);

const REPAIRED: ReadonlyMap<string, string> = new Map([
  ['crossReferenceTable', 'the table of its objects'],
  ['pageTree', 'the tree of its pages'],
  ['streamLengths', 'lengths of its streams'],
  ['brokenReferences', 'references that led nowhere'],
  ['structureTree', 'the structure for screen readers'],
]);

const EMBEDDED_FILE = 'EMBEDDED_FILE ';

/** What the attestation binds of each file that was removed: its hash, or why it has none. */
export function removedFiles({ contentRemoved }: Findings): string[] {
  return contentRemoved
    .filter((word) => word.startsWith(EMBEDDED_FILE))
    .map((word) => word.slice(EMBEDDED_FILE.length));
}

export function removedSentence({ contentRemoved }: Findings): string {
  return listed(
    contentRemoved.filter((word) => !word.startsWith(EMBEDDED_FILE)),
    REMOVED,
  );
}

export function repairedSentence({ structuralRepairs }: Findings): string {
  return listed(structuralRepairs, REPAIRED);
}

/** @param warning goes before everything else that was done to a document whose original is doubtful */
export function verdictSentence({ subject, findings }: Attestation, warning: string): string {
  return warning + processingSentence(subject, findings);
}

function processingSentence(subject: Attestation['subject'], findings: Findings): string {
  if (subject.originalSha256 === subject.normalizedSha256) {
    return 'This document was examined and is unchanged byte for byte.';
  }
  const done = [
    ...(findings.contentRemoved.length > 0 ? ['content was removed from it'] : []),
    ...(findings.structuralRepairs.length > 0 ? ['it was repaired'] : []),
  ];
  if (done.length === 0)
    return 'This document was normalized: nothing was removed from it, and nothing had to be repaired.';
  return `This document was normalized: ${done.join(', and ')}.`;
}

export function healthSentence({ healthScore, warningCount }: Findings): string {
  const warnings = warningCount === 1 ? '1 warning' : `${warningCount} warnings`;
  return `${healthScore} of 100, with ${warnings} in the report`;
}

function listed(codes: readonly string[], words: ReadonlyMap<string, string>): string {
  const said = codes.map((code) => words.get(code) ?? code);
  if (said.length === 0) return 'Nothing.';
  const [first = '', ...rest] = said;
  const last = rest.pop();
  const text = last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `2026-11-25T16:04:05.678Z` as `25 November 2026, 16:04:05 UTC`. */
export function spokenTime(iso: string): string {
  const [date = '', time = ''] = iso.split('T');
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}, ${time.slice(0, 8)} UTC`;
}

export function spokenSize(bytes: number): string {
  return spokenCount(bytes, 'byte');
}

/** `1 page`, `12,345 pages`. */
export function spokenCount(count: number, one: string, many = `${one}s`): string {
  return `${String(count).replaceAll(/\B(?=(\d{3})+$)/gu, ',')} ${count === 1 ? one : many}`;
}
