import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Stream } from '#engine/pdf/syntax/objects.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { DAMAGE_KEY } from './damage.ts';

const CONTENT = '0 0 9 9 re f';
const FLATE = '/Filter/FlateDecode';
/** A stored block with the content, followed by the head of a block whose type does not exist. */
const OPENED = `\x78\x01\0\x0c\0\xf3\xff${CONTENT}\x07`;

function file(objects: Readonly<Record<number, BuiltObject>>, contents = '4 0 R', resources = ''): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${contents}/Resources<<${resources}>>>>`,
    4: { stream: CONTENT },
    ...objects,
  });
}

const drawn = (dict: string, stream: string): Uint8Array =>
  file({ 4: { stream: '/X Do' }, 5: { dict, stream } }, '4 0 R', '/XObject<</X 5 0 R>>');
const IMAGE = '/Type/XObject/Subtype/Image/Width 8/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray';
const font = (key: string, stream: string): Uint8Array =>
  file(
    {
      4: { stream: 'BT/F 9 Tf(a)Tj ET' },
      5: '<</Type/Font/Subtype/TrueType/BaseFont/Made/FirstChar 97/LastChar 97/Widths[500]/FontDescriptor 6 0 R>>',
      6: `<</Type/FontDescriptor/FontName/Made/Flags 4/${key} 7 0 R>>`,
      7: { dict: FLATE, stream },
    },
    '4 0 R',
    '/Font<</F 5 0 R>>',
  );

/** The size of a stored block and its complement (RFC 1951, 3.2.4). */
function sizeOf({ length }: string): string {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(length);
  size.writeUInt16LE(length ^ 0xffff, 2);
  return size.toString('latin1');
}

async function canonical(input: Uint8Array): Promise<{ bytes: Uint8Array; codes: string[] }> {
  const { bytes, report } = await normalize(input, { ...DEFAULT_OPTIONS, linearize: false });
  if (bytes === null) throw new Error(report.failure?.code);
  const again = await normalize(bytes, { ...DEFAULT_OPTIONS, linearize: false });
  expect(again.bytes).toEqual(bytes);
  return { bytes, codes: report.warnings.map(({ code }) => code) };
}

test.each<[string, (data: string) => Uint8Array]>([
  ['an image', (data) => drawn(`${IMAGE}${FLATE}`, data)],
  ['an image in JPEG behind another filter', (data) => drawn(`${IMAGE}/Filter[/FlateDecode/DCTDecode]`, data)],
  ['a form', (data) => drawn(`/Subtype/Form/BBox[0 0 9 9]${FLATE}`, data)],
  ['the content of a page', (data) => file({ 4: { dict: FLATE, stream: data } })],
  ['a part of the content of a page', (data) => file({ 5: { dict: FLATE, stream: data } }, '[4 0 R 5 0 R]')],
  ['a TrueType program', (data) => font('FontFile2', data)],
  ['a CFF program', (data) => font('FontFile3', data)],
  [
    'a profile',
    (data) =>
      file(
        { 4: { stream: '/C cs 1 sc 0 0 9 9 re f' }, 5: { dict: `/N 1${FLATE}`, stream: data } },
        '4 0 R',
        '/ColorSpace<</C[/ICCBased 5 0 R]>>',
      ),
  ],
])('documents that differ only behind damage in %s stay two documents, with a warning', async (_, build) => {
  for (const before of ['', OPENED]) {
    const [one, other] = [await canonical(build(`${before}first`)), await canonical(build(`${before}other`))];
    expect(one.bytes).not.toEqual(other.bytes);
    expect(one.codes).toContain('UNDECODABLE_STREAM');
  }
});

test('a stream of content holds what comes before the damage, and parts have one mark for all of them', async () => {
  const damaged = { dict: FLATE, stream: `${OPENED}first` };
  const { bytes } = await canonical(file({ 5: damaged, 6: damaged }, '[4 0 R 5 0 R 6 0 R]'));
  const [page] = openDocument(bytes).pages;
  const stream = page?.dict.get('Contents');
  expect(stream).toBeInstanceOf(Stream);
  expect(stream instanceof Stream && stream.dict.string(DAMAGE_KEY)?.bytes.length).toBe(32);
  const text = page && Buffer.from(openDocument(bytes).pageContent(page)).toString('latin1');
  expect(text?.match(/re/g)).toHaveLength(3);
});

test('documents that lost different objects of an object stream stay two documents, with a warning', async () => {
  const heads = '1 0 2 29 <</Type/Catalog/Pages 2 0 R>>\n<</Type/Pages/Kids[3 0 R]/Count 1>>';
  const lost = (data: string): Uint8Array =>
    buildPdf({
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
      4: { stream: CONTENT },
      6: {
        dict: `/Type/ObjStm/N 2/First 9${FLATE}`,
        stream: `\x78\x01\0${sizeOf(heads)}${heads}\x07${data}`,
      },
    });
  const [one, other] = [await canonical(lost('first')), await canonical(lost('other'))];
  expect(one.bytes).not.toEqual(other.bytes);
  expect(one.codes).toContain('UNDECODABLE_STREAM');
});

test('an entry that is no digest is removed', async () => {
  const plain = await canonical(file({}));
  for (const entry of ['(private)', '<</A 1>>', '[1 2]']) {
    const marked = await canonical(file({ 4: { dict: `/${DAMAGE_KEY}${entry}`, stream: CONTENT } }));
    expect(marked.bytes).toEqual(plain.bytes);
  }
});
