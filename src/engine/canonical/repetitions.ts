/**
 * Gives each object with identity (`roles.ts`) one position. Writers that remove duplicates merge equal annotations or
 * empty structure elements and list the result twice. This module makes two objects again. A popup stays one object,
 * since it belongs to the one annotation that is its parent.
 */
import { WORDS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, isContainer, type PdfArray, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import { scalarKey } from './scalar-key.ts';

export function separateRepetitions(pdf: PdfDocument): void {
  joinPopups(pdf);
  separateAnnotations(pdf);
  separateElements(pdf);
}

/**
 * 12.5.6.14: an annotation has one popup, and the popup has one parent. If the popup of an annotation is on no page,
 * and a page lists an equal popup with the same parent, the annotation gets the listed one.
 */
function joinPopups(pdf: PdfDocument): void {
  const listed = new Set<Dict>();
  const popups = new Map<Dict, Dict>();
  for (const { dict: page } of pdf.pages) {
    for (const item of page.array('Annots') ?? []) {
      const annotation = pdf.resolve(item);
      if (!(annotation instanceof Dict)) continue;
      listed.add(annotation);
      const parent = annotation.name('Subtype') === 'Popup' ? annotation.dict('Parent') : undefined;
      if (parent) popups.set(parent, annotation);
    }
  }
  if (popups.size === 0) return;
  for (const annotation of [...listed, ...popups.keys()]) {
    const own = annotation.dict('Popup');
    const parent = own?.dict('Parent');
    const other = parent && popups.get(parent);
    if (own && other && !listed.has(own) && areEqual(pdf, own, other)) annotation.set('Popup', other);
  }
  for (const annotation of listed) adoptPopup(pdf, annotation, listed);
}

/** 12.5.6.14: the popup shows these entries of its parent instead of its own. */
const SHOWN_OF_PARENT = ['C', 'Contents', 'M', 'T'] as const;

/** Programs that copy pages leave a second copy of the annotation as the parent. No page lists this copy. */
function adoptPopup(pdf: PdfDocument, annotation: Dict, listed: ReadonlySet<Dict>): void {
  const popup = annotation.dict('Popup');
  const parent = popup?.dict('Parent');
  if (!popup || !parent || listed.has(parent)) return;
  if (SHOWN_OF_PARENT.every((key) => isSame(pdf, annotation.get(key), parent.get(key))))
    popup.set('Parent', annotation);
}

/** Whether the entries are equal or refer to the same object. */
function areEqual(pdf: PdfDocument, one: Dict, other: Dict): boolean {
  return one.size === other.size && one.keys().every((key) => isSame(pdf, one.get(key), other.get(key)));
}

function isSame(pdf: PdfDocument, one: PdfObject, other: PdfObject): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => haveSameText(pdf, item, other[index]));
  return haveSameText(pdf, one, other);
}

function haveSameText(pdf: PdfDocument, one: PdfObject, other: PdfObject | undefined): boolean {
  const [left, right] = [pdf.resolve(one), pdf.resolve(other)];
  if (isContainer(left) || isContainer(right)) return left === right;
  return scalarKey(left) === scalarKey(right);
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

/**
 * 14.7.2: an element has one parent. An element without children is listed twice only because a writer merged
 * duplicates.
 */
function separateElements(pdf: PdfDocument): void {
  const pending: PdfObject[] = [pdf.catalog.raw('StructTreeRoot') ?? null];
  const seen = new Set<PdfObject>();
  /** Thousands of elements may share a list. It is handled once and stays shared. */
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

/** The list with a copy in place of each dictionary that occurred before. */
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
