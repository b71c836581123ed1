/** The actions that may stay (ISO 32000-2, 12.6): going to a place in the document, opening a safe URI. */
import { encodeUtf8 } from '#platform';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { type Dict, PdfString } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from '#engine/text/text-string.ts';

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
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const SCHEME = /^[\0-\x20]*([a-z][a-z0-9+.-]*):/i;
const MAX_SCHEME_LENGTH = 64;
/** Readers take no longer ones; many links may share one. */
const MAX_ADDRESS_BYTES = 8192;
/** No URI has these (RFC 3986, 2). Browsers take a backslash for a slash, and other viewers for the path of a file. */
// oxlint-disable-next-line no-control-regex
const NO_ADDRESS = /[\0-\x1f\\]/;

/** The lower-case scheme of a URI (RFC 3986, 3.1), `relative` when it has none. */
export function schemeOf(uri: PdfString | undefined): string {
  if (!uri) return 'relative';
  const head = isUnicode(uri) ? textOfString(uri) : latin1(uri.bytes, 0, Math.min(uri.bytes.length, MAX_SCHEME_LENGTH));
  return SCHEME.exec(head.slice(0, MAX_SCHEME_LENGTH))?.[1]?.toLowerCase() ?? 'relative';
}

/**
 * The address that a link may lead to: one of a safe scheme as it is, in ASCII where it is text with a byte order mark, or
 * a relative one as the base of the document resolves it (ISO 32000-2, 12.6.4.8).
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

/** The base of relative addresses that the catalog names (table 211); undefined unless it is on the web. */
export function baseUriOf(catalog: Dict): URL | undefined {
  const base = catalog.dict('URI')?.string('Base');
  return base && base.bytes.length <= MAX_ADDRESS_BYTES ? webAddress(addressIn(base)) : undefined;
}

function webAddress(address: string, base?: URL): URL | undefined {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  return url && WEB.has(url.protocol) ? url : undefined;
}

/** In ASCII: all other characters are escaped (RFC 3986, 2.1), in the encoding in which they are written or in UTF-8. */
function addressIn(uri: PdfString): string {
  const bytes = isUnicode(uri) ? encodeUtf8(textOfString(uri).toWellFormed()) : uri.bytes;
  return latin1(bytes).replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Whether the string begins with a byte order mark (7.9.2.2). */
function isUnicode({ bytes: [first, second, third] }: PdfString): boolean {
  const isUtf16 = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  return isUtf16 || (first === 0xef && second === 0xbb && third === 0xbf);
}
