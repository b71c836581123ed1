/**
 * Stage 5, AcroFormHandling: draws the visible form into the page content and removes the form. ISO 32000-2: 12.7
 * (interactive forms), 12.5.5 (appearance streams), 14.7.5 (structure content). Everything that a viewer shows on
 * screen stays. Hidden widgets and values without a place on a page are dropped, and the report names them.
 */
import { type StageWarning, warning } from '#engine/facts/warning.ts';
import type { WarningFinding } from '#engine/facts/warning-findings.ts';
import { type FaceLibrary, openFaceLibrary } from '#engine/fonts/opentype.ts';
import { withMissingGlyphPolicy } from './missing-glyph-policy.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { type Field, Form, inherited, textOf } from '#engine/forms/field.ts';
import { needsFaces } from '#engine/forms/field-value.ts';
import { PageFlattener } from '#engine/forms/page-flattener.ts';
import { printFieldOf } from '#engine/forms/print-field.ts';
import { StructureTree } from '#engine/forms/structure-tree.ts';
import { hasXfa, isDynamicXfa, needsRendering } from '#engine/forms/xfa.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import type { Stage, StageResult } from './stage.ts';

const MAX_CHARACTERS = 20;

export const acroFormHandling: Stage = {
  name: 'AcroFormHandling',

  async run({ pdf, options, passthrough }) {
    if (passthrough) return { result: 'skipped_signed_preserve' };
    const form = new Form(pdf);
    const structure = new StructureTree(pdf);
    const library = needsFaces(form) ? await openFaceLibrary() : undefined;
    // This comes before fields are drawn, because the picture of a removed annotation must not be drawn under a field.
    const annotationsRemoved = options.removeAnnotations && removeAnnotations(pdf, structure);
    const flattened = flattenForm(form, structure, library);
    structure.finish();
    const result: StageResult = {
      ...flattened,
      warnings: [...(flattened.warnings ?? []), ...structureWarning(structure)],
      security: { ...flattened.security, annotationsRemoved },
    };
    return withMissingGlyphPolicy(result, options);
  },
};

function flattenForm(form: Form, structure: StructureTree, library: FaceLibrary | undefined): StageResult {
  const { pdf } = form;
  const hasWidgets = pdf.pages.some((page) => page.dict.array('Annots')?.some((item) => isWidget(pdf.resolve(item))));
  const xfa = hasXfa(form);
  if (isDynamicXfa(form)) {
    throw new PdfFailure('XFA_DYNAMIC_UNSUPPORTED');
  }
  const isUnrendered = needsRendering(form);
  const isEmpty = form.nodes.length === 0 && !hasWidgets && !xfa;
  structure.describeWidgets((widget) => printFieldOf(form, widget));
  const flattener = new PageFlattener(form, structure, library);
  for (const page of pdf.pages) flattener.flatten(page);
  flattener.chooser.cabinet.finish();
  pdf.catalog.delete('AcroForm');
  pdf.catalog.delete('NeedsRendering');
  // A widget may be in the structure tree only, on no page and in no form.
  structure.removeWidgets();
  if (isEmpty) return { result: 'no_form', security: { acroformFlattened: false } };
  const warnings = [
    ...warningsOf(flattener, unplacedFields(form, flattener)),
    ...(xfa ? [warning(isUnrendered ? 'XFA_PAGES_NOT_MADE' : 'XFA_DESCRIPTION_REMOVED')] : []),
  ];
  return { result: 'flattened', security: { acroformFlattened: true }, warnings };
}

/** The names of fields that have a value and no widget on any page. */
function unplacedFields(form: Form, { placed }: PageFlattener): string[] {
  const shown = new Set<Dict>();
  for (const widget of placed) for (const node of form.fieldOf(widget).chain) shown.add(node);
  const unplaced = form.nodes.filter((node) => !shown.has(node) && isTerminal(form.pdf, node));
  return unplaced
    .map((node) => form.fieldOf(node))
    .filter((field) => hasText(form.pdf, field))
    .map(({ name }) => name);
}

/** True if no field is below it. Its kids, if any, are widgets. */
function isTerminal(pdf: PdfDocument, node: Dict): boolean {
  return !(node.array('Kids') ?? []).some((kid) => {
    const child = pdf.resolve(kid);
    return child instanceof Dict && child.has('T');
  });
}

function hasText(pdf: PdfDocument, { chain, type }: Field): boolean {
  return (type === 'Tx' || type === 'Ch') && (textOf(pdf, inherited(chain, 'V')) ?? '') !== '';
}

function warningsOf(flattener: PageFlattener, unplaced: readonly string[]): StageWarning[] {
  const { chooser, hidden, signatures } = flattener;
  return [
    ...named('HIDDEN_FIELD_DROPPED', [...hidden, ...unplaced]),
    ...named('APPEARANCE_REGENERATED', chooser.regenerated),
    ...named('FIELD_VALUE_APPEARANCE_MISMATCH', chooser.mismatched),
    ...named('COMPLEX_FORM', chooser.simplified),
    ...(signatures > 0 ? [warning('SIGNATURE_APPEARANCE_FLATTENED', { count: signatures })] : []),
    ...missingGlyphWarning(chooser.generator.missing),
  ];
}

function missingGlyphWarning(missing: ReadonlyMap<string, readonly string[]>): StageWarning[] {
  if (missing.size === 0) return [];
  const characters = [...missing.values()].flat();
  const listed = [...new Set(characters)].toSorted().slice(0, MAX_CHARACTERS).map(codePointOf);
  const facts = { characters: { count: characters.length, listed } };
  return [warning('GLYPH_MISSING', facts, { fields: [...missing.keys()] })];
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function structureWarning({ replaced, removed }: StructureTree): StageWarning[] {
  if (replaced + removed === 0) return [];
  return [warning('STRUCTURE_TREE_MODIFIED', { replacedCount: replaced, removedCount: removed })];
}

/** A field counts each time it is named, and is listed once. */
function named(finding: WarningFinding, names: readonly string[]): StageWarning[] {
  return names.length === 0 ? [] : [warning(finding, { count: names.length }, { fields: [...new Set(names)] })];
}

/** Removes all annotations except widgets from all pages. Returns whether there were any. */
function removeAnnotations(pdf: PdfDocument, structure: StructureTree): boolean {
  let found = false;
  for (const { dict } of pdf.pages) {
    const annotations = dict.array('Annots') ?? [];
    for (const item of annotations) {
      const annotation = pdf.resolve(item);
      if (!(annotation instanceof Dict) || isWidget(annotation)) continue;
      found = true;
      structure.remove(annotation);
    }
    const widgets = annotations.filter((item) => isWidget(pdf.resolve(item)));
    if (widgets.length > 0) dict.set('Annots', widgets);
    else dict.delete('Annots');
  }
  return found;
}

function isWidget(object: unknown): boolean {
  return object instanceof Dict && object.name('Subtype') === 'Widget';
}
