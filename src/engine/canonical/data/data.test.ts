import { expect, test } from 'vitest';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithTable } from '#engine/pdf/write/writer.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { plainJpeg } from './jpeg.ts';
import { plainJpeg2000 } from './jpeg2000.ts';

const bytes = (...parts: (string | number | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));

const segment = (marker: number, text: string): number[] => [
  0xff,
  marker,
  0,
  text.length + 2,
  ...Buffer.from(text, 'latin1'),
];

const SOI = [0xff, 0xd8];
const EOI = [0xff, 0xd9];
const SCAN = [...segment(0xda, 'scan'), 1, 0xff, 0, 2, 0xff, 0xd0, 3];

test('a JPEG file loses comments, application data and what is behind its end', () => {
  const plain = bytes(SOI, segment(0xe0, 'JFIF\0\x01'), segment(0xee, 'Adobe\0d'), segment(0xdb, 'q'), SCAN, EOI);
  const full = bytes(
    SOI,
    segment(0xe0, 'JFIF\0\x01'),
    segment(0xe0, 'JFXX\0'),
    segment(0xe1, 'Exif\0\0'),
    segment(0xe2, 'ICC_PROFILE\0'),
    segment(0xee, 'Adobe\0d'),
    segment(0xfe, 'made by'),
    segment(0xdb, 'q'),
    SCAN,
    EOI,
    'behind',
  );
  expect(plainJpeg(full)).toEqual(plain);
  expect(plainJpeg(plain)).toBe(plain);
});

test('a JPEG file that is not whole stays as it is', () => {
  for (const broken of [bytes(SOI, segment(0xfe, 'x'), SCAN), bytes('no'), bytes(SOI, segment(0xfe, 'x'), 0), bytes()])
    expect(plainJpeg(broken)).toBe(broken);
});

const box = (type: string, content: string): number[] => [0, 0, 0, 8 + content.length, ...Buffer.from(type + content)];

test('a JPEG 2000 file loses boxes that say nothing of its picture', () => {
  const plain = bytes(box('jP  ', 'x'), box('ftyp', 'y'), box('jp2h', 'z'), box('jp2c', 'data'));
  const full = bytes(
    box('jP  ', 'x'),
    box('ftyp', 'y'),
    box('xml ', '<x/>'),
    box('jp2h', 'z'),
    box('uuid', 'u'),
    box('jp2c', 'data'),
  );
  expect(plainJpeg2000(full)).toEqual(plain);
  const offsets = bytes(box('jP  ', 'x'), box('xml ', 'y'), box('ftbl', 'z'));
  expect(plainJpeg2000(offsets)).toBe(offsets);
});

function canonical(objects: Readonly<Record<number, BuiltObject>>, page = ''): string {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources 5 0 R${page}>>`,
    4: { stream: '/I Do /F 9 Tf /G gs /X Do' },
    ...objects,
  });
  return Buffer.from(writeWithTable(canonicalize(openDocument(file)), '1.4')).toString('latin1');
}

test('bytes behind the samples of an image and behind a profile mean nothing', () => {
  const profile = `\0\0\0\x80${'.'.repeat(32)}acsp${'.'.repeat(88)}`;
  const image = (data: string, tail: string): Readonly<Record<number, BuiltObject>> => ({
    5: '<</XObject<</I 6 0 R>>>>',
    6: { dict: '/Subtype/Image/Width 1/Height 2/BitsPerComponent 8/ColorSpace[/ICCBased 7 0 R]', stream: data },
    7: { dict: '/N 3', stream: profile + tail },
  });
  expect(canonical(image('abcdef\n', ' tail'))).toBe(canonical(image('abcdef', '')));
  expect(canonical(image('abcdeX', ''))).not.toBe(canonical(image('abcdef', '')));
});

test('private entries go where it is known what a dictionary is', () => {
  const objects = (key: string): Readonly<Record<number, BuiltObject>> => ({
    5: '<</Font<</F 6 0 R/Font 6 0 R>>/ExtGState<</G 7 0 R>>/XObject<</X 8 0 R>>>>',
    6: `<</Type/Font/Subtype/Type1/BaseFont/A/Encoding<</Differences[1/a]>>/FontDescriptor<</Flags 4${key}>>${key}>>`,
    7: `<</CA 1/SMask<</S/Alpha/G 8 0 R>>${key}>>`,
    8: { dict: `/Subtype/Form/BBox[0 0 1 1]/Group<</S/Transparency${key}>>${key}`, stream: 'n' },
  });
  const plain = canonical(objects(''));
  expect(canonical(objects('/Private 1/PieceInfo<<>>/LastModified(D:2020)'), '/Thumb 8 0 R/LastModified(D:1)')).toBe(
    plain,
  );
  expect(plain).toContain('/Differences[1/a]');
  expect(plain).toContain('/S/Alpha');
});

test('a stream where a dictionary belongs stays readable', () => {
  const file = canonical({
    5: '<</Font<</F 6 0 R>>>>',
    6: '<</Type/Font/Subtype/Type1/BaseFont/A/FontDescriptor 7 0 R>>',
    7: { stream: 'n '.repeat(50) },
  });
  expect(file).toMatch(/\/Filter\/FlateDecode\/Length \d+>>|\/Length \d+\/Filter\/FlateDecode>>/);
  const again = writeWithTable(canonicalize(openDocument(Buffer.from(file, 'latin1'))), '1.4');
  expect(Buffer.from(again).toString('latin1')).toBe(file);
});

test('files of millions of parts that nobody reads lose them one by one', () => {
  const many = (part: readonly number[]): number[] => Array.from({ length: 50_000 }, () => part).flat();
  const comments = Uint8Array.from([...SOI, ...many([...segment(0xfe, ''), ...segment(0xdb, '')]), ...EOI]);
  expect(plainJpeg(comments)).toEqual(Uint8Array.from([...SOI, ...many(segment(0xdb, '')), ...EOI]));
  const boxes = Uint8Array.from(many([...box('jp2c', ''), ...box('free', '')]));
  expect(plainJpeg2000(boxes)).toEqual(Uint8Array.from(many(box('jp2c', ''))));
});
