/** Text and widths of composite fonts, in which a CMap maps codes to CIDs (ISO 32000-2, 9.7). */
import { type Dict, type PdfArray, Stream, toName, toNumber } from '#engine/pdf/syntax/objects.ts';
import { cidOfCode, type CMap, textOfCode } from './cmap.ts';
import { CodeRanges } from './code-ranges.ts';
import { codespaceOf, type CodeReader, IDENTITY_CODES } from './codespace.ts';
import { type CodeText, type FontReader, textOfUnknown } from './font-reader.ts';
import { isDingbatFont, textOfGlyphName } from './glyph-names.ts';
import { predefinedCMap } from './predefined-cmaps.ts';
import { type TextFont, type TextGlyph, unitOf } from './text-glyph.ts';
import { unicodeCodes } from './unicode-cmaps.ts';

/** The greatest depth of CMaps that extend each other. The predefined ones need three. */
const MAX_USES = 8;
const DEFAULT_WIDTH = 1000;
const DEFAULT_HEIGHT = -1000;
const SPACE = 32;

/** The `Encoding` of a composite font (9.7.5). */
interface Codes {
  readonly isVertical: boolean;
  readonly codes: CodeReader;
  cid(code: number): number;
  /** Returns undefined for all codes unless the codes are Unicode. */
  readonly text: CodeText;
}

export function compositeFont(reader: FontReader, font: Dict, descendant: Dict): TextFont {
  const codes = readCodes(reader, font);
  const toUnicode = reader.toUnicode(font);
  const cidText = textOfCids(reader, descendant, toUnicode !== undefined);
  const advance = codes.isVertical ? verticalAdvances(reader, descendant) : horizontalAdvances(reader, descendant);
  const glyphs = new Map<number, TextGlyph>();
  return {
    isVertical: codes.isVertical,
    em: 1,
    glyphAt(bytes, at) {
      const length = codes.codes.lengthAt(bytes, at);
      let code = 0;
      for (let index = at; index < at + length; index++) code = code * 256 + (bytes[index] ?? 0);
      const key = code * 4 + length - 1;
      const known = glyphs.get(key);
      if (known) return known;
      const cid = codes.cid(code);
      const told = toUnicode?.(code) ?? codes.text(code) ?? cidText(cid);
      const text = told ?? textOfUnknown(code);
      const glyph = {
        text,
        unit: unitOf(text),
        isTold: told !== undefined,
        advance: advance(cid),
        length,
        isSpace: length === 1 && code === SPACE,
      };
      glyphs.set(key, glyph);
      return glyph;
    },
  };
}

function readCodes(reader: FontReader, font: Dict): Codes {
  const encoding = font.get('Encoding');
  const name = toName(encoding) ?? '';
  const first = encoding instanceof Stream ? reader.cmap(encoding) : predefinedCMap(name);
  if (!first) return { ...IDENTITY, isVertical: name.endsWith('-V') };
  const uses = encoding instanceof Stream ? encoding.dict.get('UseCMap') : null;
  const chain = chainOf(first, uses instanceof Stream ? reader.cmap(uses) : undefined, toName(uses));
  const codespaces = chain.flatMap((cmap) => cmap.codespaces);
  const wMode = encoding instanceof Stream ? encoding.dict.integer('WMode') : undefined;
  return {
    isVertical:
      wMode === undefined ? (chain.find((cmap) => cmap.isVertical !== undefined)?.isVertical ?? false) : wMode === 1,
    codes: codespaces.length === 0 ? IDENTITY_CODES : codespaceOf(codespaces, reader.pdf.budget),
    cid: cidReader(chain),
    text: unicodeCodes(name === '' ? (first.uses ?? '') : name),
  };
}

const IDENTITY: Codes = {
  isVertical: false,
  codes: IDENTITY_CODES,
  cid: (code) => code,
  text: () => undefined,
};

/** The CMap and those that it extends. */
function chainOf(first: CMap, usedStream: CMap | undefined, usedName: string | undefined): CMap[] {
  const chain = [first];
  let next = usedStream ?? predefinedCMap(usedName ?? first.uses ?? '');
  while (next && !chain.includes(next) && chain.length < MAX_USES) {
    chain.push(next);
    next = predefinedCMap(next.uses ?? '');
  }
  return chain;
}

function cidReader(chain: readonly CMap[]): (code: number) => number {
  const withCids = chain.filter(({ cids }) => cids.size > 0);
  // The CMaps have no entries, for example if one extends an identity.
  if (withCids.length === 0) return (code) => code;
  return (code) => {
    const cmap = withCids.find(({ cids }) => cids.find(code) !== undefined);
    return cmap ? cidOfCode(cmap.cids, code) : 0;
  };
}

/**
 * 9.10.2: the text comes from the character collection, else from the embedded program. The program is not used beside
 * a ToUnicode CMap, because a glyph that the CMap leaves out is part of a cluster whose text stands at the first glyph.
 */
function textOfCids(reader: FontReader, descendant: Dict, isTold: boolean): CodeText {
  const system = descendant.dict('CIDSystemInfo');
  const ordering = system?.string('Ordering')?.bytes ?? new Uint8Array();
  const collection = predefinedCMap(`Adobe-${String.fromCharCode(...ordering.subarray(0, 16))}-UCS2`);
  if (collection) return (cid) => textOfCode(collection.texts, cid);
  if (isTold) return () => undefined;
  const descriptor = descendant.dict('FontDescriptor');
  const glyphOf = glyphReader(reader, descendant);
  const isDingbats = isDingbatFont(descendant.name('BaseFont') ?? '');
  return (cid) => {
    const name = reader.program(descriptor)?.nameOfGlyph(cid);
    if (name !== undefined) return textOfGlyphName(name, isDingbats);
    const glyph = glyphOf(cid);
    return glyph === 0 ? undefined : reader.trueType(descriptor)?.textOfGlyph(glyph);
  };
}

/** 9.7.4.3: a map with two bytes for each CID, or the CID itself. */
function glyphReader(reader: FontReader, descendant: Dict): (cid: number) => number {
  const stream = descendant.stream('CIDToGIDMap');
  const map = stream && reader.pdf.bytesOf(stream);
  if (!map) return (cid) => cid;
  return (cid) => ((map[2 * cid] ?? 0) << 8) | (map[2 * cid + 1] ?? 0);
}

function horizontalAdvances(reader: FontReader, descendant: Dict): (cid: number) => number {
  const widths = readMetrics(reader, descendant.array('W') ?? [], 1);
  const fallback = descendant.number('DW') ?? DEFAULT_WIDTH;
  return (cid) => widths.find(cid)?.value ?? fallback;
}

function verticalAdvances(reader: FontReader, descendant: Dict): (cid: number) => number {
  const heights = readMetrics(reader, descendant.array('W2') ?? [], 3);
  const fallback = toNumber(reader.pdf.resolve(descendant.array('DW2')?.[1])) ?? DEFAULT_HEIGHT;
  return (cid) => heights.find(cid)?.value ?? fallback;
}

/**
 * 9.7.4.3: `c [w1 w2 ...]` and `first last w`. Vertical metrics have three numbers for each CID, of which the first is
 * used.
 */
function readMetrics({ pdf }: FontReader, array: PdfArray, numbers: 1 | 3): CodeRanges<number> {
  const metrics = new CodeRanges<number>();
  const numberAt = (items: PdfArray, at: number): number => toNumber(pdf.resolve(items[at])) ?? 0;
  for (let at = 0; at + 1 < array.length;) {
    const first = numberAt(array, at);
    const next = pdf.resolve(array[at + 1]);
    pdf.budget.spend('cmapEntries', Array.isArray(next) ? next.length : 1);
    if (Array.isArray(next)) {
      for (let item = 0; item < next.length; item += numbers) {
        const cid = first + item / numbers;
        metrics.add(cid, cid, numberAt(next, item));
      }
      at += 2;
    } else {
      metrics.add(first, numberAt(array, at + 1), numberAt(array, at + 2));
      at += 2 + numbers;
    }
  }
  return metrics;
}
