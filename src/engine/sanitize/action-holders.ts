/** The objects that may hold actions (ISO 32000-2): catalog, names, pages, annotations, outline, form and layers. */
import { Dict, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { sanitizeDestination, sanitizeNamedDestinations, sanitizeTarget } from './destinations.ts';
import { isAnnotation, type Sanitizer } from './sanitizer.ts';
import {
  ANNOTATION_KEYS,
  CATALOG_KEYS,
  MEDIA_ANNOTATIONS,
  NAME_DICTIONARY_KEYS,
  OUTLINE_ITEM_KEYS,
  OUTLINE_ROOT_KEYS,
  PAGE_KEYS,
  VIEWER_PREFERENCE_KEYS,
} from './active-content-schema.ts';

/** Removes active content from every object that may hold it. */
export function sanitizeActionHolders(sanitizer: Sanitizer): { readonly hadPortfolio: boolean } {
  const { catalog } = sanitizer.pdf;
  const hadPortfolio = catalog.dict('Collection') !== undefined;
  sanitizer.tally.place = 'catalog';
  sanitizer.keepOnly(catalog, CATALOG_KEYS);
  sanitizeCatalog(sanitizer);
  sanitizePages(sanitizer);
  sanitizer.tally.place = 'outline';
  sanitizeOutline(sanitizer);
  sanitizer.tally.place = 'form';
  sanitizeForm(sanitizer);
  return { hadPortfolio };
}

function sanitizeCatalog(sanitizer: Sanitizer): void {
  const { catalog } = sanitizer.pdf;
  const names = catalog.dict('Names');
  if (names) {
    for (const key of ['EmbeddedFiles', 'JavaScript']) {
      if (isEmptyTree(names.dict(key))) sanitizer.drop(names, key, 'dead');
    }
    sanitizer.keepOnly(names, NAME_DICTIONARY_KEYS);
    const destinations = names.dict('Dests');
    if (destinations) sanitizeNamedDestinations(sanitizer, destinations);
    if (names.size === 0) catalog.delete('Names');
  }
  const destinations = catalog.dict('Dests');
  if (destinations) {
    sanitizer.sanitized.add(destinations);
    for (const name of destinations.keys()) sanitizeDestination(sanitizer, destinations, name);
  }
  const preferences = catalog.dict('ViewerPreferences');
  if (preferences) sanitizer.keepOnly(preferences, VIEWER_PREFERENCE_KEYS);
  if (catalog.name('PageMode') === 'UseAttachments') catalog.delete('PageMode');
  sanitizeOptionalContent(sanitizer);
}

/** Some writers leave an empty name tree, which needs no report. */
function isEmptyTree(root: Dict | undefined): boolean {
  return (root?.array('Kids') ?? []).length === 0 && (root?.array('Names') ?? []).length === 0;
}

/** Table 101: with a usage application, layers follow the viewer, the zoom, the printer or the language. */
function sanitizeOptionalContent(sanitizer: Sanitizer): void {
  const properties = sanitizer.pdf.catalog.dict('OCProperties');
  for (const item of [properties?.get('D') ?? null, ...(properties?.array('Configs') ?? [])]) {
    const configuration = sanitizer.pdf.resolve(item);
    if (!(configuration instanceof Dict) || !configuration.has('AS')) continue;
    sanitizer.drop(configuration, 'AS', configuration.array('AS')?.length === 0 ? 'dead' : 'conditional');
  }
}

function sanitizePages(sanitizer: Sanitizer): void {
  for (const { dict, index } of sanitizer.pdf.pages) {
    sanitizer.tally.place = index;
    sanitizer.keepOnly(dict, PAGE_KEYS);
    keepItems(sanitizer, dict.array('Annots') ?? [], (annotation, item) =>
      sanitizeAnnotation(sanitizer, annotation) ? item : posterOf(sanitizer, annotation),
    );
  }
  if (sanitizer.removedAnnotations.size === 0) return;
  for (const { dict } of sanitizer.pdf.pages) {
    keepItems(sanitizer, dict.array('Annots') ?? [], (annotation, item) =>
      isOrphanedPopup(sanitizer, annotation) ? undefined : item,
    );
  }
}

/** Filters an array of dictionaries in place, because it may be shared. An item may be replaced. */
function keepItems(
  sanitizer: Sanitizer,
  items: PdfObject[],
  keep: (dict: Dict, item: PdfObject) => PdfObject | undefined,
): void {
  let count = 0;
  for (const item of items) {
    const dict = sanitizer.pdf.resolve(item);
    const kept = dict instanceof Dict ? keep(dict, item) : undefined;
    if (kept !== undefined) items[count++] = kept;
  }
  items.length = count;
}

function isOrphanedPopup({ removedAnnotations }: Sanitizer, annotation: Dict): boolean {
  const parent = annotation.dict('Parent');
  return annotation.name('Subtype') === 'Popup' && parent !== undefined && removedAnnotations.has(parent);
}

/** Returns whether the annotation can stay. A link always stays in its place, even without a target. */
export function sanitizeAnnotation(sanitizer: Sanitizer, annotation: Dict): boolean {
  if (sanitizer.removedAnnotations.has(annotation)) return false;
  if (sanitizer.sanitized.has(annotation)) return !sanitizer.isPage(annotation) && annotation !== sanitizer.pdf.catalog;
  if (carriesFile(annotation)) {
    sanitizer.removedAnnotations.add(annotation);
    sanitizer.discard(annotation, 'annotation', 'dead');
    if (annotation.name('Subtype') === 'FileAttachment') sanitizer.tally.note('embeddedFilesRemoved');
    return false;
  }
  if (annotation.name('Subtype') === 'Widget' || annotation.has('FT')) sanitizer.dropAction(annotation, 'A');
  sanitizer.keepOnly(annotation, ANNOTATION_KEYS);
  sanitizeTarget(sanitizer, annotation);
  if (annotation.has('P') && !sanitizer.isPage(annotation.get('P'))) annotation.delete('P');
  return true;
}

/** The picture that replaces the removed annotation on the page. The form stage draws it. */
function posterOf(sanitizer: Sanitizer, annotation: Dict): PdfObject | undefined {
  const poster = sanitizer.posters?.of(annotation);
  const dict = sanitizer.pdf.resolve(poster);
  if (!(dict instanceof Dict) || sanitizer.sanitized.has(dict)) return poster;
  sanitizer.sanitized.add(dict);
  if (MEDIA_ANNOTATIONS.has(dict.name('Subtype') ?? '')) sanitizer.tally.pictures++;
  return poster;
}

/** Whether the annotation exists to hold a program, a film, a sound or a file. */
export function carriesFile(annotation: Dict): boolean {
  const subtype = annotation.name('Subtype') ?? '';
  return subtype === 'FileAttachment' || MEDIA_ANNOTATIONS.has(subtype);
}

function sanitizeOutline(sanitizer: Sanitizer): void {
  const root = sanitizer.pdf.catalog.dict('Outlines');
  if (!root || sanitizer.sanitized.has(root)) return;
  sanitizer.keepOnly(root, OUTLINE_ROOT_KEYS);
  const pending: PdfObject[] = [root.get('First')];
  while (pending.length > 0) {
    const item = sanitizer.pdf.resolve(pending.pop());
    if (!(item instanceof Dict) || sanitizer.sanitized.has(item)) continue;
    sanitizer.keepOnly(item, OUTLINE_ITEM_KEYS);
    sanitizeTarget(sanitizer, item);
    pending.push(item.get('Next'), item.get('First'));
  }
}

/** Removes the actions of fields. The next stage handles the form itself (12.7). */
function sanitizeForm(sanitizer: Sanitizer): void {
  const { pdf, tally } = sanitizer;
  const form = pdf.catalog.dict('AcroForm');
  form?.delete('CO');
  if (form && hasScriptedXfa(sanitizer, form)) tally.note('javascriptRemoved');
  const annotations = pdf.pages.flatMap(({ dict }) => dict.array('Annots') ?? []);
  const pending: PdfObject[] = [...(form?.array('Fields') ?? []), ...annotations];
  const seen = new Set<Dict>();
  while (pending.length > 0) {
    const field = pdf.resolve(pending.pop());
    if (!(field instanceof Dict) || seen.has(field) || sanitizer.isPage(field) || isOther(field)) continue;
    seen.add(field);
    if (field.has('A') && !sanitizer.sanitized.has(field)) sanitizer.dropAction(field, 'A');
    sanitizer.drop(field, 'AA');
    for (const kid of field.array('Kids') ?? []) pending.push(kid);
    pending.push(field.get('Parent'));
  }
}

/** An annotation that does not belong to a form. */
function isOther(annotation: Dict): boolean {
  return isAnnotation(annotation) && annotation.name('Subtype') !== 'Widget' && !annotation.has('FT');
}

/** XFA forms hold JavaScript or FormCalc in script elements (XML Forms Architecture 3.3, 10). */
function hasScriptedXfa({ pdf }: Sanitizer, form: Dict): boolean {
  const xfa = form.get('XFA');
  return (Array.isArray(xfa) ? xfa : [xfa]).some((item) => {
    const packet = pdf.resolve(item);
    if (!(packet instanceof Stream)) return false;
    const bytes = pdf.bytesOf(packet) ?? new Uint8Array();
    return /<(?:[\w.-]+:)?script\b/.test(latin1(bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes));
  });
}
