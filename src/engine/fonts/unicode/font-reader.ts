/** The streams that fonts refer to. Each is parsed once, however many fonts share it. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Name, Stream } from '#engine/pdf/syntax/objects.ts';
import { type CMap, parseCMap, textOfCode } from './cmap.ts';
import { predefinedCMap } from './predefined-cmaps.ts';
import { readTrueType, type TrueTypeNames } from './truetype.ts';
import { type ProgramNames, readCff, readType1 } from './type1-names.ts';

/** The text of a code; undefined if the font does not define it. */
export type CodeText = (code: number) => string | undefined;

const IDENTITY = /^Identity-[HV]$/;

export class FontReader {
  readonly pdf: PdfDocument;
  readonly #cmaps = new Map<Stream, CMap>();
  readonly #trueTypes = new Map<Stream, TrueTypeNames>();
  readonly #programs = new Map<Stream, ProgramNames>();

  constructor(pdf: PdfDocument) {
    this.pdf = pdf;
  }

  cmap(stream: Stream): CMap {
    return this.#once(this.#cmaps, stream, (bytes) => parseCMap(bytes, this.pdf.budget));
  }

  /**
   * ToUnicode (9.10.3): a stream, which may extend a predefined CMap, or the name of one. Undefined if it has no
   * entries.
   */
  toUnicode(font: Dict): CodeText | undefined {
    const value = font.get('ToUnicode');
    if (value instanceof Name) return namedText(value.value);
    if (!(value instanceof Stream)) return undefined;
    const { texts, uses } = this.cmap(value);
    const base = namedText(value.dict.name('UseCMap') ?? uses ?? '');
    if (texts.size === 0) return base;
    return (code) => meaningful(textOfCode(texts, code)) ?? base?.(code);
  }

  /** The names in an embedded TrueType program; undefined if there is none. */
  trueType(descriptor: Dict | undefined): TrueTypeNames | undefined {
    const stream = descriptor?.stream('FontFile2') ?? openTypeOf(descriptor);
    return stream && this.#once(this.#trueTypes, stream, (bytes) => readTrueType(bytes, this.pdf.budget));
  }

  /** The names in an embedded Type 1 or CFF program; undefined if there is none. */
  program(descriptor: Dict | undefined): ProgramNames | undefined {
    const type1 = descriptor?.stream('FontFile');
    if (type1) return this.#once(this.#programs, type1, readType1);
    const cff = descriptor?.stream('FontFile3');
    if (!cff || cff.dict.name('Subtype') === 'OpenType') return undefined;
    return this.#once(this.#programs, cff, readCff);
  }

  #once<T>(known: Map<Stream, T>, stream: Stream, read: (bytes: Uint8Array) => T): T {
    const value = known.get(stream) ?? read(this.pdf.bytesOf(stream) ?? new Uint8Array());
    known.set(stream, value);
    return value;
  }
}

function openTypeOf(descriptor: Dict | undefined): Stream | undefined {
  const stream = descriptor?.stream('FontFile3');
  return stream?.dict.name('Subtype') === 'OpenType' ? stream : undefined;
}

/** Writers put an empty text, U+0000 or U+FFFD where they know no text. */
function meaningful(text: string | undefined): string | undefined {
  return text === '' || text === '\0' || text === '\ufffd' ? undefined : text;
}

/** The text for a code whose text is unknown. Different codes get different texts, as in other readers. */
export function textOfUnknown(code: number): string {
  const isText = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : '';
}

function namedText(name: string): CodeText | undefined {
  if (IDENTITY.test(name)) return (code) => (code > 0 && code < 0xd800 ? String.fromCharCode(code) : undefined);
  const texts = name === '' ? undefined : predefinedCMap(name)?.texts;
  return texts && ((code) => textOfCode(texts, code));
}
