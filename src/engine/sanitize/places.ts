/** The places where a document acts (ISO 32000-2): catalog, names, pages, annotations, outline, form and layers. */
import { Dict, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { settleDestination, settleNamedDestinations, settleTarget } from './destinations.ts';
import { isAnnotation, type Removal } from './removal.ts';
import {
  ANNOTATION_KEYS,
  CATALOG_KEYS,
  MEDIA_ANNOTATIONS,
  NAME_DICTIONARY_KEYS,
  OUTLINE_ITEM_KEYS,
  OUTLINE_ROOT_KEYS,
  PAGE_KEYS,
  VIEWER_PREFERENCE_KEYS,
} from './schema.ts';

/** Removes what acts from every known place. */
export function settlePlaces(removal: Removal): { readonly hadPortfolio: boolean } {
  const { catalog } = removal.pdf;
  const hadPortfolio = catalog.dict('Collection') !== undefined;
  removal.tally.place = 'the document catalog';
  removal.keepOnly(catalog, CATALOG_KEYS);
  settleCatalog(removal);
  settlePages(removal);
  removal.tally.place = 'the outline';
  settleOutline(removal);
  removal.tally.place = 'the form';
  settleForm(removal);
  return { hadPortfolio };
}

function settleCatalog(removal: Removal): void {
  const { catalog } = removal.pdf;
  const names = catalog.dict('Names');
  if (names) {
    for (const key of ['EmbeddedFiles', 'JavaScript']) {
      if (isEmptyTree(names.dict(key))) removal.drop(names, key, 'dead');
    }
    removal.keepOnly(names, NAME_DICTIONARY_KEYS);
    const destinations = names.dict('Dests');
    if (destinations) settleNamedDestinations(removal, destinations);
    if (names.entries.size === 0) catalog.delete('Names');
  }
  const destinations = catalog.dict('Dests');
  if (destinations) {
    removal.settled.add(destinations);
    for (const name of destinations.keys()) settleDestination(removal, destinations, name);
  }
  const preferences = catalog.dict('ViewerPreferences');
  if (preferences) removal.keepOnly(preferences, VIEWER_PREFERENCE_KEYS);
  if (catalog.name('PageMode') === 'UseAttachments') catalog.delete('PageMode');
  settleOptionalContent(removal);
}

/** Some writers leave an empty name tree behind: nothing to report. */
function isEmptyTree(root: Dict | undefined): boolean {
  return (root?.array('Kids') ?? []).length === 0 && (root?.array('Names') ?? []).length === 0;
}

/** Table 101: usage application lets layers follow the viewer, the zoom, the printer or the language. */
function settleOptionalContent(removal: Removal): void {
  const properties = removal.pdf.catalog.dict('OCProperties');
  for (const item of [properties?.get('D') ?? null, ...(properties?.array('Configs') ?? [])]) {
    const configuration = removal.pdf.resolve(item);
    if (!(configuration instanceof Dict) || !configuration.has('AS')) continue;
    removal.drop(configuration, 'AS', configuration.array('AS')?.length === 0 ? 'dead' : 'conditional');
  }
}

function settlePages(removal: Removal): void {
  for (const { dict, index } of removal.pdf.pages) {
    removal.tally.place = `page ${index + 1}`;
    removal.keepOnly(dict, PAGE_KEYS);
    keepItems(removal, dict.array('Annots') ?? [], (annotation) => settleAnnotation(removal, annotation));
  }
  if (removal.removedAnnotations.size === 0) return;
  for (const { dict } of removal.pdf.pages) {
    keepItems(removal, dict.array('Annots') ?? [], (annotation) => !isOrphanedPopup(removal, annotation));
  }
}

/** Filters an array of dictionaries in place, for it may be shared. */
function keepItems(removal: Removal, items: PdfObject[], keep: (item: Dict) => boolean): void {
  let kept = 0;
  for (const item of items) {
    const dict = removal.pdf.resolve(item);
    if (dict instanceof Dict && keep(dict)) items[kept++] = item;
  }
  items.length = kept;
}

function isOrphanedPopup({ removedAnnotations }: Removal, annotation: Dict): boolean {
  const parent = annotation.dict('Parent');
  return annotation.name('Subtype') === 'Popup' && parent !== undefined && removedAnnotations.has(parent);
}

/** Answers whether the annotation may stay. A link always does: it keeps its place even when it leads nowhere. */
export function settleAnnotation(removal: Removal, annotation: Dict): boolean {
  if (removal.removedAnnotations.has(annotation)) return false;
  if (removal.settled.has(annotation)) return !removal.isPage(annotation) && annotation !== removal.pdf.catalog;
  if (carriesFile(annotation)) {
    removal.removedAnnotations.add(annotation);
    removal.discard(annotation, 'annotation', 'dead');
    if (annotation.name('Subtype') === 'FileAttachment') removal.tally.note('embeddedFilesRemoved');
    return false;
  }
  if (annotation.name('Subtype') === 'Widget' || annotation.has('FT')) removal.dropAction(annotation, 'A');
  removal.keepOnly(annotation, ANNOTATION_KEYS);
  settleTarget(removal, annotation);
  if (annotation.has('P') && !removal.isPage(annotation.get('P'))) annotation.delete('P');
  return true;
}

/** Whether the annotation is there for a program, a film, a sound or a file. */
export function carriesFile(annotation: Dict): boolean {
  const subtype = annotation.name('Subtype') ?? '';
  return subtype === 'FileAttachment' || MEDIA_ANNOTATIONS.has(subtype);
}

function settleOutline(removal: Removal): void {
  const root = removal.pdf.catalog.dict('Outlines');
  if (!root || removal.settled.has(root)) return;
  removal.keepOnly(root, OUTLINE_ROOT_KEYS);
  const pending: PdfObject[] = [root.get('First')];
  while (pending.length > 0) {
    const item = removal.pdf.resolve(pending.pop());
    if (!(item instanceof Dict) || removal.settled.has(item)) continue;
    removal.keepOnly(item, OUTLINE_ITEM_KEYS);
    settleTarget(removal, item);
    pending.push(item.get('Next'), item.get('First'));
  }
}

/** Fields lose their actions here; the form itself is the next stage's (12.7). */
function settleForm(removal: Removal): void {
  const { pdf, tally } = removal;
  const form = pdf.catalog.dict('AcroForm');
  form?.delete('CO');
  if (form && hasScriptedXfa(removal, form)) tally.note('javascriptRemoved');
  const annotations = pdf.pages.flatMap(({ dict }) => dict.array('Annots') ?? []);
  const pending: PdfObject[] = [...(form?.array('Fields') ?? []), ...annotations];
  const seen = new Set<Dict>();
  while (pending.length > 0) {
    const field = pdf.resolve(pending.pop());
    if (!(field instanceof Dict) || seen.has(field) || removal.isPage(field) || isOther(field)) continue;
    seen.add(field);
    if (field.has('A') && !removal.settled.has(field)) removal.dropAction(field, 'A');
    removal.drop(field, 'AA');
    for (const kid of field.array('Kids') ?? []) pending.push(kid);
    pending.push(field.get('Parent'));
  }
}

/** An annotation that is no part of a form. */
function isOther(annotation: Dict): boolean {
  return isAnnotation(annotation) && annotation.name('Subtype') !== 'Widget' && !annotation.has('FT');
}

/** XFA forms hold JavaScript or FormCalc in script elements (XML Forms Architecture 3.3, 10). */
function hasScriptedXfa({ pdf }: Removal, form: Dict): boolean {
  const xfa = form.get('XFA');
  return (Array.isArray(xfa) ? xfa : [xfa]).some((item) => {
    const packet = pdf.resolve(item);
    if (!(packet instanceof Stream)) return false;
    const bytes = pdf.bytesOf(packet) ?? new Uint8Array();
    return /<(?:[\w.-]+:)?script\b/.test(latin1(bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes));
  });
}
