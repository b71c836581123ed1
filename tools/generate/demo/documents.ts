/** The documents of the demo's stories: a contract that was changed after signing, and others. */
import { buildPdf, type BuiltObject } from '#test/support/builders/pdf.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner, type Signer, signMessage } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { contentOf, HEIGHT, MARGIN, type Piece, show, WIDTH } from './page.ts';

type Objects = Readonly<Record<number, BuiltObject>>;

const FONTS = '/Font<</F1 5 0 R/F2 6 0 R>>';
const page = (entries: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Resources<<${FONTS}>>${entries}>>`;
const fontNamed = (name: string): string => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;

/** One page. Readers show the title instead of a file name. */
function document(title: string, pieces: readonly Piece[], more: Objects = {}): Uint8Array {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/Lang(en-GB)>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: page('/Contents 4 0 R'),
    4: { stream: contentOf(pieces) },
    5: fontNamed('Helvetica'),
    6: fontNamed('Helvetica-Bold'),
    7: `<</Title(${title})/Author(Northwind Studio)/CreationDate(D:20260312091500Z)>>`,
    ...more,
  };
  return buildPdf(objects, { trailer: '/Root 1 0 R/Info 7 0 R' });
}

const agreement = (fee: string): Piece[] => [
  { kind: 'title', text: 'Licence agreement' },
  { kind: 'small', text: 'No. 2026-031, of 12 March 2026' },
  { kind: 'rule' },
  { kind: 'line', text: 'between Northwind Studio, Hamburg (the licensor)' },
  { kind: 'line', text: 'and Example Archive Ltd, Dublin (the licensee).' },
  { kind: 'gap' },
  { kind: 'heading', text: '1. Subject' },
  { kind: 'line', text: 'The licensor grants the use of the photographs listed in annex A,' },
  { kind: 'line', text: 'for the catalogue of the licensee, in print and online.' },
  { kind: 'gap' },
  { kind: 'heading', text: '2. Fee' },
  { kind: 'row', text: 'Licence fee, once', amount: fee, isBold: true },
  { kind: 'line', text: 'The fee is due 30 days after this agreement is signed.' },
  { kind: 'gap' },
  { kind: 'heading', text: '3. Term' },
  { kind: 'line', text: 'The licence begins on 1 April 2026 and ends on 31 March 2029.' },
  { kind: 'gap' },
  { kind: 'gap' },
  { kind: 'small', text: 'For the licensee:' },
];

const BOX = { x: MARGIN, y: 300, width: 220, height: 56 };
const SIGNED_AT = '20260312101500Z';

/** The appearance of the signature on the page. */
const LOOK: BuiltObject = {
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 ${BOX.width} ${BOX.height}]/Resources<<${FONTS}>>`,
  stream: [
    `.27 .31 .65 RG 1 w .5 .5 ${BOX.width - 1} ${BOX.height - 1} re S`,
    show('F2', 11, 10, 34, 'Alice Example'),
    show('F1', 9, 10, 17, 'Signed on 12 March 2026, 10:15 UTC'),
  ].join('\n'),
};

function signedBy(signer: Signer, pdf: Uint8Array): Uint8Array {
  const { x, y, width, height } = BOX;
  return signPdf(pdf, signer, {
    name: 'Licensee',
    rect: `[${x} ${y} ${x + width} ${y + height}]/AP<</N 12 0 R>>`,
    catalog: '/Lang(en-GB)',
    trailer: '/Info 7 0 R',
    entries: `/Name(Alice Example)/M(D:${SIGNED_AT})`,
    objects: { 3: page('/Contents 4 0 R/Annots[10 0 R]'), 12: LOOK },
    message: (data) => signMessage(signer, data, { signingTime: SIGNED_AT }),
  });
}

/** The signed page, and in the same file the page that the update shows: a shadow. */
function changedAfterSigning(signer: Signer): Uint8Array {
  const shadow = { 40: { stream: contentOf(agreement('EUR 48,000')) } };
  const signed = signedBy(signer, document('Licence agreement', agreement('EUR 4,800'), shadow));
  return appendUpdate(signed, { 3: page('/Contents 40 0 R/Annots[10 0 R]') }, { trailer: '/Info 7 0 R' });
}

interface Offer {
  readonly date: string;
  readonly days: number;
  readonly price: string;
  readonly total: string;
  readonly validUntil: string;
}

const offer = ({ date, days, price, total, validUntil }: Offer): Piece[] => [
  { kind: 'title', text: 'Offer' },
  { kind: 'small', text: `No. 2026-014, of ${date}` },
  { kind: 'rule' },
  { kind: 'row', text: `Photographs of the collection, ${days} days`, amount: price },
  { kind: 'row', text: 'Retouching and captions', amount: 'EUR 1,450' },
  { kind: 'row', text: 'Travel', amount: 'EUR 320' },
  { kind: 'rule' },
  { kind: 'row', text: 'Total without VAT', amount: total, isBold: true },
  { kind: 'gap' },
  { kind: 'line', text: `This offer is valid until ${validUntil}.` },
];

/** A file that a transfer truncated: its end is missing, and one stream has lost its length. */
function damaged(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1');
  const cut = text.slice(0, text.lastIndexOf('startxref')).replace('endstream', 'endstr');
  return new Uint8Array(Buffer.from(cut, 'latin1'));
}

const letter: Piece[] = [
  { kind: 'small', text: 'Northwind Studio, Hamburg' },
  { kind: 'gap' },
  { kind: 'title', text: 'Delivery of the photographs' },
  { kind: 'line', text: 'Dear Ms Example,' },
  { kind: 'gap' },
  { kind: 'line', text: 'the photographs of the first three rooms are ready. The link to them is' },
  { kind: 'line', text: 'valid until the end of May.' },
  { kind: 'gap' },
  { kind: 'line', text: 'Kind regards' },
];

/** The keys are file names in `fixtures/demo`. Signatures differ in each call. */
export function demoDocuments(): Readonly<Record<string, Uint8Array>> {
  const signer = createSigner({ commonName: 'Alice Example' });
  const first = {
    date: '2 February 2026',
    days: 4,
    price: 'EUR 3,200',
    total: 'EUR 4,970',
    validUntil: '31 March 2026',
  };
  const second = { ...first, date: '16 February 2026', days: 3, price: 'EUR 2,400', total: 'EUR 4,170' };
  return {
    'contract-changed-after-signing.pdf': changedAfterSigning(signer),
    'contract-signed.pdf': signedBy(signer, document('Licence agreement', agreement('EUR 4,800'))),
    'offer-first.pdf': document('Offer 2026-014', offer(first)),
    'offer-second.pdf': document('Offer 2026-014', offer(second)),
    'letter-damaged.pdf': damaged(document('Delivery of the photographs', letter)),
  };
}
