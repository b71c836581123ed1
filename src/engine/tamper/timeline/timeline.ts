/**
 * The revisions of a file with their objects, in counts and in words, and the reach of each signature. Every list is
 * limited, and things beyond a limit are only counted.
 */
import {
  type ChangeCounts,
  type ChangedObject,
  type KindCounts,
  MAX_KEYS_LISTED,
  MAX_OBJECTS_LISTED,
  MAX_OBJECTS_LISTED_PER_REVISION,
  MAX_WORDS_LENGTH,
  OBJECT_KINDS,
  type ObjectChange,
  type ObjectKind,
  type RevisionTimeline,
  type StatedFacts,
  type TimelineRevision,
} from '#engine/facts/revisions.ts';
import { MAX_REVISIONS_LISTED } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { Ref } from '#engine/pdf/syntax/objects.ts';
import { parsePdfDate } from '#engine/signature/date.ts';
import { printable } from '#engine/signature/fields.ts';
import { fieldsOf, type FoundSignature } from '#engine/signature/find.ts';
import type { LaterChanges } from '#engine/tamper/later-changes.ts';
import { revisionSpans, type Span } from '#engine/tamper/revision-facts.ts';
import type { Revision } from '#engine/tamper/revisions.ts';
import { decodeText } from '#engine/text/text-string.ts';
import { type EntryChange, EntryHistory, isHybrid, type RevisionEntries } from './entry-changes.ts';
import { presentableKey, type Standing, standingOf, wordsOf } from './object-words.ts';
import { changedKeys, isSameWriting } from './same-writing.ts';
import { signatureReaches } from './signature-reach.ts';
import { type View, Views } from './views.ts';

/** The limit of examined objects of one file. A revision beyond it has only counts. */
const MAX_LOOKED_AT = 200_000;
/** Text strings are cut before they are decoded, because the file defines their length. */
const MAX_STATED_BYTES = 1024;

/** Returns undefined if the timeline exceeds its own limit, which fails no document. */
export function revisionTimeline(
  input: Uint8Array,
  pdf: PdfDocument,
  later: LaterChanges,
  signatures: readonly FoundSignature[],
): RevisionTimeline | undefined {
  try {
    return timelineOf(input, pdf, later, signatures);
  } catch (error) {
    if (error instanceof PdfFailure) return undefined;
    throw error;
  }
}

function timelineOf(
  input: Uint8Array,
  pdf: PdfDocument,
  later: LaterChanges,
  signatures: readonly FoundSignature[],
): RevisionTimeline {
  const { history, trailing } = later;
  const { sections, xrefRebuilt } = pdf.structure;
  const revisions = tellRevisions(input, pdf, later);
  return {
    sizeBytes: input.length,
    crossReference: sections.length === 0 ? 'unreadable' : xrefRebuilt ? 'repaired' : 'followed',
    count: history.revisions.length,
    revisions,
    notListed: history.revisions.length - revisions.length,
    signatureCount: signatures.flatMap(fieldsOf).length,
    signatures: signatureReaches(input, later, signatures),
    trailing: trailing && { startByte: trailing.from, endByte: input.length },
  };
}

function tellRevisions(input: Uint8Array, pdf: PdfDocument, { history }: LaterChanges): TimelineRevision[] {
  const { revisions } = history;
  const spans = revisionSpans(history, input.length);
  const entries = new EntryHistory(pdf.structure.baseOffset);
  const views = new Views(history, pdf, input.length);
  const firstListed = Math.max(0, revisions.length - MAX_REVISIONS_LISTED);
  const fairShare = Math.floor(MAX_OBJECTS_LISTED / Math.max(1, revisions.length - firstListed));
  const maxListed = Math.min(MAX_OBJECTS_LISTED_PER_REVISION, fairShare);
  let left = MAX_LOOKED_AT;
  return revisions.flatMap((revision, index) => {
    const span = spans[index] ?? { startByte: 0, endByte: input.length };
    const written = entries.next(revision, span);
    if (index < firstListed) return [];
    if (written.changes.size > left) return [tellNumbers({ revision, index, span, written })];
    left -= written.changes.size;
    const pair = { before: index === 0 ? null : views.at(index - 1), after: views.at(index), views };
    return [tellRevision({ revision, index, span, written, pair, maxListed })];
  });
}

/** The document before and after a revision; null if the older state could not be read. */
interface Pair {
  readonly before: View | null;
  readonly after: View | null;
  /** The views. The newest one replaces a state that could not be read. */
  readonly views: Views;
}

interface Written {
  readonly revision: Revision;
  readonly index: number;
  readonly span: Span;
  readonly written: RevisionEntries;
}

interface Told extends Written {
  readonly pair: Pair;
  readonly maxListed: number;
}

/** One classified object. Only listed objects get words. */
interface Changed {
  readonly number: number;
  readonly change: ObjectChange;
  readonly standing: Standing;
}

function tellRevision({ pair, maxListed, ...one }: Told): TimelineRevision {
  const { index, written } = one;
  const changed = [...written.changes].map(([number, change]): Changed => {
    const isSame = change === 'written' && wasRewritten(pair, number);
    const told = isSame ? 'rewritten' : asChange(change);
    return { number, change: told, standing: standingIn(pair, number, change === 'freed') };
  });
  const listed = index === 0 ? [] : weightiest(changed, maxListed).map((each) => tellObject(pair, each));
  return {
    ...tellNumbers(one),
    stated: statedFacts(pair.after, written),
    objects: countChanges(changed.map(({ change }) => change)),
    kinds: countKinds(changed),
    isCompared: pair.after !== null && (index === 0 || pair.before !== null),
    listed,
    notListed: changed.length - listed.length,
  };
}

/** The facts of a revision from its cross-reference, without its objects. */
function tellNumbers({ revision, index, span, written: { changes, repeated } }: Written): TimelineRevision {
  const objects = countChanges([...changes.values()].map(asChange));
  return {
    number: index + 1,
    ...span,
    crossReference: kindOfCrossReference(revision),
    stated: null,
    objects,
    entriesRepeated: repeated,
    onlyRepoints: objects.repointed > 0 && objects.repointed === changes.size,
    kinds: [],
    isCompared: false,
    listed: [],
    notListed: changes.size,
  };
}

function asChange(change: EntryChange): ObjectChange {
  return change === 'written' ? 'replaced' : change;
}

function wasRewritten({ before, after }: Pair, number: number): boolean {
  return before !== null && after !== null && isSameWriting(before.pdf.object(number), after.pdf.object(number));
}

/** The use of the object after the revision, or its earlier use if the revision removed it. */
function standingIn({ before, after, views }: Pair, number: number, isFreed: boolean): Standing {
  const now = standingOf(after ?? views.newest, number);
  if (before === null || (!isFreed && now.role !== undefined)) return now;
  const then = standingOf(before, number);
  return isFreed || then.role !== undefined ? { ...then, object: isFreed ? then.object : now.object } : now;
}

function tellObject({ before, after }: Pair, { number, change, standing }: Changed): ChangedObject {
  const { kind, page, field } = standing;
  const isComparable = before !== null && after !== null && (change === 'replaced' || change === 'repointed');
  const all = isComparable ? changedKeys(before.pdf.object(number), after.pdf.object(number)) : [];
  const keys = all.slice(0, MAX_KEYS_LISTED).map(presentableKey);
  return { objectNumber: number, change, kind, page, field, keys, words: wordsOf(standing, keys) };
}

function weightiest(changed: readonly Changed[], limit: number): Changed[] {
  const changeRank = ({ change }: Changed): number => (change === 'repointed' ? 0 : change === 'rewritten' ? 2 : 1);
  const kindRank = ({ standing }: Changed): number => OBJECT_KINDS.indexOf(standing.kind);
  return changed
    .toSorted((a, b) => changeRank(a) - changeRank(b) || kindRank(a) - kindRank(b) || a.number - b.number)
    .slice(0, limit);
}

function countChanges(changes: readonly ObjectChange[]): ChangeCounts {
  const counts = { repointed: 0, replaced: 0, added: 0, freed: 0, rewritten: 0 } satisfies ChangeCounts;
  for (const change of changes) counts[change]++;
  return counts;
}

function countKinds(changed: readonly Changed[]): KindCounts[] {
  const byKind = Map.groupBy(changed, ({ standing }) => standing.kind);
  const told = (kind: ObjectKind): KindCounts[] => {
    const group = byKind.get(kind);
    return group ? [{ kind, ...countChanges(group.map(({ change }) => change)) }] : [];
  };
  return OBJECT_KINDS.flatMap(told);
}

function kindOfCrossReference(revision: Revision): TimelineRevision['crossReference'] {
  return isHybrid(revision) ? 'hybrid' : (revision.sections[0]?.kind ?? 'table');
}

function statedFacts(view: View | null, { changes }: RevisionEntries): StatedFacts | null {
  const reference = view?.pdf.trailer.raw('Info');
  const info = view?.pdf.trailer.dict('Info');
  if (!info || !(reference instanceof Ref) || !changes.has(reference.number)) return null;
  const modifiedMs = parsePdfDate(info.string('ModDate')?.bytes);
  const modifiedAt = modifiedMs === null ? null : new Date(modifiedMs).toISOString();
  const producer = info.string('Producer')?.bytes.subarray(0, MAX_STATED_BYTES);
  return {
    modifiedAt: modifiedAt && /^\d/.test(modifiedAt) ? modifiedAt : null, // a sign at the start means that the year does not have four digits
    producer: producer ? printable(decodeText(producer)).slice(0, MAX_WORDS_LENGTH).toWellFormed() : null,
  };
}
