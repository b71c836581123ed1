import { expect, test } from 'vitest';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { type CffProgram, newProgram, writeCff } from '#engine/fonts/cff/cff.ts';
import { fontBytes } from '#engine/fonts/opentype.ts';
import { programOf } from '#engine/fonts/programs.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { writeWithTable } from '#engine/write/file/writer.ts';
import { renderPage } from '#engine/text/pdfium.ts';
import { buildPdf, type BuiltObject } from '#test/support/builders/pdf.ts';

type Objects = Readonly<Record<number, BuiltObject>>;

const [ONE, OTHER] = ['ABCDEF', 'QXZVBN'];

/** One page that shows `AB` with the font F1, which is object 10. */
function page(objects: Objects, resources = '/F1 10 0 R'): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 40]/Contents 4 0 R/Resources<</Font<<${resources}>>>>>>`,
    4: { stream: 'BT /F1 24 Tf 10 10 Td (AB) Tj /F2 24 Tf (AB) Tj ET' },
    ...objects,
  });
}

interface Simple {
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3';
  readonly program: Uint8Array;
  readonly tag: string;
  readonly name?: string;
}

function simple({ key, program, tag, name = 'Face' }: Simple): { 10: string; 11: string; 12: BuiltObject } {
  const subtype = key === 'FontFile2' ? 'TrueType' : 'Type1';
  return {
    10: `<</Type/Font/Subtype/${subtype}/BaseFont/${tag}+${name}/FirstChar 65/LastChar 66/Widths[700 700]/Encoding/WinAnsiEncoding/FontDescriptor 11 0 R>>`,
    11: `<</Type/FontDescriptor/FontName/${tag}+${name}/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent 0/CapHeight 700/StemV 80/${key} 12 0 R>>`,
    12: { dict: key === 'FontFile3' ? '/Subtype/Type1C' : '', stream: program },
  };
}

const canonical = (file: Uint8Array): Uint8Array => writeWithTable(canonicalize(openDocument(file)), '1.7');

/** The canonical file. It must be its own canonical form. */
function settled(file: Uint8Array): string {
  const bytes = canonical(file);
  expect(Buffer.compare(canonical(bytes), bytes)).toBe(0);
  return Buffer.from(bytes).toString('latin1');
}

function expectSame(build: (tag: string) => Uint8Array): void {
  expect(Buffer.compare(build(ONE), build(OTHER))).not.toBe(0);
  expect(settled(build(ONE))).toBe(settled(build(OTHER)));
}

const tagsIn = (text: string): string[] => [...text.matchAll(/([A-Z]{6})\+/g)].map(([, tag = '']) => tag);

function programIn(file: Uint8Array): Buffer {
  const pdf = openDocument(file);
  const stream = pdf
    .reachable()
    .filter((container) => container instanceof Dict)
    .flatMap((dict) => ['FontFile', 'FontFile2', 'FontFile3'].map((key) => dict.stream(key)))
    .find((found) => found !== undefined);
  return Buffer.from((stream && pdf.bytesOf(stream)) ?? new Uint8Array());
}

/** A CFF program with the tag in the Name INDEX and in the strings of FullName and FamilyName. */
function compact(tag: string, more: Partial<CffProgram> = {}): Uint8Array {
  const program = { ...programOf('Helvetica').cff, ...more };
  const first = program.strings.length + 391;
  const reference = (sid: number, operator: number): CffProgram['topDict'][number] => ({
    operator,
    operands: [sid],
    bytes: new Uint8Array([28, sid >> 8, sid & 255, operator]),
  });
  const isName = ({ operator }: { readonly operator: number }): boolean => operator === 2 || operator === 3;
  return writeCff({
    ...program,
    name: Buffer.from(`${tag}+Face`),
    strings: [...program.strings, Buffer.from(`${tag}+Face Full`), Buffer.from(`${tag}+Family`)],
    topDict: [...program.topDict.filter((entry) => !isName(entry)), reference(first, 2), reference(first + 1, 3)],
  });
}

function indexOf(...items: readonly Uint8Array[]): Buffer {
  const ends = items.map((_, last) => items.slice(0, last + 1).reduce((sum, { length }) => sum + length, 1));
  return Buffer.concat([Buffer.from([0, items.length, 1, 1, ...ends]), ...items]);
}

/** The names of a CID-keyed CFF program. Two of its Font DICTs have a FontName. */
function cidKeyed(tag: string): Uint8Array {
  const sid = (value: number): number[] => [28, value >> 8, value & 255];
  const strings = indexOf(...['Adobe', 'Identity', `${tag}+Face-A`, `${tag}+Face-B`].map((text) => Buffer.from(text)));
  const fonts = indexOf(Buffer.from([...sid(393), 12, 38]), Buffer.from([...sid(394), 12, 38]));
  const head = Buffer.concat([Buffer.from([1, 0, 4, 1]), indexOf(Buffer.from(`${tag}+Face`))]);
  const top = (offset: number): Buffer =>
    indexOf(Buffer.from([...sid(391), ...sid(392), 139, 12, 30, ...sid(offset), 12, 36]));
  const start = head.length + top(0).length + strings.length + 2;
  return Buffer.concat([head, top(start), strings, Buffer.alloc(2), fonts]);
}

interface TableAt {
  readonly entry: number;
  readonly start: number;
  readonly length: number;
}

function tableOf(bytes: Buffer, tag: string): TableAt {
  for (let entry = 12; entry < 12 + 16 * bytes.readUInt16BE(4); entry += 16)
    if (bytes.toString('latin1', entry, entry + 4) === tag)
      return { entry, start: bytes.readUInt32BE(entry + 8), length: bytes.readUInt32BE(entry + 12) };
  throw new Error(`The program has no table ${tag}.`);
}

/** Liberation Sans with the tag in front of its names, in all encodings. */
function trueType(tag: string): Buffer {
  const bytes = Buffer.from(fontBytes('LiberationSans-Regular'));
  const { start } = tableOf(bytes, 'name');
  for (let record = start + 6; record < start + 6 + 12 * bytes.readUInt16BE(start + 2); record += 12) {
    if (![1, 3, 4, 6].includes(bytes.readUInt16BE(record + 6))) continue;
    const wide = bytes.readUInt16BE(record) === 1 ? 1 : 2;
    const text = start + bytes.readUInt16BE(start + 4) + bytes.readUInt16BE(record + 10);
    for (const [index, letter] of [...`${tag}+`].entries()) bytes[text + (index + 1) * wide - 1] = letter.charCodeAt(0);
  }
  return bytes;
}

function sumOf(bytes: Buffer): number {
  const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
  let sum = 0;
  for (let at = 0; at + 4 <= padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

/** An OpenType program with two tables. */
function openType(tag: string): Uint8Array {
  const head = Buffer.alloc(12 + 2 * 16);
  head.write('OTTO', 'latin1');
  head.writeUInt16BE(2, 4);
  const cff = compact(tag);
  const tables = [
    ['CFF ', Buffer.concat([cff, Buffer.alloc(3 - ((cff.length + 3) % 4))])],
    ['head', Buffer.alloc(54)],
  ] as const;
  let at = head.length;
  for (const [index, [name, data]] of tables.entries()) {
    head.write(name, 12 + 16 * index, 'latin1');
    head.writeUInt32BE(at, 12 + 16 * index + 8);
    head.writeUInt32BE(data.length, 12 + 16 * index + 12);
    at += data.length;
  }
  return Buffer.concat([head, ...tables.map(([, data]) => data)]);
}

function type1(tag: string, encrypted = 'ABCDEF+ in data'): Uint8Array {
  return Buffer.from(
    `%!PS-AdobeFont-1.0: ${tag}+Face\n/FontInfo 2 dict dup begin\n/FullName (${tag}+Face Full) readonly def\n` +
      `/FamilyName(${tag}+Face) def end\n/FontName /${tag}+Face def\ncurrentfile eexec\n${encrypted}`,
    'latin1',
  );
}

test('the tag of a CFF program is the same wherever the program and its font name it', async () => {
  const build = (tag: string): Uint8Array => page(simple({ key: 'FontFile3', program: compact(tag), tag }));
  expectSame(build);
  const text = settled(build(ONE));
  const tags = [...tagsIn(text), ...tagsIn(programIn(Buffer.from(text, 'latin1')).toString('latin1'))];
  expect(tags).toHaveLength(5);
  expect(new Set(tags).size).toBe(1);
  expect(tags).not.toContain(ONE);
  expect(await renderPage(canonical(build(ONE)), 0, 180)).toEqual(await renderPage(build(ONE), 0, 180));
});

test('the Font DICTs of a CID-keyed CFF program get the tag', () => {
  const build = (tag: string): Uint8Array => page(simple({ key: 'FontFile3', program: cidKeyed(tag), tag }));
  expectSame(build);
  const tags = tagsIn(programIn(canonical(build(ONE))).toString('latin1'));
  expect(tags).toHaveLength(3);
  expect(new Set(tags).size).toBe(1);
});

test('the names of a TrueType program get the tag in all encodings, and its checksums are right', async () => {
  const build = (tag: string): Uint8Array => page(simple({ key: 'FontFile2', program: trueType(tag), tag }));
  expectSame(build);
  const file = canonical(build(ONE));
  const [tag = ''] = tagsIn(Buffer.from(file).toString('latin1'));
  const program = programIn(file);
  expect(program.includes(`${tag}+`, 0, 'latin1')).toBe(true);
  expect(program.includes(Buffer.from(`${tag}+`, 'utf16le').swap16())).toBe(true);
  expect(program.includes(`${ONE}+`)).toBe(false);
  const { entry, start, length } = tableOf(program, 'name');
  expect(program.readUInt32BE(entry + 4)).toBe(sumOf(program.subarray(start, start + length)));
  expect(sumOf(program)).toBe(0xb1b0afba);
  expect(await renderPage(file, 0, 180)).toEqual(await renderPage(build(ONE), 0, 180));
});

test('an OpenType program with CFF outlines gets its tag in the table of outlines', () => {
  expectSame((tag) => {
    const objects = simple({ key: 'FontFile3', program: openType(tag), tag });
    return page({ ...objects, 12: { dict: '/Subtype/OpenType', stream: openType(tag) } });
  });
});

test('the clear text of a Type 1 program gets the tag, and what is encrypted stays', () => {
  const build = (tag: string): Uint8Array => page(simple({ key: 'FontFile', program: type1(tag), tag }));
  expectSame(build);
  const program = programIn(canonical(build(OTHER))).toString('latin1');
  expect(program).toContain('ABCDEF+ in data');
  expect(new Set(tagsIn(program.split('eexec')[0] ?? '')).size).toBe(1);
});

test('a Type 0 font, its CIDFont and its ToUnicode CMap have one tag', async () => {
  const cmap = (tag: string): string =>
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (${tag}+Face) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /${tag}+Face def\n/CMapType 2 def\n1 begincodespacerange <0000> <ffff> endcodespacerange\n1 beginbfchar <4142> <0041> endbfchar\nendcmap`;
  const build = (tag: string): Uint8Array =>
    page({
      ...simple({ key: 'FontFile2', program: trueType(tag), tag }),
      10: `<</Type/Font/Subtype/Type0/BaseFont/${tag}+Face/Encoding/Identity-H/DescendantFonts[13 0 R]/ToUnicode 14 0 R>>`,
      13: `<</Type/Font/Subtype/CIDFontType2/BaseFont/${tag}+Face/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 11 0 R/CIDToGIDMap/Identity/DW 600>>`,
      14: { dict: `/CMapName/${tag}+Face`, stream: cmap(tag) },
    });
  expectSame(build);
  const names = tagsIn(settled(build(ONE))).filter((tag) => tag !== 'AAAAAA');
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
  expect(await renderPage(canonical(build(ONE)), 0, 180)).toEqual(await renderPage(build(ONE), 0, 180));
});

test('white space at the end of a ToUnicode CMap means nothing, with a tag and without, and other data keep it', () => {
  const file = (name: string, stream: string): string =>
    settled(page({ 10: `<</Type/Font/Subtype/Type1/BaseFont/${name}/ToUnicode 14 0 R>>`, 14: { stream } }));
  for (const name of ['Helvetica', 'ABCDEF+Face']) {
    expect(file(name, 'begincmap endcmap\r\n ')).toBe(file(name, 'begincmap endcmap'));
    expect(file(name, 'data \0')).not.toBe(file(name, 'data'));
  }
});

test('a font whose names have different tags gets one', () => {
  const file = page(simple({ key: 'FontFile3', program: compact(OTHER), tag: ONE }));
  expect(settled(file)).toBe(settled(page(simple({ key: 'FontFile3', program: compact(ONE), tag: ONE }))));
});

test('a tag that the descriptor alone has is spelled too, and the other names get none', () => {
  const build = (tag: string): Uint8Array => {
    const font = simple({ key: 'FontFile3', program: compact(tag), tag });
    return page({ ...font, 10: font[10].replace(`${tag}+`, '') });
  };
  expectSame(build);
  expect(settled(build(ONE))).toContain('/BaseFont/Face');
});

test('tags of fonts without a program are one tag, in the font and in its descriptor', () => {
  const font = (tag: string, name: string): Uint8Array =>
    page({
      10: `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[9]/Encoding<</Differences[65/A]>>/CharProcs<</A 13 0 R>>/FontDescriptor 11 0 R${name}>>`,
      11: `<</Type/FontDescriptor/FontName/${tag}+Face/Flags 4>>`,
      13: { stream: '9 0 d0 0 0 9 9 re f' },
    });
  for (const name of ['', '/BaseFont/ABCDEF+Face']) expectSame((tag) => font(tag, name.replace(ONE, tag)));
  expect(tagsIn(settled(font(OTHER, '')))).toEqual(['AAAAAA']);
});

test('fonts that share a program have one tag, in whatever order they are named', () => {
  const build = (first: string, second: string): Uint8Array => {
    const objects = simple({ key: 'FontFile3', program: compact(first), tag: first });
    const { 10: font, 11: descriptor } = objects;
    const shared = {
      20: font.replace(`${first}+Face`, `${second}+Other`).replace('11 0 R', '21 0 R'),
      21: descriptor.replace(`${first}+Face`, `${second}+Other`),
    };
    return page({ ...objects, ...shared }, '/F1 10 0 R/F2 20 0 R');
  };
  expect(settled(build(ONE, OTHER))).toBe(settled(build(OTHER, ONE)));
  expect(new Set(tagsIn(settled(build(ONE, OTHER)))).size).toBe(1);
});

test('a program that no reader can take apart gives a tag by its bytes', () => {
  const build = (tag: string, bytes: string): Uint8Array =>
    page(simple({ key: 'FontFile3', program: Buffer.from(bytes, 'latin1'), tag }));
  expectSame((tag) => build(tag, 'no font at all'));
  expect(tagsIn(settled(build(ONE, 'one')))).not.toEqual(tagsIn(settled(build(ONE, 'two'))));
});

test('letters outside of names stay: in outlines, and where tables overlap', () => {
  const outline = newProgram(
    `${ONE}+Face`,
    new Map([
      ['.notdef', Buffer.from([14])],
      ['A', Buffer.from(`${ONE}+\x0e`, 'latin1')],
    ]),
    [0, 0, 1000, 1000],
  );
  const compactFile = page(simple({ key: 'FontFile3', program: writeCff(outline), tag: ONE }));
  expect(programIn(canonical(compactFile)).toString('latin1').split(`${ONE}+`)).toHaveLength(2);
  const program = trueType(ONE);
  const [names, outlines] = [tableOf(program, 'name'), tableOf(program, 'glyf')];
  program.writeUInt32BE(names.start, outlines.entry + 8);
  const overlapping = page(simple({ key: 'FontFile2', program, tag: ONE }));
  settled(overlapping);
  expect(Buffer.compare(programIn(canonical(overlapping)), program)).toBe(0);
});

test('fonts that differ in an outline, in a name or in whether there is a tag stay apart', () => {
  const build = (program: Uint8Array, name = 'Face'): string =>
    settled(page(simple({ key: 'FontFile3', program, tag: ONE, name })));
  const { charStrings } = programOf('Helvetica').cff;
  const redrawn = compact(ONE, { charStrings: [...charStrings.slice(0, -1), Buffer.from([14])] });
  expect(tagsIn(build(redrawn))).not.toEqual(tagsIn(build(compact(ONE))));
  expect(build(compact(ONE), 'Other')).not.toBe(build(compact(ONE)));
  const plain = Buffer.from(page(simple({ key: 'FontFile3', program: compact(ONE), tag: ONE })))
    .toString('latin1')
    .replaceAll(`/${ONE}+Face`, '/FaceFaceFac');
  const file = Buffer.from(plain, 'latin1');
  expect(settled(file)).toContain('/FaceFaceFac');
  expect(programIn(canonical(file)).includes(`${ONE}+Face`)).toBe(true);
});
