/**
 * Stage 5, AcroFormHandling: what the form shows becomes page content, and the form itself is gone.
 *
 * ISO 32000-2: 12.7 (interactive forms), 12.5.5 (appearance streams), 14.7.5 (structure content).
 * What a viewer shows on screen is what is kept: hidden widgets and values without a place on a page are named and
 * dropped.
 */
import type { Warning } from '#domain/report.ts';
import type { WarningCode } from '#domain/failure-codes.ts';
import { type FaceLibrary, openFaceLibrary } from '#engine/fonts/opentype.ts';
import { withMissingGlyphPolicy } from '#engine/fonts/missing-glyph-policy.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { type Field, Form, inherited, textOf } from '#engine/forms/field.ts';
import { needsFaces } from '#engine/forms/field-value.ts';
import { PageFlattener } from '#engine/forms/page-flattener.ts';
import { printFieldOf } from '#engine/forms/print-field.ts';
import { StructureTree } from '#engine/forms/structure-tree.ts';
import { hasXfa, isDynamicXfa, needsRendering } from '#engine/forms/xfa.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import type { Stage, StageResult } from '#engine/stage.ts';

const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 80;

export const acroFormHandling: Stage = {
  name: 'AcroFormHandling',

  async run({ pdf, options, passthrough }) {
    if (passthrough) return { result: 'skipped_signed_preserve' };
    const form = new Form(pdf);
    const structure = new StructureTree(pdf);
    const library = needsFaces(form) ? await openFaceLibrary() : undefined;
    // Before fields are drawn, as the picture of an annotation that goes is not to be drawn under a field.
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
    throw new PdfFailure('XFA_DYNAMIC_UNSUPPORTED', 'The pages of this form exist only in a processor of dynamic XFA.');
  }
  const isUnrendered = needsRendering(form);
  const isEmpty = form.nodes.length === 0 && !hasWidgets && !xfa;
  structure.describeWidgets((widget) => printFieldOf(form, widget));
  const flattener = new PageFlattener(form, structure, library);
  for (const page of pdf.pages) flattener.flatten(page);
  flattener.chooser.cabinet.finish();
  pdf.catalog.delete('AcroForm');
  pdf.catalog.delete('NeedsRendering');
  // A widget may hang on the structure tree alone, on no page and in no form.
  structure.removeWidgets();
  if (isEmpty) return { result: 'no_form', security: { acroformFlattened: false } };
  const warnings = [
    ...warningsOf(flattener, unplacedFields(form, flattener)),
    ...(xfa ? [isUnrendered ? XFA_NOT_RENDERED : XFA_REMOVED] : []),
  ];
  return { result: 'flattened', security: { acroformFlattened: true }, warnings };
}

const XFA_REMOVED: Warning = {
  code: 'XFA_REMOVED',
  message: 'The XFA description of the form was removed; the pages show the form as the PDF itself describes it.',
};

const XFA_NOT_RENDERED: Warning = {
  code: 'XFA_REMOVED',
  message:
    'The XFA description of the form, of which a processor of dynamic XFA would make other pages, was removed; the ' +
    'pages show what the PDF itself has.',
};

/** Names of fields that have a value and no widget on any page. */
function unplacedFields(form: Form, { placed }: PageFlattener): string[] {
  const shown = new Set<Dict>();
  for (const widget of placed) for (const node of form.fieldOf(widget).chain) shown.add(node);
  const unplaced = form.nodes.filter((node) => !shown.has(node) && isTerminal(form.pdf, node));
  return unplaced
    .map((node) => form.fieldOf(node))
    .filter((field) => hasText(form.pdf, field))
    .map(({ name }) => name);
}

/** No field below it: its kids, if any, are widgets. */
function isTerminal(pdf: PdfDocument, node: Dict): boolean {
  return !(node.array('Kids') ?? []).some((kid) => {
    const child = pdf.resolve(kid);
    return child instanceof Dict && child.has('T');
  });
}

function hasText(pdf: PdfDocument, { chain, type }: Field): boolean {
  return (type === 'Tx' || type === 'Ch') && (textOf(pdf, inherited(chain, 'V')) ?? '') !== '';
}

function warningsOf(flattener: PageFlattener, unplaced: readonly string[]): Warning[] {
  const { chooser, hidden, signatures } = flattener;
  return [
    ...named('HIDDEN_FIELD_DROPPED', 'Form fields that no viewer shows were dropped', [...hidden, ...unplaced]),
    ...named(
      'APPEARANCE_REGENERATED',
      'Appearances that their field or the form says are out of date were made anew',
      chooser.regenerated,
    ),
    ...named(
      'FIELD_VALUE_APPEARANCE_MISMATCH',
      'Fields show something else than their value; what they show was kept',
      chooser.mismatched,
    ),
    ...named('COMPLEX_FORM', 'Rich text values are shown as plain text', chooser.simplified),
    ...(signatures > 0 ? [signatureWarning(signatures)] : []),
    ...missingGlyphWarning(chooser.generator.missing),
  ];
}

function signatureWarning(count: number): Warning {
  const message = `The appearances of ${count} signature fields became page content; they are no longer signatures.`;
  return { code: 'SIGNATURE_APPEARANCE_FLATTENED', message };
}

function missingGlyphWarning(missing: ReadonlyMap<string, readonly string[]>): Warning[] {
  const characters = [...missing.values()].flat();
  const count = `${characters.length} (${[...new Set(characters)].toSorted().slice(0, MAX_NAMES).map(codePointOf).join(', ')})`;
  return named('GLYPH_MISSING', `Characters of field values that are in no available font: ${count}; fields`, [
    ...missing.keys(),
  ]);
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function structureWarning({ replaced, removed }: StructureTree): Warning[] {
  if (replaced + removed === 0) return [];
  const message = `In the structure tree ${replaced} annotations became marked content and ${removed} were taken out.`;
  return [{ code: 'STRUCTURE_TREE_MODIFIED', message }];
}

function named(code: WarningCode, text: string, names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const distinct = [...new Set(names)];
  const listed = distinct.slice(0, MAX_NAMES).map(printable).join(', ');
  return [
    { code, message: `${text}: ${names.length} (${listed}${distinct.length > MAX_NAMES ? ', and others' : ''}).` },
  ];
}

/** Names come from the document: no control characters, no endless ones. */
function printable(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const clean = name.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
  const characters = [...clean];
  const text =
    characters.length > MAX_NAME_CHARACTERS ? `${characters.slice(0, MAX_NAME_CHARACTERS).join('')}…` : clean;
  return text === '' ? 'unnamed' : text;
}

/** Takes all annotations but widgets off all pages. Answers whether there were any. */
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
