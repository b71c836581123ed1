/**
 * The verdict of a document: facts that are stored with its report, and the words for them, which are made where they are
 * shown. Every face shows the same words.
 */
import type { PageRange } from '#domain/findings/finding.ts';
import type { EngineReport } from '#domain/report.ts';
import { type Facts, factsOf, type RevisionsLike } from './facts.ts';
import { isVerdictKind, rowOf, type VerdictKind, type VerdictLevel } from './kinds.ts';
import { notesOf } from './notes.ts';
import { worst } from './rule.ts';
import { RULES } from './rules.ts';
import { signersOf, type VerdictFacts } from './signers.ts';

export type { Signer, VerdictFacts } from './signers.ts';

export interface VerdictWords {
  /** A word or two. */
  readonly label: string;
  readonly sentence: string;
  /** Other things that a reader has to know. */
  readonly notes: readonly string[];
}

export interface Verdict extends VerdictFacts, VerdictWords {}

/** A report with the facts of its verdict, as every ended submission has it. */
export type ReportWithVerdict = EngineReport & { readonly verdict: VerdictFacts };

/** A verdict without names and words of the document, for receivers and logs. */
export interface VerdictSummary {
  readonly kind: VerdictKind;
  readonly level: VerdictLevel;
}

export function summaryOf({ kind, level }: VerdictSummary): VerdictSummary {
  return { kind, level };
}

/** The facts of the verdict. Without revisions, as of reports of earlier versions, it is unknown how far signatures reach. */
function verdictFactsOf(report: EngineReport, revisions: RevisionsLike | null): VerdictFacts {
  return decide(knownFacts(report, revisions), report.textChanges ?? null);
}

export function decide(facts: Facts, textChanges: VerdictFacts['changes']): VerdictFacts {
  const kind = RULES.find(({ when }) => when(facts))?.kind ?? 'not_known';
  const { level } = rowOf(kind);
  const changes = kind === 'changed_after_signing' ? textChanges : null;
  return { kind, level, signers: signersOf(facts), changes, pages: pagesOf(facts, kind, changes) };
}

/**
 * The same report with its verdict, of which the changed words are a part. A report that has a verdict keeps it.
 * @param withWords false for a document of which no word may be stored
 */
export function withVerdict(
  { textChanges = null, ...report }: EngineReport,
  revisions: RevisionsLike | null,
  { withWords = true }: { readonly withWords?: boolean } = {},
): ReportWithVerdict {
  const { verdict: made } = report;
  if (made) return { ...report, verdict: withWords ? made : { ...made, changes: null } };
  return { ...report, verdict: decide(knownFacts(report, revisions), withWords ? textChanges : null) };
}

/** The stored verdict with its words; of a report without one, the verdict of what it says. */
export function verdictOf(report: EngineReport): Verdict {
  const stored = report.verdict;
  // A later version, of which this one took over again, may have stored a kind that this one does not know.
  const verdict = stored && isVerdictKind(stored.kind) ? stored : verdictFactsOf(report, null);
  return { ...verdict, ...wordsOf(verdict, knownFacts(report, null)) };
}

export function wordsOf(verdict: VerdictFacts, facts: Facts): VerdictWords {
  const sentence = RULES.find(({ kind }) => kind === verdict.kind)?.says(verdict, facts) ?? '';
  return { label: rowOf(verdict.kind).label, sentence, notes: notesOf(facts, verdict, sentence) };
}

/** A document without a report: it is not processed yet, or it was erased. */
const WITHOUT_REPORT: Readonly<Record<'waiting' | 'under_way' | 'erased' | 'not_known', string>> = {
  waiting: 'This document is waiting to be processed.',
  under_way: 'This document is being processed.',
  erased: 'This document was erased. Nothing about its content is stored.',
  not_known: 'The stored result of this document cannot be read.',
};

export function verdictWithoutReport(kind: keyof typeof WITHOUT_REPORT): Verdict {
  const { level, label } = rowOf(kind);
  const none = { signers: [], changes: null, pages: [], notes: [] };
  return { kind, level, ...none, label, sentence: WITHOUT_REPORT[kind] };
}

function knownFacts(report: EngineReport, revisions: RevisionsLike | null): Facts {
  const links = { revisions: report.revisions || revisions ? 'known' : null };
  const { embeddedFiles = null } = report;
  return factsOf({ ...report, links }, { ...report, embeddedFiles, revisions: report.revisions ?? null }, revisions);
}

/** The pages of the gravest finding, and those whose text was changed after signing. */
function pagesOf(facts: Facts, kind: VerdictKind, changes: VerdictFacts['changes']): readonly PageRange[] {
  if (kind !== 'changed_after_signing') return worst(facts, 'critical', 'high', 'medium', 'low')?.place?.pages ?? [];
  const grave = (facts.findings ?? []).filter(
    ({ severity, facts: data }) => (severity === 'critical' || severity === 'high') && data?.isAfterSigning !== false,
  );
  const found = grave.flatMap(({ place }) => place?.pages ?? []);
  return mergedRanges([...found, ...(changes ?? []).map(({ page }) => ({ first: page, last: page }))]);
}

const MAX_RANGES = 20;

function mergedRanges(ranges: readonly PageRange[]): PageRange[] {
  const merged: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged.slice(0, MAX_RANGES);
}
