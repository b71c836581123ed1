/**
 * Searches a written file, opened again, for remaining active content. It shares no rule with the sanitizer: it reads
 * every object of the file, reachable or not, and decides by the entries of that object alone.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Dict, dictOf, type PdfObject, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { findKeptFile, type KeptFile } from './kept-file.ts';

export interface Trace {
  readonly entry: string;
  /** The number of the object with the residue; null for the catalog. */
  readonly object: number | null;
}

/**
 * Returns every trace as text, for example `JavaScript in object 12`, sorted; empty for a clean file. `keptFileSha256`
 * is the hash of the one allowed embedded file.
 */
export function findResidue(bytes: Uint8Array, keptFileSha256?: string): string[] {
  const { traces: found, lacksKeptFile } = residueIn(openDocument(bytes), keptFileSha256);
  const texts = found.map(textOf);
  return lacksKeptFile ? [...texts, 'no trace of the embedded file that stays'].toSorted() : texts;
}

/** Returns the traces sorted by their texts. */
export function findTraces(bytes: Uint8Array): readonly Trace[] {
  return residueIn(openDocument(bytes)).traces;
}

interface Residue {
  /** Sorted by their texts. */
  readonly traces: readonly Trace[];
  readonly lacksKeptFile: boolean;
}

/** Searches an open file, in the state in which it was opened. */
function residueIn(pdf: PdfDocument, keptFileSha256?: string): Residue {
  const kept = keptFileSha256 === undefined ? undefined : findKeptFile(pdf, keptFileSha256);
  return { traces: distinct(tracesIn(pdf, kept)), lacksKeptFile: keptFileSha256 !== undefined && !kept };
}

function distinct(found: readonly Trace[]): Trace[] {
  const byText = new Map(found.map((trace) => [textOf(trace), trace]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, trace]) => trace);
}

function textOf({ entry, object }: Trace): string {
  return object === null ? `${entry} in the catalog` : `${entry} in object ${object}`;
}

function tracesIn(pdf: PdfDocument, kept: KeptFile | undefined): Trace[] {
  const found: Trace[] = catalogTraces(pdf.catalog, kept !== undefined).map((entry) => ({ entry, object: null }));
  for (const number of pdf.numbers()) {
    for (const [dict, isStream] of dictionariesIn(pdf.object(number))) {
      const isKept = dict === kept?.specification || dict === kept?.stream.dict;
      for (const entry of isKept ? [] : traces(dict, isStream)) found.push({ entry, object: number });
    }
  }
  return found;
}

/**
 * Opens the output again and returns it.
 * @throws PdfFailure if active content is left in it
 */
export function searchOutput(output: Uint8Array, keptFileSha256?: string): PdfDocument {
  const reopened = openDocument(output);
  refuseResidue(reopened, keptFileSha256);
  return reopened;
}

/** @throws PdfFailure if active content is left in a written document */
export function refuseResidue(pdf: PdfDocument, keptFileSha256?: string): void {
  const { traces: found, lacksKeptFile } = residueIn(pdf, keptFileSha256);
  const count = found.length + (lacksKeptFile ? 1 : 0);
  if (count === 0) return;
  const { entry = null, object = null } = found[0] ?? {};
  const place = object === null ? undefined : { object };
  throw new PdfFailure('ACTIVE_CONTENT_RESIDUE', { residue: { count, first: entry } }, place);
}

/** The direct dictionaries of an object. Its references lead to objects that are searched themselves. */
function* dictionariesIn(object: PdfObject): Generator<[Dict, boolean]> {
  const pending: PdfObject[] = [object];
  while (pending.length > 0) {
    const next = pending.pop();
    if (Array.isArray(next)) {
      for (const item of next) pending.push(item);
      continue;
    }
    const dict = dictOf(next);
    if (!dict) continue;
    yield [dict, next instanceof Stream];
    dict.forEach((value) => pending.push(value));
  }
}

function catalogTraces(catalog: Dict, hasKeptFile: boolean): string[] {
  const names = catalog.dict('Names');
  const inCatalog = ['OpenAction', 'AA', 'Collection', 'URI', 'SpiderInfo', 'Requirements', 'AF', 'Legal', 'PieceInfo'];
  const inNames = [
    'JavaScript',
    'EmbeddedFiles',
    'Renditions',
    'AlternatePresentations',
    'URLS',
    'IDS',
    'XFAResources',
  ];
  return [
    ...inCatalog.filter((key) => catalog.has(key) && !(hasKeptFile && key === 'AF')),
    ...inNames.filter(
      (key) => names?.has(key) && !(key === 'EmbeddedFiles' && (hasKeptFile || isEmpty(names.dict(key)))),
    ),
    ...(catalog.dict('AcroForm')?.has('XFA') ? ['XFA'] : []),
  ];
}

/** A name tree without names, which PDF/A-4f requires (ISO 19005-4, 6.9). */
function isEmpty(tree: Dict | undefined): boolean {
  return tree !== undefined && tree.keys().every((key) => key === 'Names') && tree.array('Names')?.length === 0;
}

function traces(dict: Dict, isStream: boolean): string[] {
  return [
    ...actionTraces(dict),
    ...annotationTraces(dict),
    ...fileTraces(dict, isStream),
    ...streamTraces(dict, isStream),
  ];
}

/** An action of the type has one of these entries. Structure types may have the same type names. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GoTo: ['D', 'SD'],
  URI: ['URI'],
  GoToE: ['D', 'F', 'T'],
  GoToR: ['D', 'F'],
  GoTo3DView: ['TA'],
  Hide: ['T', 'H'],
  ImportData: ['F'],
  JavaScript: ['JS'],
  Launch: ['F', 'Mac', 'NewWindow', 'Unix', 'Win'],
  Movie: ['Annotation', 'Operation', 'T'],
  Named: ['N'],
  Rendition: ['AN', 'JS', 'OP', 'R'],
  ResetForm: ['Fields', 'Flags'],
  RichMediaExecute: ['CMD', 'TA'],
  SetOCGState: ['State'],
  Sound: ['Sound'],
  SubmitForm: ['F', 'Flags'],
  Thread: ['D', 'F'],
  Trans: ['Trans'],
};

function actionTraces(dict: Dict): string[] {
  const found: string[] = [];
  const type = dict.name('S');
  const script = dict.get('JS');
  if (script instanceof PdfString || (script instanceof Stream && type !== undefined)) found.push('JavaScript');
  if (isAction(dict) && type !== 'GoTo' && type !== 'URI') found.push(`${type} action`);
  if (isAction(dict) && dict.has('Next')) found.push('Next action');
  if (type === 'URI' && !isSafe(dict.get('URI'))) found.push('unsafe URI');
  if (holdsAction(dict.get('AA'))) found.push('AA');
  if (dict.name('Type') === 'Catalog' && dict.has('OpenAction')) found.push('OpenAction');
  return found;
}

/** A structure element may have T and R, but it has a parent under P. */
function isAction(dict: Dict): boolean {
  const type = dict.name('S');
  if (type === undefined) return false;
  if (dict.name('Type') === 'Action') return true;
  const keys = Object.hasOwn(ACTIONS, type) ? (ACTIONS[type] ?? []) : [];
  return keys.some((key) => dict.has(key) && !(dict.has('P') && (key === 'T' || key === 'R')));
}

function isSafe(uri: PdfObject): boolean {
  return !(uri instanceof PdfString) || /^\s*(?:https?|mailto|tel):/i.test(asText(uri));
}

/** A resource with the name AA does not hold actions. */
function holdsAction(value: PdfObject): boolean {
  if (!(value instanceof Dict)) return false;
  return value.keys().some((key) => {
    const entry = value.get(key);
    return entry instanceof Dict && isAction(entry);
  });
}

const ACTIVE_ANNOTATIONS = new Set(['3D', 'FileAttachment', 'Movie', 'Projection', 'RichMedia', 'Screen', 'Sound']);

function annotationTraces(dict: Dict): string[] {
  const subtype = dict.name('Subtype');
  if (subtype === undefined || !dict.array('Rect')) return [];
  return [
    ...(ACTIVE_ANNOTATIONS.has(subtype) ? [`${subtype} annotation`] : []),
    ...(subtype === 'Link' && dict.has('PA') ? ['PA'] : []),
  ];
}

function fileTraces(dict: Dict, isStream: boolean): string[] {
  const files = dict.get('EF');
  // A font with the name EF has its streams under other keys.
  const embeds =
    files instanceof Dict && ['DOS', 'F', 'Mac', 'UF', 'Unix'].some((key) => files.get(key) instanceof Stream);
  const isForm = dict.has('XFA') && dict.has('Fields');
  return [
    ...(embeds ? ['EF'] : []),
    ...(isForm ? ['XFA'] : []),
    ...(isStream && dict.name('Type') === 'EmbeddedFile' ? ['embedded file'] : []),
  ];
}

function streamTraces(dict: Dict, isStream: boolean): string[] {
  if (!isStream) return [];
  const file = dict.get('F');
  return [
    ...(file instanceof PdfString || file instanceof Dict ? ['external stream'] : []),
    ...(dict.has('OnInstantiate') || dict.name('Type') === '3D' ? ['3D stream'] : []),
    ...(dict.name('Subtype') === 'PS' || dict.name('Subtype2') === 'PS' ? ['PostScript'] : []),
    ...['OPI', 'Alternates'].filter((key) => dict.has(key)),
  ];
}

/** The first bytes are enough to find a scheme. */
function asText({ bytes }: PdfString): string {
  return String.fromCharCode(...bytes.subarray(0, 32));
}
