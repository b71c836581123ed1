/** Small documents for vectors: one page, and the additions of a case. */
import { type BuiltObject, buildPdf, type BuildOptions } from '#test/support/builders/pdf.ts';
import { groups, REASON_OF_BASE, type Shared } from './vector.ts';

export type Objects = Readonly<Record<number, BuiltObject>>;

export interface Parts extends BuildOptions {
  /** Entries of the catalog, of the page, and of its resources. */
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  readonly content?: string | Uint8Array;
  /** They replace objects below 10 with the same number. */
  readonly objects?: Objects;
}

const SQUARE = '9 9 50 50 re f';

/** A font that no reader has and that gets no substitute. */
export const FONT =
  '<</Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R>>';
const DESCRIPTOR =
  '<</Type/FontDescriptor/FontName/Vector/Flags 32/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/MissingWidth 500>>';

/** Object 4 is the content of the page, which is object 3. */
export function document({
  catalog = '',
  page = '',
  resources = '',
  content = SQUARE,
  objects,
  ...options
}: Parts): Uint8Array {
  return buildPdf(
    {
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
      4: { stream: content },
      ...objects,
    },
    options,
  );
}

/** A page that shows text in the font `/F`, which is object 7. */
export function textDocument({ resources = '', objects, ...parts }: Parts): Uint8Array {
  return document({
    ...parts,
    resources: `/Font<</F 7 0 R>>${resources}`,
    objects: { 7: FONT, 8: DESCRIPTOR, ...objects },
  });
}

/** Groups of whole documents as a table: `page /Rotate 90 | 20 [1 2] | 21 /Subtype/Form stream f` has an entry of the page and two objects. */
export const documents = (shared?: Shared, beside: Objects = {}) =>
  groups((text) => document(partsOf(text, beside)), shared, REASON_OF_BASE);
export const textDocuments = (shared?: Shared) => groups((text) => textDocument(partsOf(text)), shared, REASON_OF_BASE);

/** A builder of such documents that replaces `{}` by its piece. */
export const filled = (text: string) => (piece: string) => document(partsOf(text, {}, piece));
export const filledText = (text: string) => (piece: string) => textDocument(partsOf(text, {}, piece));

/** @param beside objects in every document */
function partsOf(text: string, beside: Objects = {}, piece?: string): Parts {
  const named: Record<string, string> = {};
  const objects: Record<number, BuiltObject> = { ...beside };
  const whole = (part: string): string => (piece === undefined ? part : part.replace('{}', () => piece));
  for (const part of text === '' ? [] : text.split(' | ')) {
    const [, name = '', value = ''] = /^(\w+) (.*)$/s.exec(part) ?? [];
    const [, dict, stream] = /^(.*?) stream (.*)$/s.exec(value) ?? [];
    if (!/^\d/.test(name)) named[name] = whole(value);
    else
      objects[Number(name)] =
        stream === undefined ? whole(value) : { ...(dict && { dict: whole(dict) }), stream: whole(stream) };
  }
  return { ...named, objects };
}
