/**
 * Compares a document with its later revisions, object by object and key by key, and names the affected part of each
 * change. `permissions.ts` and `incremental.ts` decide about the changes.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, dictOf, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { fieldName } from '#engine/signature/fields.ts';
import { replacesText } from '#engine/tamper/spoken-text.ts';
import { compareAnnotation, compareAnnotations } from './annotation-rules.ts';
import { addFont, compareAppearance, compareDrawnAnew } from './appearance-rules.ts';
import { type Change, kindOf } from './change.ts';
import { Diff } from './diff.ts';
import { compareCatalogs, comparePages, compareSpoken, compareStructure, compareTrailers } from './document-rules.ts';
import { compareDatasets, compareValues } from './field-values.ts';
import {
  addXfa,
  compareEntriesBehind,
  compareFieldLists,
  compareFields,
  compareForms,
  isPacket,
} from './form-field-rules.ts';
import type { Role } from './roles.ts';
import { isDrawnWith } from './values.ts';

export interface Written {
  /** The numbers of all objects that the later revisions may have changed. */
  readonly touched: ReadonlySet<number>;
  /** The numbers of the objects with another generation. */
  readonly regenerated: ReadonlySet<number>;
}

/** @param isOlder whether a signature was made before the later revisions */
export function changesBetween(
  before: PdfDocument,
  after: PdfDocument,
  { touched, regenerated }: Written,
  isOlder: (signature: Dict) => boolean,
): Change[] {
  const diff = new Diff(before, after, isOlder);
  compareTrailers(diff);
  for (const number of [...touched].toSorted((a, b) => a - b)) compareObject(diff, number, regenerated.has(number));
  compareEntriesBehind(diff);
  compareDrawnAnew(diff);
  compareValues(diff);
  compareSpoken(diff);
  diff.addHidden();
  return diff.found;
}

function compareObject(diff: Diff, number: number, isRegenerated: boolean): void {
  const role = diff.old.roles.get(number);
  const after = diff.after.object(number);
  // The object is new or was never part of the document, so the change of the object that refers to it counts.
  if (role === undefined) return compareNew(diff, number, after);
  const before = diff.before.object(number);
  if (diff.comparison.same(before, after)) {
    // Poppler treats an object as missing if its generation differs from that of the reference (7.3.10).
    if (isRegenerated) diff.add(kindOf(role), number, `generation of ${role.replaceAll('-', ' ')}`, { hides: true });
    return;
  }
  if (after === null) addLost(diff, role, number, before);
  else compareAs(diff, weightier(diff, number, role), number, before, after);
}

/** A new element may describe old content. */
function compareNew(diff: Diff, number: number, after: PdfObject): void {
  if (diff.new.roles.get(number) === 'structure' && replacesText(after))
    diff.add('spoken-text', number, 'new structure element with /ActualText or /E');
}

/** A use that the update adds counts too: an appearance that became page content is page content. */
function weightier(diff: Diff, number: number, role: Role): Role {
  const later = diff.new.roles.get(number);
  return later === 'unknown' || later === 'page-content' || later === 'resource' ? later : role;
}

function addLost(diff: Diff, role: Role, number: number, before: PdfObject): void {
  const what = `${role.replaceAll('-', ' ')} freed`;
  const owner = diff.old.ownerOf.get(number);
  if (role === 'field' && before instanceof Dict)
    diff.add('form', number, 'field removed', { field: fieldName(before), hides: true });
  else if (role === 'field-appearance' && owner)
    diff.add('appearance', number, what, { field: fieldName(owner), hides: true });
  else if (diff.new.roles.has(number)) diff.add(kindOf(role), number, what, { hides: true });
  else if (role === 'signature') diff.add('signature', number, what);
}

function compareAs(diff: Diff, role: Role, number: number, before: PdfObject, after: PdfObject): void {
  const [a, b] = [dictOf(before), dictOf(after)];
  if (before instanceof Dict && after instanceof Stream && role !== 'field-appearance')
    return diff.add(kindOf(role), number, `${role.replaceAll('-', ' ')} that is a stream`, { hides: true });
  if (role === 'annotations') compareAnnotations(diff, before, after, number);
  else if (role === 'fields') compareFieldLists(diff, before, after, number);
  else if (role === 'field-appearance') compareAppearance(diff, number, before);
  else if (role === 'signature') diff.add('signature', number, 'signature dictionary');
  else if (role === 'catalog') compareCatalogs(diff, a, b, number);
  else if (role === 'page') comparePages(diff, a, b, number);
  else if (role === 'acroform') compareForms(diff, a, b, number);
  else if (role === 'field') compareFields(diff, a, b, number);
  else if (role === 'xfa') addXfa(diff, number);
  else if (role === 'form-resource' && isPacket(diff, number)) compareDatasets(diff, number);
  else if (role === 'form-resource' && isDrawnWith(before)) addFont(diff, number);
  else if (role === 'structure') compareStructure(diff, number, before, after);
  else if (role === 'annotation' || role === 'annotation-appearance') compareAnnotation(diff, role, number, a, b);
  else diff.add(kindOf(role), number, role.replaceAll('-', ' '), { hides: role === 'resource' });
}
