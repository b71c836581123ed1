/**
 * Objects that are somebody (`roles.ts`), each in its own place. Writers that drop duplicates make one of annotations
 * or empty structure elements that say the same, and list it twice: here it is two again.
 */
import { WORDS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray, type PdfObject } from '#engine/pdf/syntax/objects.ts';

export function separateRepetitions(pdf: PdfDocument): void {
  separateAnnotations(pdf);
  separateElements(pdf);
}

/** 12.5.2: an annotation belongs to one page. */
function separateAnnotations(pdf: PdfDocument): void {
  const seen = new Set<PdfObject>();
  for (const { dict: page } of pdf.pages) {
    const annotations = page.array('Annots');
    if (annotations)
      page.set(
        'Annots',
        separated(pdf, annotations, seen, () => true),
      );
  }
}

/** 14.7.2: an element has one parent. One that holds nothing can be listed again only for this reason. */
function separateElements(pdf: PdfDocument): void {
  const pending: PdfObject[] = [pdf.catalog.raw('StructTreeRoot') ?? null];
  const seen = new Set<PdfObject>();
  /** Thousands of elements may have the same list: it is gone over once, and stays one. */
  const lists = new Map<PdfArray, PdfArray>();
  while (pending.length > 0) {
    const object = pdf.resolve(pending.pop());
    if (seen.has(object)) continue;
    seen.add(object);
    if (Array.isArray(object)) for (const item of object) pending.push(item);
    if (!(object instanceof Dict) || !object.has('K')) continue;
    const children = object.array('K');
    if (children) {
      const own = lists.get(children) ?? separated(pdf, children, new Set(), isEmptyElement);
      lists.set(children, own).set(own, own);
      object.set('K', own);
    }
    pending.push(object.raw('K') ?? null);
  }
}

function isEmptyElement(dict: Dict): boolean {
  return dict.name('S') !== undefined && dict.get('K') === null;
}

/** The list with a copy of each dictionary in the place of one seen before. */
function separated(
  pdf: PdfDocument,
  items: PdfArray,
  seen: Set<PdfObject>,
  isSeparate: (dict: Dict) => boolean,
): PdfArray {
  return items.map((item) => {
    const target = pdf.resolve(item);
    if (!(target instanceof Dict) || !isSeparate(target)) return item;
    if (seen.has(target)) return copyOf(pdf, target);
    seen.add(target);
    return item;
  });
}

function copyOf(pdf: PdfDocument, dict: Dict): Dict {
  pdf.budget.spend('objectWords', WORDS.dictionary + 2 * dict.size);
  const copy = pdf.newDict();
  for (const [key, value] of dict) copy.set(key, value);
  return copy;
}
