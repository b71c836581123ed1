/** Writes small PDFs object by object, so that a test shows its whole document. */

export interface BuiltStream {
  /** Entries without the angle brackets and without Length. */
  readonly dict?: string;
  readonly stream: string | Uint8Array;
}

export type BuiltObject = string | BuiltStream;

export interface BuildOptions {
  /** Trailer entries besides Size; `/Root 1 0 R` unless given. */
  readonly trailer?: string;
  readonly version?: string;
}

/** A file with one cross-reference table. Objects have the given order. */
export function buildPdf(objects: Readonly<Record<number, BuiltObject>>, options: BuildOptions = {}): Uint8Array {
  const { trailer = '/Root 1 0 R', version = '1.7' } = options;
  const parts: Buffer[] = [Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')];
  const offsets = new Map<number, number>();
  let length = parts[0]?.length ?? 0;
  const append = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), length);
    append(Buffer.concat([Buffer.from(`${number} 0 obj\n`), bodyOf(object), Buffer.from('\nendobj\n')]));
  }
  const startXref = length;
  append(Buffer.from(xrefTable(offsets), 'latin1'));
  const size = offsets.keys().reduce((most, number) => Math.max(most, number), 0) + 1;
  append(Buffer.from(`trailer\n<<${trailer}/Size ${size}>>\nstartxref\n${startXref}\n%%EOF\n`, 'latin1'));
  return new Uint8Array(Buffer.concat(parts));
}

export function bodyOf(object: BuiltObject): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const data = typeof object.stream === 'string' ? Buffer.from(object.stream, 'latin1') : Buffer.from(object.stream);
  const head = Buffer.from(`<<${object.dict ?? ''}/Length ${data.length}>>\nstream\n`, 'latin1');
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
}

/** Each number has its own subsection, which is allowed and needs no sorting. */
function xrefTable(offsets: ReadonlyMap<number, number>): string {
  const rows = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  return `xref\n0 1\n0000000000 65535 f \n${rows.join('')}`;
}

/** One page of US Letter with a line of text in Helvetica. `more` adds objects from number 6. */
export function helloPage(text = 'Hello, world', more: Readonly<Record<number, BuiltObject>> = {}): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    4: { stream: `BT /F1 24 Tf 72 700 Td (${text}) Tj ET` },
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  });
}
