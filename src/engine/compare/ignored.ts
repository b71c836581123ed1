/**
 * Differences in how two files are written, which are not changes. Each fact is read from the files as they were sent,
 * even if the comparison uses their canonical forms.
 */
import { createHash } from '#platform';
import {
  IGNORED_CODES,
  type IgnoredCode,
  IGNORED_WORDS,
  type IgnoredDifference,
  type DiffReport,
} from '#engine/facts/compare.ts';
import { scalarKey } from '#engine/canonical/scalar-key.ts';
import { displayName } from '#engine/fonts/font-dict.ts';
import { findFonts } from '#engine/fonts/font-uses.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import { type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { readInfo } from './metadata.ts';
import type { SamePage } from './pages.ts';

/** The spelling of the content of a page and of its boxes. */
interface PageSpelling {
  readonly operators: string;
  readonly names: string;
  readonly numbers: string;
}

export interface Spelling {
  readonly pages: readonly PageSpelling[];
  readonly info: ReadonlyMap<string, string>;
  /** The subset tags of each base font name. */
  readonly tags: ReadonlyMap<string, string>;
  readonly identifiers: string;
  readonly xmp: string;
  readonly layout: string;
}

/** ISO 32000-2, 9.9.2. */
const TAGGED = /^([A-Z]{6})\+(.*)$/s;
const DATES: ReadonlySet<string> = new Set(['CreationDate', 'ModDate']);
const BOXES = ['MediaBox', 'CropBox', 'TrimBox', 'BleedBox', 'ArtBox'] as const;

/** Null for a file that only the second reader can open, because its spelling is unknown. */
export function readSpelling(file: Uint8Array): Spelling | null {
  try {
    const pdf = openDocument(file);
    return {
      pages: pdf.pages.map((page) => pageSpelling(pdf, page)),
      info: readInfo(pdf),
      tags: readTags(pdf),
      identifiers: printOf(
        pdf,
        pdf.structure.sections.map(({ trailer }) => trailer.get('ID')),
      ),
      xmp: readXmp(pdf),
      layout: readLayout(pdf),
    };
  } catch (error) {
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}

/** @param equal the pages that show the same in both files */
export function ignoredDifferences(
  a: Spelling | null,
  b: Spelling | null,
  equal: readonly SamePage[],
  report: Pick<DiffReport, 'metadata' | 'objects' | 'summary'> & { readonly hasUnnamedChange: boolean },
): IgnoredDifference[] {
  if (!a || !b) return [];
  const reported = new Set(report.metadata.map(({ field }) => field));
  const ignoredInfo = [...new Set([...a.info.keys(), ...b.info.keys()])].filter(
    (key) => !reported.has(key) && a.info.get(key) !== b.info.get(key),
  );
  const pages = equal.flatMap((pair) => {
    const [x, y] = [a.pages[pair.a], b.pages[pair.b]];
    return x && y ? [[x, y] as const] : [];
  });
  const alike = pages.filter(([x, y]) => x.operators === y.operators);
  const facts: Readonly<Record<IgnoredCode, boolean>> = {
    resource_names: alike.some(([x, y]) => x.names !== y.names),
    subset_tags: [...a.tags].some(([name, tags]) => b.tags.has(name) && b.tags.get(name) !== tags),
    number_digits: alike.some(([x, y]) => x.numbers !== y.numbers),
    content_operators: alike.length < pages.length,
    dates: ignoredInfo.some((key) => DATES.has(key)),
    document_information: ignoredInfo.some((key) => !DATES.has(key)),
    // A change without a name may be in the XMP metadata.
    xmp_metadata: a.xmp !== b.xmp && !report.hasUnnamedChange,
    file_identifiers: a.identifiers !== b.identifiers,
    // Additional objects shift the numbers of others, and the report already counts the objects.
    file_layout: a.layout !== b.layout && (report.summary.identical || report.objects.totalA === report.objects.totalB),
  };
  return IGNORED_CODES.filter((code) => facts[code]).map((code) => ({ code, message: IGNORED_WORDS[code] }));
}

function pageSpelling(pdf: PdfDocument, page: Page): PageSpelling {
  const [operators, names, numbers] = [createHash('sha256'), createHash('sha256'), createHash('sha256')];
  const content = pdf.pageContent(page);
  const lexer = new Lexer(content);
  const hashOf = { keyword: operators, name: names, number: numbers } as const;
  for (let kind = lexer.next(); kind !== 'eof'; kind = lexer.next()) {
    if (kind !== 'keyword' && kind !== 'name' && kind !== 'number') continue;
    hashOf[kind].update(content.subarray(lexer.start, lexer.position)).update(' ');
  }
  for (const key of BOXES) numbers.update(printOf(pdf, page.dict.array(key) ?? []));
  return { operators: operators.digest('hex'), names: names.digest('hex'), numbers: numbers.digest('hex') };
}

function readTags(pdf: PdfDocument): Map<string, string> {
  const tags = new Map<string, Set<string>>();
  for (const font of findFonts(pdf).fonts) {
    const [, tag, name] = TAGGED.exec(displayName(pdf, font)) ?? [];
    if (tag === undefined || name === undefined) continue;
    tags.set(name, (tags.get(name) ?? new Set()).add(tag));
  }
  return new Map([...tags].map(([name, all]) => [name, [...all].toSorted().join(' ')]));
}

function readXmp(pdf: PdfDocument): string {
  const metadata = pdf.catalog.get('Metadata');
  return metadata instanceof Stream ? createHash('sha256').update(pdf.decode(metadata).bytes).digest('hex') : '';
}

/** The form of the cross-reference, the object numbers and the compression of the streams. */
function readLayout(pdf: PdfDocument): string {
  const { sections, linearized, hasObjectStreams, header } = pdf.structure;
  const filters = pdf.numbers().map((number) => {
    const object = pdf.object(number);
    return object instanceof Stream ? `${number} ${printOf(pdf, [object.dict.get('Filter')])}` : String(number);
  });
  const form = [header?.version, linearized, hasObjectStreams, ...sections.map(({ kind }) => kind)];
  return createHash('sha256')
    .update(JSON.stringify([form, filters]))
    .digest('hex');
}

/** A digest of values as they are written in arrays. */
function printOf(pdf: PdfDocument, values: readonly PdfObject[]): string {
  return JSON.stringify(
    values.map((value) => {
      const resolved = pdf.resolve(value);
      return Array.isArray(resolved) ? resolved.map((item) => scalarKey(pdf.resolve(item))) : scalarKey(resolved);
    }),
  );
}
