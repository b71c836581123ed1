/** Words of what is printed, for people. An attestation of a later version may have other findings: they are printed as they are. */
import type { Attestation, Findings } from '#domain/attestation.ts';
import { capitalized } from '#domain/sentences/words.ts';
import { listed } from '#domain/verdict/words.ts';

const REMOVED: ReadonlyMap<string, string> = new Map([
  ['javascript', 'scripts'],
  ['openActions', 'actions on opening'],
  ['launchActions', 'actions that start programs'],
  ['embeddedFiles', 'attached files'],
  ['richMedia', 'sounds, films or 3D models'],
  ['incrementalUpdates', 'earlier revisions of the file'],
  ['interactiveForm', 'form fields'],
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

/** The hash of each removed file in the attestation, or the reason for its absence. */
export function removedFiles({ contentRemoved }: Findings): string[] {
  return contentRemoved
    .filter((word) => word.startsWith(EMBEDDED_FILE))
    .map((word) => word.slice(EMBEDDED_FILE.length));
}

export function removedSentence(findings: Findings): string {
  const kinds = removedKinds(findings);
  const values = kinds.includes('interactiveForm') ? ' The values of the fields are part of the pages.' : '';
  return all(kinds, REMOVED) + values;
}

function removedKinds({ contentRemoved }: Findings): string[] {
  return [...new Set(contentRemoved.map((word) => (word.startsWith(EMBEDDED_FILE) ? 'embeddedFiles' : word)))];
}

export function repairedSentence({ structuralRepairs }: Findings): string {
  return all(structuralRepairs, REPAIRED);
}

/** @param warning goes before everything else that was done to a document whose original is doubtful */
export function verdictSentence(attestation: Attestation, warning: string): string {
  return warning + processingSentence(attestation);
}

/** `Normalized on 25 November 2026. Removed: form fields and digital signatures.` */
function processingSentence({ subject, findings, issuedAt }: Attestation): string {
  const day = spokenDay(issuedAt);
  if (subject.originalSha256 === subject.normalizedSha256)
    return `Examined on ${day}. This document is unchanged byte for byte.`;
  const removed = removedKinds(findings).map((code) => REMOVED.get(code) ?? code);
  return [
    `Normalized on ${day}.`,
    removed.length > 0 ? `Removed: ${listed(removed)}.` : 'Nothing was removed.',
    ...(findings.structuralRepairs.length > 0 ? ['Damage was repaired.'] : []),
  ].join(' ');
}

export function healthSentence({ healthScore, warningCount }: Findings): string {
  const warnings = warningCount === 1 ? '1 warning' : `${warningCount} warnings`;
  return `${healthScore} of 100, with ${warnings} in the report`;
}

function all(codes: readonly string[], words: ReadonlyMap<string, string>): string {
  if (codes.length === 0) return 'Nothing.';
  const said = codes.map((code) => words.get(code) ?? code);
  return `${capitalized(listed(said, said.length))}.`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `2026-11-25T16:04:05.678Z` as `25 November 2026, 16:04:05 UTC`. */
export function spokenTime(iso: string): string {
  return `${spokenDay(iso)}, ${iso.split('T')[1]?.slice(0, 8) ?? ''} UTC`;
}

function spokenDay(iso: string): string {
  const [year, month, day] = (iso.split('T')[0] ?? '').split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

export function spokenSize(bytes: number): string {
  return spokenCount(bytes, 'byte');
}

/** `1 page`, `12,345 pages`. */
export function spokenCount(count: number, one: string, many = `${one}s`): string {
  return `${String(count).replaceAll(/\B(?=(\d{3})+$)/gu, ',')} ${count === 1 ? one : many}`;
}
