/** The text of a glyph name by the rules of the Adobe Glyph List Specification (adobe-type-tools/agl-specification). */
import { OLDER_GLYPH_LIST } from '#engine/fonts/data/older-glyph-list.ts';
import { glyphNameToUnicode, isDingbatName } from '#engine/fonts/encodings.ts';

/** A name may list several parts. No ligature has more. */
const MAX_COMPONENTS = 64;

/** ZapfDingbats and the names of its free copies. */
const DINGBATS = /dingbats|^(?:[A-Z]{6}\+)?D050000L/i;

let older: ReadonlyMap<string, string> | undefined;

/**
 * Whether the names of ZapfDingbats have a meaning in this font. In other fonts such names are arbitrary and mostly
 * contain codes.
 */
export function isDingbatFont(baseFont: string): boolean {
  return DINGBATS.test(baseFont);
}

/**
 * Drops the part after the first full stop, then reads the parts between underscores. Undefined if no part is known.
 */
export function textOfGlyphName(name: string, isDingbats = false): string | undefined {
  const end = name.indexOf('.');
  const base = end < 0 ? name : name.slice(0, end);
  if (!isDingbats && isDingbatName(base)) return undefined;
  const simple = textOfComponent(base);
  if (simple !== undefined || !base.includes('_')) return simple;
  const parts = base.split('_', MAX_COMPONENTS).map((part) => textOfComponent(part));
  return parts.some((part) => part !== undefined) ? parts.join('') : undefined;
}

/**
 * A listed name, `uni` and groups of four digits, or `u` and four to six digits. The digits are hexadecimal capitals.
 */
function textOfComponent(name: string): string | undefined {
  if (name === '') return undefined;
  const codePoint = glyphNameToUnicode(name);
  if (codePoint !== undefined) return String.fromCodePoint(codePoint);
  older ??= readList();
  return older.get(name) ?? textOfDigits(name);
}

function textOfDigits(name: string): string | undefined {
  const digits = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1];
  if (digits === undefined) return undefined;
  const text = (digits.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
  return text.isWellFormed() ? text : undefined;
}

function readList(): ReadonlyMap<string, string> {
  const words = OLDER_GLYPH_LIST.trim().split(/\s+/);
  const list = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    const codePoints = (words[at + 1] ?? '').split('_').map((hex) => Number.parseInt(hex, 16));
    list.set(words[at] ?? '', String.fromCodePoint(...codePoints));
  }
  return list;
}
