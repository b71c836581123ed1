/** Signs small PDFs for tests: an incremental update with a signature field, then the message in its reserved space. */
import { type BuiltObject, helloPage } from './pdf.ts';
import { appendUpdate } from './update.ts';
import { type Signer, signMessage } from './signer.ts';

const ROOM_BYTES = 4096;

export interface SignOptions {
  readonly name?: string;
  readonly subFilter?: string;
  /** Further entries of the signature dictionary. */
  readonly entries?: string;
  /** Further entries of the catalog. */
  readonly catalog?: string;
  /** Further entries of the trailer. */
  readonly trailer?: string;
  /** The number of the field. Its signature has the next number. */
  readonly field?: number;
  /** The earlier fields of the form. */
  readonly earlier?: readonly number[];
  readonly rect?: string;
  readonly objects?: Readonly<Record<number, BuiltObject>>;
  /** The number of reserved bytes for the contents. */
  readonly room?: number;
  /** Makes the contents from the signed bytes. */
  readonly message?: (data: Buffer) => Buffer;
}

/** Signs a document of `helloPage`, or one with the same objects 1 to 5. */
export function signPdf(pdf: Uint8Array, signer: Signer, options: SignOptions = {}): Uint8Array {
  const { name = 'Signature1', subFilter = 'ETSI.CAdES.detached', entries = '', field = 10, earlier = [] } = options;
  const { rect = '[0 0 0 0]', catalog = '', message = (data: Buffer) => signMessage(signer, data) } = options;
  const { room = ROOM_BYTES } = options;
  const fields = [...earlier, field].map((number) => `${number} 0 R`).join(' ');
  const updated = appendUpdate(
    pdf,
    {
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[${fields}]>>${catalog}>>`,
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${fields}]>>`,
      [field]: `<</FT/Sig/T(${name})/Type/Annot/Subtype/Widget/Rect${rect}/F 132/P 3 0 R/V ${field + 1} 0 R>>`,
      [field + 1]:
        `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter}${entries}` +
        `/ByteRange[0 0000000000 0000000000 0000000000]/Contents<${'0'.repeat(room * 2)}>>>`,
      ...options.objects,
    },
    { trailer: options.trailer ?? '' },
  );
  return fillIn(updated, message, room);
}

function fillIn(pdf: Uint8Array, message: (data: Buffer) => Buffer, room: number): Uint8Array {
  const bytes = Buffer.from(pdf);
  const placeholder = '/ByteRange[0 0000000000 0000000000 0000000000]/Contents<';
  const at = bytes.lastIndexOf(placeholder);
  const open = at + placeholder.length - 1;
  const close = open + room * 2 + 2;
  const range = [open, close, bytes.length - close].map((value) => String(value).padStart(10, '0')).join(' ');
  bytes.write(`/ByteRange[0 ${range}]`, at, 'latin1');
  const contents = message(Buffer.concat([bytes.subarray(0, open), bytes.subarray(close)]));
  bytes.write(contents.toString('hex'), open + 1, 'latin1');
  return new Uint8Array(bytes);
}

export function signedHello(signer: Signer, options: SignOptions = {}): Uint8Array {
  return signPdf(helloPage(), signer, options);
}
