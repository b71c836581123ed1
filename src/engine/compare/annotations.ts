/**
 * Annotations of the pages that are in both documents (ISO 32000-2, 12.5). One is known again by its name (NM), else by
 * kind, place and contents, else by two of the three. Widgets are told among the fields, pop-ups belong to their notes,
 * and what stood on an added or removed page came or went with it.
 */
import type { AnnotationChange } from '#engine/facts/compare.ts';
import { Fingerprints } from '#engine/canonical/fingerprint.ts';
import { textOf } from '#engine/forms/field.ts';
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
  /** Of all it says and shows. */
  readonly digest: string;
}

/** Links back to the page, to the note of a pop-up and to the structure tree, and when it was last touched. */
const UNSEEN_KEYS: ReadonlySet<string> = new Set(['IRT', 'M', 'NM', 'P', 'Parent', 'Popup', 'StructParent', 'Type']);
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set(['Popup', 'Widget']);

/** The signs go from the surest to the weakest; one is undefined when the annotation lacks it. */
const SIGNS: readonly ((annotation: Annotation) => string | undefined)[] = [
  ({ name }) => name || undefined,
  ({ type, place, contents, digest }) => JSON.stringify([type, place, contents, digest]),
  ({ type, place, contents }) => JSON.stringify([type, place, contents]),
  ({ type, place }) => JSON.stringify([type, place]),
  ({ type, contents }) => (contents === '' ? undefined : JSON.stringify([type, contents])),
];

export function compareAnnotations(a: PdfDocument, b: PdfDocument, same: readonly SamePage[]): AnnotationChange[] {
  // A link to a page that is in both documents says the same in both, wherever that page now stands.
  const readA = reader(a, new Map(same.map((pair) => [pair.a, pair.b])), 'old');
  const readB = reader(b, new Map(same.map((pair) => [pair.b, pair.b])), 'new');
  return same
    .flatMap((pair) => comparePage(readA(a.pages[pair.a]), readB(b.pages[pair.b]), pair))
    .toSorted((x, y) => x.page - y.page || compareText(x.type, y.type) || compareText(x.action, y.action));
}

type Reader = (page: Page | undefined) => Annotation[];

function reader(pdf: PdfDocument, labels: ReadonlyMap<number, number>, side: string): Reader {
  const pageLabel = (index: number) => `page ${labels.get(index) ?? `${side} ${index}`}`;
  const prints = new Fingerprints(pdf, { pageLabel });
  return (page) =>
    (page?.dict.array('Annots') ?? []).flatMap((item) => {
      const dict = pdf.resolve(item);
      const type = dict instanceof Dict ? dict.name('Subtype') : undefined;
      return dict instanceof Dict && type !== undefined && !REPORTED_ELSEWHERE.has(type)
        ? [read(pdf, dict, prints)]
        : [];
    });
}

function read(pdf: PdfDocument, dict: Dict, prints: Fingerprints): Annotation {
  const seen = Dict.of(
    pdf,
    [...dict].filter(([key]) => !UNSEEN_KEYS.has(key)),
  );
  return {
    type: shown(dict.name('Subtype') ?? ''),
    name: textOf(pdf, dict.raw('NM')) ?? '',
    place: prints.of(rectangle(pdf, dict.array('Rect')) ?? []),
    contents: textOf(pdf, dict.raw('Contents')) ?? '',
    digest: prints.of(seen),
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

/** Annotations with the same sign are matched in their order. */
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
