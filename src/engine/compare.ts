/**
 * The structural comparison of two documents as one function of their bytes: pages, metadata, form, annotations,
 * security, fonts and object counts. A document that cannot be read is an answer, never an exception.
 */
import { compareBytes } from '#platform';
import type {
  ComparedFile,
  ComparisonFailureFacts,
  DiffSeverity,
  FactualComparison,
  FontChange,
  ObjectCounts,
  DiffReport,
} from '#engine/facts/compare.ts';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#engine/facts/pipeline.ts';
import type { FailureFacts } from '#engine/facts/report.ts';
import { compareAnnotations } from './compare/annotations.ts';
import { changedKeys, shown } from './compare/changes.ts';
import { comparePipelineSpecs, readPipelineSpec } from './compare/pipeline-specs.ts';
import { compareFields, readFields } from './compare/forms.ts';
import { compareInfo, readInfo } from './compare/metadata.ts';
import { PageTexts } from './compare/page-text.ts';
import { PageWords, type Words } from './compare/page-words.ts';
import { ignoredDifferences, readSpelling } from './compare/ignored.ts';
import { comparePages, type PagesView, type SamePage } from './compare/pages.ts';
import { compareSecurity, isGrave, readSecurity, type SecurityFacts } from './compare/security.ts';
import { failedFacts, PdfFailure } from './pdf/failure.ts';
import { displayName } from './fonts/font-dict.ts';
import { findFonts } from './fonts/font-uses.ts';
import { PageReader } from './page/page-fingerprints.ts';
import { normalize } from './normalize.ts';
import { canonicalize } from './canonical/canonical.ts';
import type { Page, PdfDocument } from './pdf/document.ts';
import { openDocument } from './pdf/read/open.ts';
import { refuseUndecodable } from './pdf/undecodable.ts';
import { writeWithObjectStreams } from './write/file/writer.ts';
import { mergeEntries } from './pdf/read/xref.ts';

export interface CompareOptions {
  /** Both documents are brought into canonical form first; signatures are still told of the originals. */
  readonly normalizeFirst: boolean;
}

/** Longer reports are of no use to anybody, and a parser child must be able to hand them over. */
const MAX_REPORT_CHARACTERS = 16 * 1024 * 1024;

export async function compare(
  a: Uint8Array,
  b: Uint8Array,
  { normalizeFirst }: CompareOptions,
): Promise<FactualComparison> {
  let file: ComparedFile | null = null;
  try {
    file = 'file_a';
    const preparedA = await prepare(a, normalizeFirst);
    if ('stage' in preparedA) return { kind: 'failure', failure: { file, ...preparedA } };
    const viewA = readView(preparedA);
    file = 'file_b';
    const preparedB = await prepare(b, normalizeFirst);
    if ('stage' in preparedB) return { kind: 'failure', failure: { file, ...preparedB } };
    const viewB = readView(preparedB);
    file = null;
    // Canonical bytes differ where the documents do; other bytes have to be brought into that form first.
    const { report, equal, hasUnnamedChange } = reportOf(viewA, viewB, normalizeFirst ? sameBytes : saysTheSame);
    const spellings = [readSpelling(a), readSpelling(b)] as const;
    const ignored = ignoredDifferences(...spellings, equal, { ...report, hasUnnamedChange });
    const warnings = comparePipelineSpecs(viewA.pipelineSpec, viewB.pipelineSpec, normalizeFirst);
    return { kind: 'report', report: { ...report, warnings, ignored } };
  } catch (error) {
    if (!(error instanceof PdfFailure)) throw error;
    return { kind: 'failure', failure: failureOf(file, error) };
  }
}

function failureOf(file: ComparedFile | null, error: PdfFailure): ComparisonFailureFacts {
  return { file, ...failedFacts(error, null) };
}

interface Prepared {
  readonly bytes: Uint8Array;
  /** These two are of the original, when it differs from `bytes`. */
  readonly signatureCount?: number;
  readonly pipelineSpec?: string | null;
}

/** The form a file has takes time to write and is not compared. */
const CANONICAL: NormalizeOptions = { ...DEFAULT_OPTIONS, linearize: false, signedPdfPolicy: 'strip' };

async function prepare(input: Uint8Array, normalizeFirst: boolean): Promise<Prepared | FailureFacts> {
  if (!normalizeFirst) return { bytes: input };
  const { bytes, report } = await normalize(input, CANONICAL);
  const { signatureCount } = report.security;
  if (bytes) return { bytes, signatureCount, pipelineSpec: pipelineSpecIn(input) };
  if (report.failure === null) throw new Error('A document without output has a failure.');
  return report.failure;
}

/** A file that only a second reader can open is none that we wrote. */
function pipelineSpecIn(input: Uint8Array): string | null {
  try {
    return readPipelineSpec(openDocument(input));
  } catch (error) {
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}

/** What is compared of one document. */
interface View {
  readonly bytes: Uint8Array;
  readonly pdf: PdfDocument;
  readonly reader: PageReader;
  readonly pages: PagesView;
  readonly info: ReadonlyMap<string, string>;
  readonly objects: number;
  readonly fields: ReadonlyMap<string, string | null>;
  readonly security: SecurityFacts;
  readonly fonts: ReadonlyMap<string, true>;
  readonly pipelineSpec: string | null;
}

function readView({ bytes, signatureCount, pipelineSpec }: Prepared): View {
  const pdf = openDocument(bytes);
  refuseUndecodable(pdf);
  const texts = new PageTexts(pdf);
  const words = new PageWords(pdf);
  const reader = new PageReader(pdf);
  return {
    bytes,
    pdf,
    reader,
    pages: {
      digests: pdf.pages.map((page) => reader.read(page)),
      wordsOf: (index) => texts.wordsOf(index),
      shownWords: (index) => wordsOrNull(words, pdf.pages[index]),
    },
    info: readInfo(pdf),
    objects: countObjects(pdf),
    fields: readFields(pdf),
    security: readSecurity(pdf, signatureCount),
    fonts: readFonts(pdf),
    pipelineSpec: pipelineSpec === undefined ? readPipelineSpec(pdf) : pipelineSpec,
  };
}

/** A comparison does not fail because the words of a page go beyond a limit. */
function wordsOrNull(words: PageWords, page: Page | undefined): Words | null {
  try {
    return page ? words.of(page) : null;
  } catch (error) {
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}

/** The cross-reference's entries in use, or what a search found where there is none. */
function countObjects(pdf: PdfDocument): number {
  const { sections, xrefRebuilt } = pdf.structure;
  if (xrefRebuilt || sections.length === 0) return pdf.numbers().length;
  return mergeEntries(sections)
    .values()
    .reduce((count, { kind }) => (kind === 'free' ? count : count + 1), 0);
}

/** Base names without the tag of a subset (9.9.2): the tag changes with every save. */
function readFonts(pdf: PdfDocument): Map<string, true> {
  const names = findFonts(pdf).fonts.map((font) => displayName(pdf, font).replace(/^[A-Z]{6}\+/, ''));
  return new Map(names.map((name) => [name, true]));
}

function reportOf(a: View, b: View, isSame: (a: View, b: View) => boolean): Compared {
  const { changes: pages, same, equal } = comparePages(a.pages, b.pages);
  const lists = {
    metadata: compareInfo(a.info, b.info),
    pages,
    objects: countedObjects(a.objects, b.objects),
    forms: compareFields(a.fields, b.fields),
    annotations: compareAnnotations(a, b, same),
    security: compareSecurity(a.security, b.security),
    fonts: compareFonts(a.fonts, b.fonts),
  };
  const listed = countListed(lists);
  // Something that has no list of its own, an outline for example, is one change that is not named.
  const hasUnnamedChange = listed === 0 && !isSame(a, b);
  // Two files of one document may have different numbers of objects.
  const totalChanges = hasUnnamedChange ? 1 : listed > 0 ? listed + netObjects(lists.objects) : 0;
  const severity = severityOf(lists, totalChanges);
  const report = { summary: { totalChanges, severity, identical: totalChanges === 0 }, ...lists };
  if (JSON.stringify(report).length > MAX_REPORT_CHARACTERS) {
    throw new PdfFailure('RESOURCE_LIMIT_EXCEEDED', { limit: 'reportedDifferences' });
  }
  return { report, equal, hasUnnamedChange };
}

interface Compared {
  readonly report: Omit<DiffReport, 'warnings' | 'ignored'>;
  /** The pages that show the same. */
  readonly equal: readonly SamePage[];
  readonly hasUnnamedChange: boolean;
}

type Lists = Omit<DiffReport, 'summary' | 'warnings' | 'ignored'>;

function countedObjects(totalA: number, totalB: number): ObjectCounts {
  return { added: Math.max(0, totalB - totalA), removed: Math.max(0, totalA - totalB), totalA, totalB };
}

function compareFonts(before: View['fonts'], after: View['fonts']): FontChange[] {
  return changedKeys(before, after, () => true).map(({ key, before: known }) => ({
    name: shown(key),
    action: known ? 'removed' : 'added',
  }));
}

function countListed({ metadata, pages, forms, annotations, security, fonts }: Lists): number {
  const { added, removed, reordered, modified } = pages;
  const lists = [metadata, added, removed, reordered, modified, forms, annotations, security, fonts];
  return lists.reduce((sum, list) => sum + list.length, 0);
}

function netObjects({ added, removed }: ObjectCounts): number {
  return added > 0 || removed > 0 ? 1 : 0;
}

function severityOf({ pages, forms, annotations, security }: Lists, totalChanges: number): DiffSeverity {
  if (totalChanges === 0) return 'none';
  const { added, removed, reordered, modified } = pages;
  if (added.length + removed.length + modified.length > 0 || security.some(isGrave)) return 'major';
  return reordered.length + forms.length + annotations.length + security.length > 0 ? 'moderate' : 'minor';
}

function sameBytes(a: View, b: View): boolean {
  return compareBytes(a.bytes, b.bytes) === 0;
}

/** This is asked last, since it brings both documents into canonical form. */
function saysTheSame(a: View, b: View): boolean {
  return sameBytes(a, b) || compareBytes(canonicalBytes(a.pdf), canonicalBytes(b.pdf)) === 0;
}

function canonicalBytes(pdf: PdfDocument): Uint8Array {
  return writeWithObjectStreams(canonicalize(pdf), '1.7');
}
