/**
 * The actions that may stay (ISO 32000-2, 12.6): those that go to a place in the document, and those that open a safe
 * URI.
 */
import { encodeUtf8 } from '#platform';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { type Dict, PdfString } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from '#engine/text/text-string.ts';

/**
 * The action types with the entries of which an effective action needs at least one (tables 201 to 226). Structure
 * elements, page transitions and groups have an `S` too.
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

/** The actions that play media. */
export const MEDIA_ACTIONS: ReadonlySet<string> = new Set([
  'Sound',
  'Movie',
  'Rendition',
  'GoTo3DView',
  'RichMediaExecute',
]);

/** Structure elements have these entries too (table 355), but only they have a parent under P. */
const SHARED_KEYS: ReadonlySet<string> = new Set(['T', 'R']);

/** The action type of a dictionary by its entries, wherever it stands; undefined if it is no action. */
export function actionTypeOf(dict: Dict): string | undefined {
  const type = dict.name('S');
  if (type === undefined) return undefined;
  if (dict.name('Type') === 'Action') return type;
  const tells = (key: string): boolean => dict.has(key) && !(SHARED_KEYS.has(key) && dict.has('P'));
  return TELLING_KEYS.get(type)?.some(tells) ? type : undefined;
}

const SAFE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const SCHEME = /^[\0-\x20]*([a-z][a-z0-9+.-]*):/i;
const MAX_SCHEME_LENGTH = 64;
/** Readers accept no longer address. Many links may share one. */
const MAX_ADDRESS_BYTES = 8192;
/**
 * No URI has these characters (RFC 3986, 2). Browsers read a backslash as a slash, and other viewers as a part of a
 * file path.
 */
// oxlint-disable-next-line no-control-regex
const NO_ADDRESS = /[\0-\x1f\\]/;

/** The scheme of a URI in lower case (RFC 3986, 3.1); `relative` if it has none. */
export function schemeOf(uri: PdfString | undefined): string {
  if (!uri) return 'relative';
  const head = isUnicode(uri) ? textOfString(uri) : latin1(uri.bytes, 0, Math.min(uri.bytes.length, MAX_SCHEME_LENGTH));
  return SCHEME.exec(head.slice(0, MAX_SCHEME_LENGTH))?.[1]?.toLowerCase() ?? 'relative';
}

/**
 * The safe address of a link: unchanged if its scheme is safe, converted to ASCII if it is text with a byte order mark,
 * or resolved against the base of the document if it is relative (ISO 32000-2, 12.6.4.8).
 */
export function safeUri(uri: PdfString | undefined, base: URL | undefined): PdfString | undefined {
  if (!uri) return undefined;
  const scheme = schemeOf(uri);
  if (SAFE_SCHEMES.has(scheme) && !isUnicode(uri)) return uri;
  if (uri.bytes.length > MAX_ADDRESS_BYTES) return undefined;
  const address = addressIn(uri);
  if (SAFE_SCHEMES.has(scheme)) return new PdfString(fromLatin1(address));
  if (base === undefined || scheme !== 'relative' || NO_ADDRESS.test(address)) return undefined;
  const resolved = webAddress(address, base);
  return resolved && new PdfString(fromLatin1(resolved.href));
}

/** The base of relative addresses in the catalog (table 211); undefined unless it is on the web. */
export function baseUriOf(catalog: Dict): URL | undefined {
  const base = catalog.dict('URI')?.string('Base');
  return base && base.bytes.length <= MAX_ADDRESS_BYTES ? webAddress(addressIn(base)) : undefined;
}

function webAddress(address: string, base?: URL): URL | undefined {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  return url && WEB.has(url.protocol) ? url : undefined;
}

/** The address in ASCII. Other characters are escaped (RFC 3986, 2.1) in their own encoding or in UTF-8. */
function addressIn(uri: PdfString): string {
  const bytes = isUnicode(uri) ? encodeUtf8(textOfString(uri).toWellFormed()) : uri.bytes;
  return latin1(bytes).replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Whether the string starts with a byte order mark (7.9.2.2). */
function isUnicode({ bytes: [first, second, third] }: PdfString): boolean {
  const isUtf16 = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  return isUtf16 || (first === 0xef && second === 0xbb && third === 0xbf);
}
