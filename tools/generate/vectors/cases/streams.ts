/** Clause 9: filters of streams, and data that no reader uses. */
import { deflate } from '#engine/pdf/filters/flate.ts';
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import { document, documents, FONT, textDocument } from '#tools/generate/vectors/document.ts';
import { type Group, groupOfFiles, groups, signed } from '#tools/generate/vectors/vector.ts';

const CONTENT = '0 0 9 9 re f';
const hex = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('hex');
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const fromHex = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1');
const flate = (text: string): string => latin1(deflate(Buffer.from(text, 'latin1')));
const deflated = flate(CONTENT);
const FLATE = '/Filter/FlateDecode';
/** The content as flate data in a stored block, before a block with an invalid type. */
const opened = `\x78\x01\0\x0c\0\xf3\xff${CONTENT}\x07`;

/** The same content with each data filter. */
const ENCODED: Readonly<Record<string, BuiltObject>> = {
  'No filter.': { stream: CONTENT },
  'ASCIIHexDecode.': { dict: '/Filter/ASCIIHexDecode', stream: `${hex(CONTENT)}>` },
  'ASCIIHexDecode in an array, in capitals, with white space.': {
    dict: '/Filter[/ASCIIHexDecode]',
    stream: `${hex(CONTENT).toUpperCase().replaceAll(/(..)/g, '$1 \n')}>`,
  },
  'ASCII85Decode.': { dict: '/Filter/ASCII85Decode', stream: '0H`%l3?U=)Eb-A*~>' },
  'LZWDecode.': { dict: '/Filter/LZWDecode', stream: fromHex('800c04030100e44039101c8ca2033404') },
  'RunLengthDecode.': { dict: '/Filter/RunLengthDecode', stream: `\x0b${CONTENT}\x80` },
  'FlateDecode.': { dict: '/Filter/FlateDecode', stream: deflated },
  'FlateDecode by its abbreviation.': { dict: '/Filter/Fl', stream: deflated },
  'FlateDecode of blocks that are stored.': {
    dict: '/Filter/FlateDecode',
    stream: `\x78\x01\x01\x0c\0\xf3\xff${CONTENT}\x0e\xe7\x02\xb0`,
  },
  'FlateDecode without its checksum.': { dict: '/Filter/FlateDecode', stream: deflated.slice(0, -4) },
  'FlateDecode with a predictor of PNG.': {
    dict: '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 12>>',
    stream: flate(`\0${CONTENT}`),
  },
  'FlateDecode with the predictor Up of PNG in each row.': {
    dict: '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 1>>',
    stream: flate(rows(CONTENT)),
  },
  'FlateDecode with the predictor of TIFF.': {
    dict: '/Filter/FlateDecode/DecodeParms<</Predictor 2/Columns 12>>',
    stream: flate(differences(CONTENT)),
  },
  'FlateDecode with a predictor of 1.': { dict: '/Filter/FlateDecode/DecodeParms<</Predictor 1>>', stream: deflated },
  'BrotliDecode.': { dict: '/Filter/BrotliDecode', stream: fromHex('8b058030203020392039207265206603') },
  'Two filters.': { dict: '/Filter[/ASCIIHexDecode/FlateDecode]', stream: `${hex(Buffer.from(deflated, 'latin1'))}>` },
  'Two filters with parameters.': {
    dict: '/Filter[/AHx/Fl]/DecodeParms[null<</Predictor 12/Columns 12>>]',
    stream: `${hex(Buffer.from(flate(`\0${CONTENT}`), 'latin1'))}>`,
  },
  'A filter `Crypt` that is the identity.': {
    dict: '/Filter[/Crypt/ASCIIHexDecode]/DecodeParms[<</Name/Identity>>null]',
    stream: `${hex(CONTENT)}>`,
  },
  'The decoded length.': { dict: '/DL 12', stream: CONTENT },
  'An empty array of filters.': { dict: '/Filter[]', stream: CONTENT },
};

function rows(text: string): string {
  let last = 0;
  return [...Buffer.from(text)]
    .map((byte) => {
      const row = `\x02${String.fromCharCode((byte - last) & 0xff)}`;
      last = byte;
      return row;
    })
    .join('');
}

function differences(text: string): string {
  let last = 0;
  return [...Buffer.from(text)]
    .map((byte) => {
      const difference = String.fromCharCode((byte - last) & 0xff);
      last = byte;
      return difference;
    })
    .join('');
}

const contentOf = (stream: BuiltObject): Uint8Array => document({ objects: { 4: stream } });
const image = (dict: string, stream: string): Uint8Array =>
  document({
    resources: '/XObject<</X 20 0 R>>',
    content: '/X Do',
    objects: {
      20: {
        dict: `/Type/XObject/Subtype/Image/Width 8/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${dict}`,
        stream,
      },
    },
  });
const form = (dict: string, stream = CONTENT): Uint8Array =>
  document({
    resources: '/XObject<</X 20 0 R>>',
    content: '/X Do',
    objects: { 20: { dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${dict}`, stream } },
  });

const segment = (marker: number, text: string): string =>
  `\xff${String.fromCharCode(marker)}\0${String.fromCharCode(text.length + 2)}${text}`;
const SCAN = `${segment(0xda, 'scan')}\x01\xff\0\x02\xff\xd0\x03`;
const jpeg = (...parts: readonly string[]): string => `\xff\xd8${parts.join('')}`;
const JFIF = segment(0xe0, 'JFIF\0\x01');
const ADOBE = segment(0xee, 'Adobe\0d');
const TABLES = segment(0xdb, 'q');
const box = (type: string, data: string): string => `\0\0\0${String.fromCharCode(8 + data.length)}${type}${data}`;
const BOXES = [box('jP  ', 'x'), box('ftyp', 'y'), box('jp2h', 'z'), box('jp2c', 'data')] as const;

export function streamGroups(): Group[] {
  const profile = (size: string, tail: string): Uint8Array =>
    document({
      resources: '/ColorSpace<</C[/ICCBased 20 0 R]>>',
      content: '/C cs 1 sc 0 0 9 9 re f',
      objects: { 20: { dict: '/N 1', stream: `${size}${'.'.repeat(32)}acsp${'.'.repeat(88)}${tail}` } },
    });
  const { 'No filter.': plain, ...filtered } = ENCODED;
  const long = `${CONTENT} `.repeat(20);
  return [
    groupOfFiles('9.1', 'Filters of data', contentOf(plain ?? ''), {
      ...signed(
        '=',
        Object.fromEntries(Object.entries(filtered).map(([reason, stream]) => [reason, contentOf(stream)])),
      ),
      '≠ Other data.': contentOf({ dict: '/Filter/ASCIIHexDecode', stream: `${hex('0 0 9 8 re f')}>` }),
    }),
    groupOfFiles('9.1', 'Filters of data before a form', form(''), {
      '= ASCIIHexDecode.': form('/Filter/ASCIIHexDecode', `${hex(CONTENT)}>`),
      '= FlateDecode.': form('/Filter/FlateDecode', deflated),
      '≠ Other data.': form('', '0 0 9 8 re f'),
    }),
    ...documents()`
      # 9.1 Data that are damaged
        4 /Filter/ASCIIHexDecode stream 302030203920392072652066206ex!
        ≠ All data are there. :: content 0 0 9 9 re f n n
    `,
    groupOfFiles('9.7', 'Flate data of an image that are damaged from the first byte', image(FLATE, 'abcdefgh'), {
      '≠ Other data.': image(FLATE, 'abcdefgH'),
      '≠ Another filter.': image('/Filter/LZWDecode', 'abcdefgh'),
      '≠ No data.': image('', ''),
    }),
    groupOfFiles('9.7', 'Content that is damaged', contentOf({ dict: FLATE, stream: `${opened}first` }), {
      '≠ Other data behind the damage.': contentOf({ dict: FLATE, stream: `${opened}other` }),
      '≠ The data end before the damage.': contentOf({ stream: CONTENT }),
    }),
    ...documents()`
      # 9.7 A mark of another document
        4 /XXUndecoded<0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a> stream 0 0 9 9 re f
        ≠ No mark. :: content 0 0 9 9 re f
      # 9.7 An entry that is no mark
        content 0 0 9 9 re f
        = A short string. :: 4 /XXUndecoded(private) stream 0 0 9 9 re f
        = A dictionary. :: 4 /XXUndecoded<</A 1>> stream 0 0 9 9 re f
      # 9.5 A filter that is not known
        resources /XObject<</X 20 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Image/Width 8/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray stream abcdefgh
        ≠ An image keeps its bytes. :: resources /XObject<</X 20 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Image/Width 8/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FooDecode stream abcdefgh
        ✗ Content. :: 4 /Filter/FooDecode stream 0 0 9 9 re f
        ✗ A form. :: resources /XObject<</X 20 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/FooDecode stream 0 0 9 9 re f
        ✗ An array of filters. :: 4 /Filter[/ASCIIHexDecode/FooDecode] stream 302030203920392072652066>
        ✗ A font program. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf(a)Tj ET
          | 20 <</Type/Font/Subtype/Type1/BaseFont/Vector/FontDescriptor<</Type/FontDescriptor/FontName/Vector/Flags 4/FontFile 21 0 R>>>>
          | 21 /Filter/FooDecode stream x
        ✗ A shared dictionary of Brotli. :: 4 /Filter/BrotliDecode/DecodeParms<</D 21 0 R>> stream x
      # 9.5 A filter that is not known, before data that are removed
        ∅
        = Private data of the page. :: page /PieceInfo<</A<</Private 20 0 R>>>> | 20 /Filter/FooDecode stream x
    `,
    groupOfFiles('9.2', 'Flate', contentOf({ stream: long }), {
      '= Compressed before.': contentOf({ dict: '/Filter/FlateDecode', stream: flate(long) }),
      '= Compressed twice before.': contentOf({
        dict: '/Filter[/FlateDecode/FlateDecode]',
        stream: flate(flate(long)),
      }),
      '≠ One rectangle less.': contentOf({ stream: `${CONTENT} `.repeat(19) }),
    }),
    ...[30, 31, 32, 33, 100].map((length) =>
      groupOfFiles('9.2', `${length} bytes of data`, sized(length), { '≠ One byte more.': sized(length + 1) }),
    ),
    groupOfFiles('9.3', 'Streams without data', form('', ''), {
      '= White space.': form('', ' \n'),
      '= FlateDecode of nothing.': form('/Filter/FlateDecode', flate('')),
      '= A comment.': form('', '% nothing'),
      '≠ An operator.': form('', 'n'),
    }),
    ...(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'] as const).map((filter) =>
      groupOfFiles('9.4', `The filter ${filter}`, image(`/Filter/${filter}`, 'image data'), {
        '= An array of one filter.': image(`/Filter[/${filter}]`, 'image data'),
        '= ASCIIHexDecode before it.': image(`/Filter[/ASCIIHexDecode/${filter}]`, `${hex('image data')}>`),
        '= FlateDecode before it, with null as parameters.': image(
          `/Filter[/FlateDecode/${filter}]/DecodeParms[null null]`,
          flate('image data'),
        ),
        '= Empty parameters.': image(`/Filter/${filter}/DecodeParms<<>>`, 'image data'),
        '= Private parameters.': image(
          `/Filter/${filter}/DecodeParms${filter === 'JPXDecode' ? '<<>>' : '<</Private 1>>'}`,
          'image data',
        ),
        '≠ Other data.': image(`/Filter/${filter}`, 'image Data'),
      }),
    ),
    ...groups((parms) => image(`/Filter/DCTDecode${parms}`, 'image data'))`
      # 9.4 Parameters of \`DCTDecode\`
        /DecodeParms<</ColorTransform 0>>
        = /DecodeParms[<</ColorTransform 0>>] ¦ /DecodeParms<</ColorTransform 0/Quality 65>>
        ≠ /DecodeParms<</ColorTransform 1>> ¦ ∅
    `,
    groupOfFiles(
      '9.6',
      'Segments of JPEG files',
      image('/Filter/DCTDecode', jpeg(JFIF, ADOBE, TABLES, SCAN, '\xff\xd9')),
      {
        '= A comment.': image(
          '/Filter/DCTDecode',
          jpeg(JFIF, ADOBE, segment(0xfe, 'made by'), TABLES, SCAN, '\xff\xd9'),
        ),
        '= JFXX.': image('/Filter/DCTDecode', jpeg(JFIF, segment(0xe0, 'JFXX\0'), ADOBE, TABLES, SCAN, '\xff\xd9')),
        '= Exif.': image('/Filter/DCTDecode', jpeg(JFIF, segment(0xe1, 'Exif\0\0'), ADOBE, TABLES, SCAN, '\xff\xd9')),
        '= A profile.': image(
          '/Filter/DCTDecode',
          jpeg(JFIF, segment(0xe2, 'ICC_PROFILE\0'), ADOBE, TABLES, SCAN, '\xff\xd9'),
        ),
        '= APP15.': image('/Filter/DCTDecode', jpeg(JFIF, ADOBE, segment(0xef, 'x'), TABLES, SCAN, '\xff\xd9')),
        '= Bytes behind the end.': image('/Filter/DCTDecode', jpeg(JFIF, ADOBE, TABLES, SCAN, '\xff\xd9', 'behind')),
        '≠ Without JFIF.': image('/Filter/DCTDecode', jpeg(ADOBE, TABLES, SCAN, '\xff\xd9')),
        '≠ Without the marker of Adobe.': image('/Filter/DCTDecode', jpeg(JFIF, TABLES, SCAN, '\xff\xd9')),
        '≠ No end.': image('/Filter/DCTDecode', jpeg(JFIF, ADOBE, TABLES, SCAN)),
      },
    ),
    groupOfFiles(
      '9.6',
      'A JPEG file that is not whole keeps its bytes',
      image('/Filter/DCTDecode', jpeg(segment(0xfe, 'x'), SCAN)),
      { '≠ Without the comment.': image('/Filter/DCTDecode', jpeg(SCAN)) },
    ),
    groupOfFiles('9.6', 'Boxes of JPEG 2000 files', image('/Filter/JPXDecode', BOXES.join('')), {
      ...signed(
        '=',
        Object.fromEntries(
          ['xml ', 'uuid', 'uinf', 'free'].map((type) => [
            `A box ${type.trim()}.`,
            image('/Filter/JPXDecode', [BOXES[0], BOXES[1], box(type, 'private'), BOXES[2], BOXES[3]].join('')),
          ]),
        ),
      ),
      '≠ Another box.': image('/Filter/JPXDecode', [...BOXES, box('ftbl', 'x')].join('')),
      '≠ Another header.': image('/Filter/JPXDecode', [BOXES[0], BOXES[1], box('jp2h', 'Z'), BOXES[3]].join('')),
    }),
    groupOfFiles('9.6', 'Bytes behind the samples', image('', 'abcdefgh'), {
      '= A line feed.': image('', 'abcdefgh\n'),
      '= Many bytes.': image('', 'abcdefghijklmnop'),
      '≠ Other samples.': image('', 'abcdefgH'),
      '≠ Less samples.': image('', 'abcdefg'),
    }),
    ...groups((end) => mapped(`begincmap endcmap${end}`))`
      # 9.6 White space at the end of a ToUnicode CMap
        ∅
        = \x20 ¦ \n ¦ \r\n\0 \t
        ≠ \x20% end ¦ \x201
    `,
    ...groups((end) => mapped(`data${end}`))`
      # 9.6 White space at the end of other data
        ∅
        ≠ \n ¦ \x20
    `,
    groupOfFiles('9.6', 'Bytes behind a profile', profile('\0\0\0\x80', ''), {
      '= Four bytes.': profile('\0\0\0\x80', 'tail'),
      '≠ The size says that they belong to it.': profile('\0\0\0\x84', 'tail'),
      '≠ Another size.': profile('\0\0\0\x81', ''),
    }),
  ];
}

/** A font whose ToUnicode is the stream. */
function mapped(stream: string): Uint8Array {
  return textDocument({
    content: 'BT/F 9 Tf(a)Tj ET',
    objects: { 7: FONT.replace('>>', '/ToUnicode 20 0 R>>'), 20: { stream } },
  });
}

/** An image with this many samples. */
function sized(length: number): Uint8Array {
  return document({
    resources: '/XObject<</X 20 0 R>>',
    content: '/X Do',
    objects: {
      20: {
        dict: `/Type/XObject/Subtype/Image/Width ${length}/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray`,
        stream: 'a'.repeat(length),
      },
    },
  });
}
