/**
 * Compares the annotations of pages that are in both documents (ISO 32000-2, 12.5). An annotation is matched by its
 * name (NM), else by kind, place and contents, else by two of these three. Widgets are reported as fields, and popups
 * with their notes. An annotation on an added or removed page is not reported by itself.
 */
import { roundScalar } from '#engine/pdf/syntax/precision.ts';
import type { AnnotationChange } from '#engine/facts/compare.ts';
import { Fingerprints } from '#engine/canonical/fingerprint.ts';
import { textOf } from '#engine/forms/field.ts';
import type { PageReader } from '#engine/page/page-fingerprints.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { compareText, shown } from './changes.ts';
import { rectangle } from '#engine/page/rectangle.ts';
import type { SamePage } from './pages.ts';

interface Annotation {
  readonly type: string;
  readonly name: string;
  readonly place: string;
  readonly contents: string;
  /** The digest of all entries and appearances. */
  readonly digest: string;
}

/** Links to the page, to the note of a popup and to the structure tree, and the time of the last change. */
const UNSEEN_KEYS: ReadonlySet<string> = new Set(['IRT', 'M', 'NM', 'P', 'Parent', 'Popup', 'StructParent', 'Type']);
/** The digest of an appearance covers the marks that it paints, as for pages. */
const APPEARANCE = 'AP';
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set(['Popup', 'Widget']);

/**
 * The keys for matching, from the strongest to the weakest. A key is undefined if the annotation lacks an entry for it.
 */
const SIGNS: readonly ((annotation: Annotation) => string | undefined)[] = [
  ({ name }) => name || undefined,
  ({ type, place, contents, digest }) => JSON.stringify([type, place, contents, digest]),
  ({ type, place, contents }) => JSON.stringify([type, place, contents]),
  ({ type, place }) => JSON.stringify([type, place]),
  ({ type, contents }) => (contents === '' ? undefined : JSON.stringify([type, contents])),
];

interface Document {
  readonly pdf: PdfDocument;
  readonly reader: PageReader;
}

export function compareAnnotations(a: Document, b: Document, same: readonly SamePage[]): AnnotationChange[] {
  // A link to a page that is in both documents counts as unchanged, even if that page moved.
  const readA = readerOf(a, new Map(same.map((pair) => [pair.a, pair.b])), 'old');
  const readB = readerOf(b, new Map(same.map((pair) => [pair.b, pair.b])), 'new');
  return same
    .flatMap((pair) => comparePage(readA(a.pdf.pages[pair.a]), readB(b.pdf.pages[pair.b]), pair))
    .toSorted((x, y) => x.page - y.page || compareText(x.type, y.type) || compareText(x.action, y.action));
}

type ReadPage = (page: Page | undefined) => Annotation[];

function readerOf(document: Document, labels: ReadonlyMap<number, number>, side: string): ReadPage {
  const { pdf } = document;
  const pageLabel = (index: number) => `page ${labels.get(index) ?? `${side} ${index}`}`;
  const prints = new Fingerprints(pdf, { pageLabel, spell: roundScalar });
  return (page) =>
    (page?.dict.array('Annots') ?? []).flatMap((item) => {
      const dict = pdf.resolve(item);
      const type = dict instanceof Dict ? dict.name('Subtype') : undefined;
      return dict instanceof Dict && type !== undefined && !REPORTED_ELSEWHERE.has(type)
        ? [read(document, dict, prints)]
        : [];
    });
}

function read({ pdf, reader }: Document, dict: Dict, prints: Fingerprints): Annotation {
  const seen = Dict.of(
    pdf,
    [...dict].filter(([key]) => key !== APPEARANCE && !UNSEEN_KEYS.has(key)),
  );
  const sides = dict.array('Rect')?.map((side) => roundScalar(pdf.resolve(side)));
  return {
    type: shown(dict.name('Subtype') ?? ''),
    name: textOf(pdf, dict.raw('NM')) ?? '',
    place: prints.of(rectangle(pdf, sides) ?? []),
    contents: textOf(pdf, dict.raw('Contents')) ?? '',
    digest: `${prints.of(seen)} ${reader.valueOf(dict.get(APPEARANCE))}`,
  };
}

function comparePage(before: Annotation[], after: Annotation[], pair: SamePage): AnnotationChange[] {
  const changes: AnnotationChange[] = [];
  let [restA, restB] = [before, after];
  for (const sign of SIGNS) {
    const { matches, leftA, leftB } = matchBy(sign, restA, restB);
    [restA, restB] = [leftA, leftB];
    const modified = matches.filter(([x, y]) => x.digest !== y.digest);
    changes.push(...modified.map(([, { type }]) => ({ page: pair.b + 1, type, action: 'modified' as const })));
  }
  changes.push(...restA.map(({ type }) => ({ page: pair.a + 1, type, action: 'removed' as const })));
  changes.push(...restB.map(({ type }) => ({ page: pair.b + 1, type, action: 'added' as const })));
  return changes;
}

interface Matched {
  readonly matches: readonly (readonly [Annotation, Annotation])[];
  readonly leftA: Annotation[];
  readonly leftB: Annotation[];
}

/** Matches annotations with the same key in their order. */
function matchBy(sign: (annotation: Annotation) => string | undefined, a: Annotation[], b: Annotation[]): Matched {
  const waiting = Map.groupBy(b, (annotation) => sign(annotation) ?? '');
  waiting.delete('');
  const queues = new Map([...waiting].map(([key, annotations]) => [key, annotations.values()]));
  const matches: (readonly [Annotation, Annotation])[] = [];
  const leftA: Annotation[] = [];
  for (const annotation of a) {
    const partner = queues.get(sign(annotation) ?? '')?.next().value;
    if (partner) matches.push([annotation, partner]);
    else leftA.push(annotation);
  }
  const taken = new Set(matches.map(([, partner]) => partner));
  return { matches, leftA, leftB: b.filter((annotation) => !taken.has(annotation)) };
}
