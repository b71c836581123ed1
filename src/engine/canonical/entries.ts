/** Entries in one form: no defaults, one encoding of text strings (ISO 32000-2, 7.9.2.2), one shape of trees. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Container, Dict, dictOf, Name, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeText, encodeText } from '#engine/text/text-string.ts';
import { spellColorSpaces } from './data/color-spaces.ts';
import { keepKnownKeysOfCatalog, keepKnownKeysOfIntent, keepKnownKeysOfLabel } from './data/catalog-keys.ts';
import {
  ANNOTATION_DEFAULTS,
  CATALOG_DEFAULTS,
  dropDefaults,
  LABEL_DEFAULTS,
  OUTLINE_DEFAULTS,
  STRUCTURE_DEFAULTS,
  VIEWER_DEFAULTS,
} from '#engine/pdf/schema/defaults.ts';
import { dropKnownDefaults } from './data/known-defaults.ts';
import { keepKnownKeysOfRole, keepKnownProfileKeys, KnownKeys } from './data/known-keys.ts';
import type { Role } from './roles.ts';
import { rebuildNameTree, rebuildNumberTree } from './trees.ts';

/** Table 32: these name trees are in the entry Names of the catalog. */
const NAME_TREES = [
  'AP',
  'AlternatePresentations',
  'Dests',
  'EmbeddedFiles',
  'IDS',
  'Pages',
  'Renditions',
  'Templates',
  'URLS',
] as const;

/** These entries are text strings in every dictionary, if their value is a string. */
const TEXTS = ['ActualText', 'Alt', 'Lang'] as const;

const TEXTS_OF_ROLE: Readonly<Record<Role, readonly string[]>> = {
  annotation: ['Contents', 'NM', 'Subj', 'T'],
  article: [],
  layer: ['Name'],
  outline: ['Title'],
  page: [],
  root: [],
  structure: ['E', 'T'],
};

const OUTPUT_INTENT_TEXTS = ['Info', 'OutputCondition', 'OutputConditionIdentifier', 'RegistryName'];

/** Starts a language code inside UTF-16 text. Another encoding would lose the code. */
const ESCAPE = 0x1b;

/** Returns the nodes of the trees that it built. */
export function normalizeCatalog(pdf: PdfDocument): Dict[] {
  const { catalog } = pdf;
  catalog.set('Type', new Name('Catalog'));
  // 7.7.2: these entries only describe how the file was saved.
  catalog.delete('Version');
  catalog.delete('Extensions');
  // 14.12: the entry controls how parts of the document are printed.
  catalog.delete('DPartRoot');
  dropDefaults(pdf, catalog, CATALOG_DEFAULTS);
  // 12.3.3: an outline without items shows nothing.
  if (catalog.has('Outlines') && !catalog.dict('Outlines')?.dict('First')) catalog.delete('Outlines');
  const preferences = catalog.dict('ViewerPreferences');
  if (preferences) dropDefaults(pdf, preferences, VIEWER_DEFAULTS);
  if (preferences?.size === 0) catalog.delete('ViewerPreferences');
  keepKnownKeysOfCatalog(pdf, catalog);
  const nodes = rebuildTrees(pdf);
  for (const item of catalog.array('OutputIntents') ?? []) {
    const intent = pdf.resolve(item);
    if (!(intent instanceof Dict)) continue;
    keepKnownKeysOfIntent(intent);
    respell(intent, OUTPUT_INTENT_TEXTS);
  }
  return nodes;
}

function rebuildTrees(pdf: PdfDocument): Dict[] {
  const { catalog } = pdf;
  const names = catalog.dict('Names');
  const structure = catalog.dict('StructTreeRoot');
  const hasFileTree = names?.dict('EmbeddedFiles') !== undefined;
  const nodes = [
    ...(names ? NAME_TREES.flatMap((key) => rebuildNameTree(pdf, names, key)) : []),
    ...(structure ? rebuildNumberTree(pdf, structure, 'ParentTree') : []),
    ...(structure ? rebuildNameTree(pdf, structure, 'IDTree') : []),
  ];
  // The removal of active content leaves an empty tree of files only if PDF/A-4f requires one.
  if (hasFileTree && !names?.has('EmbeddedFiles')) names?.set('EmbeddedFiles', pdf.newDict({ Names: [] }));
  if (names?.size === 0) catalog.delete('Names');
  const labels = rebuildNumberTree(pdf, catalog, 'PageLabels');
  for (const node of [catalog.dict('PageLabels'), ...labels]) normalizeLabels(pdf, node);
  return [...nodes, ...labels];
}

function normalizeLabels(pdf: PdfDocument, node: Dict | undefined): void {
  for (const item of node?.array('Nums') ?? []) {
    const label = pdf.resolve(item);
    if (!(label instanceof Dict)) continue;
    keepKnownKeysOfLabel(label);
    dropDefaults(pdf, label, LABEL_DEFAULTS);
    respell(label, ['P']);
  }
}

/** Normalizes the entries of containers that are not part of the catalog. Shared objects are handled once. */
export class ContainerEntries {
  readonly #pdf: PdfDocument;
  readonly #knownKeys: KnownKeys;
  readonly #fonts = new Set<Dict>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#knownKeys = new KnownKeys(pdf);
  }

  normalize(container: Container, role: Role | undefined): void {
    const pdf = this.#pdf;
    spellColorSpaces(pdf, container);
    if (Array.isArray(container)) return keepKnownProfileKeys(container);
    const dict = dictOf(container);
    respell(dict, TEXTS);
    if (!pdf.catalog.dict('StructTreeRoot')) dropStructureKeys(dict);
    if (dict.has('Font')) this.#unwrapFonts(dict);
    this.#knownKeys.keep(dict, container instanceof Stream);
    if (role === undefined) dropKnownDefaults(pdf, dict, container instanceof Stream);
    else {
      keepKnownKeysOfRole(dict, role);
      respell(dict, TEXTS_OF_ROLE[role]);
    }
    if (role === 'annotation') normalizeAnnotation(pdf, dict);
    else if (role === 'outline') dropDefaults(pdf, dict, OUTLINE_DEFAULTS);
    else if (role === 'structure') dropDefaults(pdf, dict, STRUCTURE_DEFAULTS);
    else if (container instanceof Stream) normalizeXObject(dict);
    else if (dict.name('Type') === 'Filespec' || dict.has('EF')) respell(dict, ['Desc', 'UF']);
  }

  /** Replaces a stream by its dictionary, because some readers accept no font that is a stream (9.5). */
  #unwrapFonts(resources: Dict): void {
    const fonts = resources.dict('Font');
    // A resource name may be `Font`, so the value may be a font.
    if (!fonts || this.#fonts.has(fonts) || fonts.name('Subtype') !== undefined) return;
    this.#fonts.add(fonts);
    for (const name of fonts.keys()) {
      const font = fonts.stream(name);
      if (!font) continue;
      for (const key of ['DecodeParms', 'Filter', 'Length']) font.dict.delete(key);
      fonts.set(name, font.dict);
    }
  }
}

/** 14.7.5.4: without a structure tree the numbers refer to nothing. */
function dropStructureKeys(dict: Dict): void {
  for (const key of ['StructParent', 'StructParents']) if (dict.integer(key) !== undefined) dict.delete(key);
}

/** Table 171: these annotations are not markup, and readers do not list them. */
const NO_COMMENTS: ReadonlySet<string> = new Set(['Link', 'Popup', 'PrinterMark', 'TrapNet', 'Watermark', 'Widget']);

function normalizeAnnotation(pdf: PdfDocument, annotation: Dict): void {
  annotation.set('Type', new Name('Annot'));
  dropDefaults(pdf, annotation, ANNOTATION_DEFAULTS);
  // Table 176
  if (annotation.name('Subtype') === 'Link') dropDefaults(pdf, annotation, { H: 'I' });
  // Table 166: the page that lists the annotation is its page.
  annotation.delete('P');
  // 12.5.6.2: readers show dates only in lists of comments, and nothing in a document refers to an annotation by its
  // name.
  if (NO_COMMENTS.has(annotation.name('Subtype') ?? '')) for (const key of ['M', 'NM']) annotation.delete(key);
  // 12.5.5: an appearance is a form XObject even without an entry for its subtype.
  for (const { dict } of appearancesOf(annotation)) if (!dict.has('Subtype')) dict.set('Subtype', new Name('Form'));
}

function normalizeXObject(dict: Dict): void {
  const subtype = dict.name('Subtype');
  if (subtype === 'Form' || subtype === 'Image') dict.set('Type', new Name('XObject'));
}

/** The normal, rollover and down appearances: one stream, or one for each state. */
export function appearancesOf(annotation: Dict): Stream[] {
  const appearances = annotation.dict('AP');
  return ['N', 'R', 'D'].flatMap((key) => {
    const appearance = appearances?.get(key);
    if (appearance instanceof Stream) return [appearance];
    if (!(appearance instanceof Dict)) return [];
    return appearance.keys().flatMap((state) => appearance.stream(state) ?? []);
  });
}

/** Writes text strings in PDFDocEncoding if that loses nothing, else in UTF-16. An unreadable string stays. */
function respell(dict: Dict, keys: readonly string[]): void {
  for (const key of keys) {
    const value = dict.has(key) ? dict.string(key) : undefined;
    if (value === undefined || value.bytes.length === 0 || value.bytes.includes(ESCAPE)) continue;
    const text = decodeText(value.bytes);
    if (!text.includes('\ufffd')) dict.set(key, new PdfString(encodeText(text)));
  }
}
