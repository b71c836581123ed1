/** Compares trailer, catalog, pages and logical structure key by key. */
import { Dict, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import { speaks, speaksOtherwise } from '#engine/tamper/spoken-text.ts';
import { compareAnnotations } from './annotation-rules.ts';
import { kindOf } from './change.ts';
import type { Diff } from './diff.ts';
import { compareForms } from './form-field-rules.ts';
import { catalogRole, PRIVATE_TRAILER_KEYS, unknownKeys } from './roles.ts';
import { isContainer } from './values.ts';

/** The invisible keys of a page (table 31). */
const QUIET_PAGE_KEYS: ReadonlySet<string> = new Set([
  'Parent',
  'LastModified',
  'PieceInfo',
  'Metadata',
  'Tabs',
  'StructParents',
  'Thumb',
  'ID',
  'PZ',
  'Type',
  'Dur',
  'Trans',
]);

/** Table 31: a page may repeat the attributes that it inherits. */
const INHERITABLE: ReadonlySet<string> = new Set(['CropBox', 'MediaBox', 'Resources', 'Rotate']);
const MAX_PAGE_ANCESTORS = 200;

/** Table 147: the box of a page that viewers show and print. A larger box reveals hidden content. */
const BOUNDARY_KEYS = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip', 'PrintPageRange'] as const;

export function compareTrailers(diff: Diff): void {
  compareBoundaries(diff);
  const before = diff.before.trailer;
  const after = diff.after.trailer;
  const root = after.ref('Root');
  if (!root || before.ref('Root')?.number !== root.number) {
    compareCatalogs(diff, before.dict('Root'), after.dict('Root'), root?.number ?? 0);
  }
  if (root && before.ref('Root')?.generation !== root.generation)
    diff.add('catalog', root.number, 'generation of trailer /Root', { hides: true });
  // Readers treat objects above this number as missing (7.5.5).
  if ((after.number('Size') ?? 0) < (before.number('Size') ?? 0))
    diff.add('catalog', 0, 'trailer /Size', { hides: true });
  // One Encrypt dictionary applies to the whole file (7.6.2). With another one, signed streams decrypt to other
  // content.
  if (!diff.comparison.sameBehind(before.raw('Encrypt'), after.raw('Encrypt')))
    diff.add('catalog', 0, 'trailer /Encrypt', { hides: true });
  for (const key of unknownKeys(after)) {
    if (diff.comparison.same(before.raw(key), after.raw(key))) continue;
    // A number or a text of a producer leads to no visible object.
    diff.add(isContainer(after.raw(key)) ? 'catalog' : 'metadata', 0, `trailer /${key}`);
  }
  for (const key of ['Info', ...PRIVATE_TRAILER_KEYS])
    if (!diff.comparison.same(before.raw(key), after.raw(key))) diff.add('metadata', 0, `trailer /${key}`);
}

function compareBoundaries(diff: Diff): void {
  const [before, after] = [diff.before, diff.after].map((pdf) => pdf.trailer.dict('Root')?.dict('ViewerPreferences'));
  for (const key of BOUNDARY_KEYS)
    if (!diff.comparison.same(before?.raw(key), after?.raw(key)))
      diff.add('catalog', diff.after.trailer.ref('Root')?.number ?? 0, `catalog /ViewerPreferences /${key}`);
}

export function compareCatalogs(diff: Diff, before: Dict | undefined, after: Dict | undefined, number: number): void {
  for (const key of diff.changedKeys(before, after)) {
    if (key === 'AcroForm') compareForms(diff, before?.dict(key), after?.dict(key), number);
    else if (key === 'Pages') diff.add('pages', number, 'catalog /Pages', { hides: true });
    else if (key === 'Names') compareNames(diff, before?.dict(key), after?.dict(key), number);
    else if (key === 'Perms') comparePermissions(diff, before?.dict(key), after?.dict(key), number);
    else diff.add(kindOf(catalogRole(key)), number, `catalog /${key}`);
  }
}

function comparePermissions(diff: Diff, before: Dict | undefined, after: Dict | undefined, number: number): void {
  if (before?.has('DocMDP')) diff.add('signature', number, 'catalog /Perms');
  else if (!after?.has('DocMDP')) diff.add('metadata', number, 'catalog /Perms');
}

function compareNames(diff: Diff, before: Dict | undefined, after: Dict | undefined, number: number): void {
  for (const key of diff.changedKeys(before, after)) {
    const runs = key === 'JavaScript' || key === 'EmbeddedFiles';
    diff.add(runs ? 'action' : 'navigation', number, `catalog /Names /${key}`);
  }
}

export function comparePages(diff: Diff, before: Dict | undefined, after: Dict | undefined, number: number): void {
  if (!before || !after) return diff.add('pages', number, 'page', { hides: true });
  // A node above the page may now define an attribute that the page lacks.
  for (const key of INHERITABLE)
    if (!before.has(key) && !after.has(key) && !diff.comparison.same(inherited(before, key), inherited(after, key)))
      diff.add('content', number, `page /Parent /${key}`, { hides: true });
  for (const key of diff.changedKeys(before, after)) {
    if (INHERITABLE.has(key) && diff.comparison.same(inherited(before, key), inherited(after, key))) continue;
    if (key === 'Annots') compareAnnotations(diff, before?.get(key) ?? null, after?.get(key) ?? null, number);
    else if (key === 'AA') diff.add('action', number, 'page /AA');
    else if (key === 'B') diff.add('navigation', number, 'page /B');
    else if (key === 'Type' && (after.name(key) !== 'Page' || after.has('Kids')))
      diff.add('pages', number, 'page /Type', { hides: true });
    else
      diff.add(QUIET_PAGE_KEYS.has(key) ? 'metadata' : 'content', number, `page /${key}`, {
        hides: key === 'Contents',
      });
  }
}

export function compareStructure(diff: Diff, number: number, before: PdfObject, after: PdfObject): void {
  if (speaksOtherwise(before, after)) diff.add('spoken-text', number, 'structure element /ActualText, /Alt or /E');
  else if (leadsOtherwise(diff, before, after)) diff.add('spoken-text', number, 'structure element /K, /Pg or /S');
  else diff.add('structure', number, 'structure element');
}

/**
 * Whether an element no longer leads to all its earlier content in the same order, so that screen readers leave out a
 * part.
 */
function leadsOtherwise(diff: Diff, before: PdfObject, after: PdfObject): boolean {
  if (!(before instanceof Dict)) return Array.isArray(before) && !isContinued(diff, before, after);
  if (!(after instanceof Dict) || !isContinued(diff, before.get('K'), after.get('K'))) return true;
  return ['S', 'Pg'].some((key) => !diff.comparison.same(before.raw(key), after.raw(key)));
}

/** Whether a list has all items of an earlier one in their order. */
function isContinued(diff: Diff, before: PdfObject, after: PdfObject): boolean {
  const [was, is] = [before, after].map((list) => (Array.isArray(list) ? list : [list]));
  const items = (was ?? []).filter((item) => diff.before.resolve(item) !== null);
  let next = 0;
  for (const item of is ?? []) if (next < items.length && diff.comparison.same(items[next], item)) next++;
  return next === items.length;
}

/** Elements define the text for reading aloud. Content can lose its element without a change of the element. */
export function compareSpoken(diff: Diff): void {
  for (const [number, role] of diff.old.roles) {
    const element = role === 'structure' && !diff.new.roles.has(number) ? diff.before.object(number) : null;
    if (!speaks(element) && !(element instanceof Dict && element.has('S') && element.has('K'))) continue;
    diff.add('spoken-text', number, 'structure element that is gone');
  }
}

function inherited(page: Dict | undefined, key: string): PdfObject | undefined {
  let node = page;
  for (let depth = 0; node && depth < MAX_PAGE_ANCESTORS; depth++, node = node.dict('Parent')) {
    if (node.has(key)) return node.raw(key);
  }
  return undefined;
}
