/** What an action is, and which may stay (ISO 32000-2, 12.6): going to a place in the document, opening a safe URI. */
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import type { Dict, PdfString } from '#engine/pdf/syntax/objects.ts';

/**
 * Action types with the entries of which one at least makes the action do something (tables 201 to 226).
 * Structure elements, page transitions and groups have an `S` too.
 */
const TELLING_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['GoTo', ['D', 'SD']],
  ['GoToR', ['F', 'D']],
  ['GoToE', ['F', 'D', 'T']],
  ['GoToDp', ['Dp']],
  ['Launch', ['F', 'Win', 'Mac', 'Unix', 'NewWindow']],
  ['Thread', ['F', 'D', 'B']],
  ['URI', ['URI']],
  ['Sound', ['Sound']],
  ['Movie', ['Annotation', 'T', 'Operation']],
  ['Hide', ['T', 'H']],
  ['Named', ['N']],
  ['SubmitForm', ['F', 'Fields', 'Flags']],
  ['ResetForm', ['Fields', 'Flags']],
  ['ImportData', ['F']],
  ['JavaScript', ['JS']],
  ['SetOCGState', ['State']],
  ['Rendition', ['R', 'AN', 'OP', 'JS']],
  ['Trans', ['Trans']],
  ['GoTo3DView', ['TA', 'V']],
  ['RichMediaExecute', ['TA', 'CMD']],
  ['SetState', ['T']],
]);

/** Actions that play something. */
export const MEDIA_ACTIONS: ReadonlySet<string> = new Set([
  'Sound',
  'Movie',
  'Rendition',
  'GoTo3DView',
  'RichMediaExecute',
]);

/** Structure elements have these too (table 355); but they have a parent under P, and an action never. */
const SHARED_KEYS: ReadonlySet<string> = new Set(['T', 'R']);

/** The type of action a dictionary is by its looks, wherever it stands; undefined when it is none. */
export function actionTypeOf(dict: Dict): string | undefined {
  const type = dict.name('S');
  if (type === undefined) return undefined;
  if (dict.name('Type') === 'Action') return type;
  const tells = (key: string): boolean => dict.has(key) && !(SHARED_KEYS.has(key) && dict.has('P'));
  return TELLING_KEYS.get(type)?.some(tells) ? type : undefined;
}

const SAFE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);

/** The lower-case scheme of a URI (RFC 3986, 3.1), `relative` when it has none. */
export function schemeOf(uri: PdfString | undefined): string {
  const text = uri ? latin1(uri.bytes, 0, Math.min(uri.bytes.length, 64)) : '';
  return /^[\0-\x20]*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase() ?? 'relative';
}

export function isSafeUri(uri: PdfString | undefined): boolean {
  return SAFE_SCHEMES.has(schemeOf(uri));
}
