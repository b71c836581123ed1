/**
 * Subset tags of fonts (ISO 32000-2, 9.9.2). Most programs choose the six letters at random. Here the tag follows from
 * the content of the font program, so equal programs have equal tags and different programs have different ones. A font
 * without a program has no subset.
 */
import { withOwnTag } from '#engine/fonts/program-names.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { type Container, Dict, dictOf, Name, type Stream } from '#engine/pdf/syntax/objects.ts';
import type { StreamEncoder } from '#engine/canonical/stream-encoder.ts';
import { trimCMap } from './cmap-ends.ts';

const TAG = /^[A-Z]{6}\+/;
/** 9.9.1: these entries of a descriptor hold a program. */
const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const;
/** A CMap repeats the name of its font in names, strings and comments. */
const TAG_IN_CMAP = /(?<=[/( ])[A-Z]{6}\+/g;
/**
 * The tag for fonts without a program and for ToUnicode CMaps. Nothing refers to a CMap by its name, and fonts with
 * different tags may share it.
 */
const PLAIN_TAG = 'AAAAAA';

interface TaggedFont {
  readonly font: Dict;
  /** The descriptor of the font itself, or that of the CIDFont of a Type 0 font. */
  readonly descriptor: Dict | undefined;
  readonly program: Stream | undefined;
}

/**
 * The references of the document must be linked. `containers` are all containers that were reachable before unused
 * resources were removed.
 */
export function spellSubsetTags(pdf: PdfDocument, containers: Iterable<Container>, encoder: StreamEncoder): void {
  const fonts = taggedFonts(pdf, containers);
  const tags = new Map<Stream, string>();
  for (const { font, descriptor, program } of fonts) {
    const tag = program === undefined ? PLAIN_TAG : (tags.get(program) ?? spellProgram(pdf, encoder, program));
    if (program !== undefined) tags.set(program, tag);
    spellName(font, 'BaseFont', tag);
    if (descriptor !== undefined) spellName(descriptor, 'FontName', tag);
  }
  for (const { font } of fonts) {
    const cmap = font.stream('ToUnicode');
    if (!cmap) continue;
    spellName(cmap.dict, 'CMapName', PLAIN_TAG);
    encoder.encode(cmap, spellCMap);
  }
}

/** Most documents have no tags, so the reachable containers are searched only if there is one. */
function taggedFonts(pdf: PdfDocument, containers: Iterable<Container>): TaggedFont[] {
  const found = [...containers].flatMap((container) => {
    const dict = dictOf(container);
    return dict ? taggedFont(pdf, dict) : [];
  });
  if (found.length === 0) return found;
  pdf.beginEdits();
  const reachable: ReadonlySet<Container> = new Set(pdf.reachable());
  pdf.beginEdits();
  return found.filter(({ font }) => reachable.has(font));
}

function taggedFont(pdf: PdfDocument, font: Dict): TaggedFont[] {
  if (!font.has('BaseFont') && !font.has('FontDescriptor') && !font.has('DescendantFonts')) return [];
  const descendant = pdf.resolve(font.array('DescendantFonts')?.[0]);
  const descriptor = (descendant instanceof Dict ? descendant : font).dict('FontDescriptor');
  // Qt writes the tag only into the descriptor.
  const names = [font.name('BaseFont'), descriptor?.name('FontName')];
  if (!names.some((name) => TAG.test(name ?? ''))) return [];
  const program = PROGRAMS.map((key) => descriptor?.stream(key)).find((stream) => stream !== undefined);
  return [{ font, descriptor, program }];
}

/** Returns the tag. A stream that other data share keeps its bytes. */
function spellProgram(pdf: PdfDocument, encoder: StreamEncoder, program: Stream): string {
  let tag: string | undefined;
  encoder.encode(program, (bytes) => {
    const own = withOwnTag(bytes);
    tag = own.tag;
    return own.bytes;
  });
  return tag ?? withOwnTag(pdf.decode(program).bytes).tag;
}

/** Removes the tag of its own name from a CMap. */
export function spellCMap(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  const spelled = text.replaceAll(TAG_IN_CMAP, `${PLAIN_TAG}+`);
  return trimCMap(spelled === text ? bytes : fromLatin1(spelled));
}

function spellName(dict: Dict, key: string, tag: string): void {
  const name = dict.name(key);
  if (name !== undefined && TAG.test(name)) dict.set(key, new Name(tag + name.slice(tag.length)));
}
