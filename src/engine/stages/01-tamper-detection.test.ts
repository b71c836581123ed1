import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { placeOf } from '#engine/facts/finding.ts';
import type { TamperAnalysis } from '#domain/report.ts';
import { describeAnomaly } from '#domain/sentences/describe.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { certified } from '#test/support/builders/signature-attacks.ts';
import { signedHello, signPdf, type SignOptions } from '#test/support/builders/signed-pdf.ts';
import { createSigner, signTimestamp } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { tamperDetection } from './01-tamper-detection.ts';

const ada = createSigner();

function tryToOpen(input: Uint8Array): PdfDocument | null {
  try {
    return openDocument(input);
  } catch (error) {
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}

async function analyse(input: Uint8Array): Promise<TamperAnalysis> {
  const { tamperAnalysis, result, findings } = await tamperDetection.run({
    input,
    pdf: tryToOpen(input),
    options: DEFAULT_OPTIONS,
    passthrough: false,
    security: {},
    validation: {},
    output: null,
  });
  if (!tamperAnalysis) throw new Error('no analysis');
  expect(findings).toEqual(tamperAnalysis.anomalies);
  expect(result).toBe(tamperAnalysis.riskLevel === 'none' ? 'clean' : `anomalies_${tamperAnalysis.riskLevel}`);
  return { ...tamperAnalysis, anomalies: tamperAnalysis.anomalies.map(describeAnomaly) };
}

/** The type and severity of each anomaly. */
async function kinds(input: Uint8Array): Promise<string[]> {
  const { anomalies } = await analyse(input);
  return anomalies.map(({ type, severity }) => `${type} ${severity}`).toSorted();
}

function append(pdf: Uint8Array, text: string): Uint8Array {
  return new Uint8Array(Buffer.concat([pdf, Buffer.from(text, 'latin1')]));
}

function prepend(pdf: Uint8Array, text: string): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from(text, 'latin1'), pdf]));
}

describe('ordinary files', () => {
  it('finds nothing in a plain one', async () => {
    expect(await analyse(helloPage())).toEqual({ riskLevel: 'none', anomaliesDetected: 0, anomalies: [] });
  });

  it.each([
    ['a signature', signedHello(ada)],
    ['a certification', signedHello(ada, certified(1))],
    ['a second signature', signPdf(signedHello(ada), ada, { name: 'Second', field: 20, earlier: [10] })],
    [
      'a signature in a field that a certification foresees',
      signPdf(signedHello(ada, certified(2)), ada, {
        name: 'Second',
        field: 20,
        earlier: [10],
        catalog: '/Perms<</DocMDP 11 0 R>>',
      }),
    ],
    [
      'a document timestamp',
      signPdf(signedHello(ada), ada, {
        field: 20,
        earlier: [10],
        subFilter: 'ETSI.RFC3161',
        message: (data) => signTimestamp(ada, data),
      }),
    ],
    ['line ends after the end', append(helloPage(), '\r\n\0\0')],
  ])('finds nothing in one with %s', async (_, input) => {
    expect(await kinds(input)).toEqual([]);
  });

  it('finds an update of metadata low', async () => {
    const updated = appendUpdate(helloPage(), { 9: '<</Title(New)>>' }, { trailer: '/Info 9 0 R' });
    expect(await kinds(updated)).toEqual(['INCREMENTAL_UPDATE_INJECTION low']);
  });
});

describe('what looks odd and is ordinary', () => {
  /** LibreOffice names the source document in the trailer by an object number, which other programs use again. */
  const named = (number: number): string =>
    `/AdditionalStreams[/application#2Fvnd.oasis.opendocument.text ${number} 0 R]`;
  const form = '/AcroForm<</SigFlags 3/Fields[10 0 R]>>';
  const withTrailer = signedHello(ada, { trailer: named(20) });

  it('a trailer that names a number which validation data get later', async () => {
    const objects = { 1: `<</Type/Catalog/Pages 2 0 R${form}/DSS 20 0 R>>`, 20: '<</Type/DSS/Certs[]>>' };
    expect(await kinds(appendUpdate(withTrailer, objects, { trailer: named(30) }))).toEqual([]);
  });

  it('but not a number that a page shows later', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents[4 0 R 20 0 R]/Annots[10 0 R]>>';
    const shown = appendUpdate(withTrailer, { 3: page, 20: { stream: 'BT ET' } }, { trailer: named(30) });
    expect(await kinds(shown)).toContain('SHADOW_CONTENT_DETECTED critical');
    const foreseen = signedHello(ada, {
      trailer: named(20),
      objects: { 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents[4 0 R 20 0 R]/Annots[10 0 R]>>' },
    });
    expect(await kinds(appendUpdate(foreseen, { 20: { stream: 'BT ET' } }, { trailer: named(30) }))).toContain(
      'INCREMENTAL_UPDATE_INJECTION critical',
    );
  });

  it('a signature field with an empty text for a value is not signed', async () => {
    const field = (value: string): Uint8Array =>
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[6 0 R]>>',
        6: `<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/P 3 0 R/V ${value}>>`,
      });
    expect(await kinds(field('()'))).toEqual(['ORPHANED_SIGNATURE_FIELD low']);
    expect(await kinds(field('(signed)'))).toEqual(['ORPHANED_SIGNATURE_FIELD high']);
  });

  it('a form saved again after Adobe had let its reader fill it in', async () => {
    const rights = signedHello(ada, {
      entries: '/Reference[<</Type/SigRef/TransformMethod/UR3/TransformParams<</Type/TransformParams>>>>]',
      catalog: '/Perms<</UR3 11 0 R>>',
      objects: { 10: '<</FT/Tx/T(payee)/Type/Annot/Subtype/Widget/Rect[0 0 99 20]/P 3 0 R>>' },
    });
    const saved = appendUpdate(rights, { 1: '<</Type/Catalog/Pages 2 0 R>>', 4: { stream: 'BT ET' } });
    expect((await analyse(saved)).riskLevel).toBe('medium');
    expect(await kinds(saved)).not.toContain('ORPHANED_SIGNATURE_FIELD medium');
  });

  it('a startxref that is a few bytes off', async () => {
    const text = Buffer.from(appendUpdate(helloPage(), { 9: '(x)' })).toString('latin1');
    const off = text.replaceAll(/startxref\n(\d+)/g, (_, at: string) => `startxref\n${Number(at) + 3}`);
    expect(await kinds(Buffer.from(off, 'latin1'))).not.toContain('POST_EOF_DATA critical');
    const astray = text.replaceAll(/startxref\n(\d+)/g, 'startxref\n99999999');
    expect(await kinds(Buffer.from(astray, 'latin1'))).not.toContain('POST_EOF_DATA critical');
  });

  it('a startxref that is a few bytes off in the last update alone', async () => {
    const text = Buffer.from(appendUpdate(helloPage(), { 9: '(x)' })).toString('latin1');
    const at = text.lastIndexOf('startxref');
    const off = text.slice(0, at) + text.slice(at).replace(/\d+/, (offset) => String(Number(offset) + 3));
    expect(await kinds(Buffer.from(off, 'latin1'))).not.toContain('POST_EOF_DATA critical');
  });

  it('a linearized file that lost its end', async () => {
    const rest = Buffer.from(helloPage())
      .toString('latin1')
      .replace(/^.*\n.*\n/, '')
      .replace(/xref[^]*/, '');
    const file = (length: number): Uint8Array =>
      Buffer.from(`%PDF-1.7\n9 0 obj\n<</Linearized 1/L ${length}>>\nendobj\nstartxref\n0\n%%EOF\n${rest}`, 'latin1');
    expect(await kinds(file(5000))).toEqual([]);
    expect(await kinds(file(0))).toContain('POST_EOF_DATA high');
    const head = file(5000).subarray(0, Buffer.from(file(5000)).indexOf('3 0 obj'));
    expect(tryToOpen(head)).toBeNull();
    expect(await kinds(head)).toEqual([]);
  });
});

/** A file for old and new readers: objects that the table marks as free are in an object stream (7.5.8.4). */
function hybridFile(): Uint8Array {
  const text = Buffer.from(helloPage()).toString('latin1');
  const at = text.lastIndexOf('xref\n0 1');
  const packed = '20 0 <</Title(Hello)>>';
  const holder = `21 0 obj\n<</Type/ObjStm/N 1/First 5/Length ${packed.length}>>\nstream\n${packed}\nendstream\nendobj\n`;
  const rows = String.fromCharCode(2, 0, 21, 0, 1, at >> 8, at & 0xff, 0);
  const stream = at + holder.length;
  const table = `22 0 obj\n<</Type/XRef/W[1 2 1]/Index[20 2]/Size 23/Root 1 0 R/Length 8>>\nstream\n${rows}\nendstream\nendobj\n`;
  const tail = text
    .slice(at)
    .replace('/Root 1 0 R', `/Root 1 0 R/Info 20 0 R/XRefStm ${stream}`)
    .replace(/startxref\n\d+/, `startxref\n${stream + table.length}`);
  return new Uint8Array(Buffer.from(text.slice(0, at) + holder + table + tail, 'latin1'));
}

describe('ordinary files of every class', () => {
  const stamp = (pdf: Uint8Array, field: number, earlier: readonly number[], catalog: string): Uint8Array =>
    signPdf(pdf, ada, {
      name: `Stamp${field}`,
      field,
      earlier,
      catalog,
      subFilter: 'ETSI.RFC3161',
      message: (data) => signTimestamp(ada, data),
      objects: {
        60: '<</Type/DSS/Certs[61 0 R]/VRI<</0123456789ABCDEF<</Cert[61 0 R]>>>>>>',
        61: { stream: 'certificate' },
      },
    });
  const archive = (): Uint8Array => stamp(signedHello(ada), 20, [10], '/DSS 60 0 R');

  it.each([
    ['archived with validation data and a document timestamp', archive()],
    ['whose archive was renewed', stamp(archive(), 30, [10, 20], '/DSS 60 0 R')],
    ['for old and new readers', hybridFile()],
    ['for old and new readers, signed', signPdf(hybridFile(), ada, { trailer: '/Info 20 0 R' })],
  ])('one %s', async (_, input) => {
    expect(tryToOpen(input)).not.toBeNull();
    expect(await kinds(input)).toEqual([]);
  });

  it('say why they are odd in a sentence', async () => {
    const { anomalies } = await analyse(
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[6 0 R]>>',
        6: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Place, date)/Rect[0 0 0 0]/P 3 0 R/V ()>>',
      }),
    );
    expect(anomalies).toEqual([
      {
        type: 'ORPHANED_SIGNATURE_FIELD',
        severity: 'low',
        description:
          'The signature field "Place, date" is not signed: an empty text stands in it (/V is an empty string).',
        location: 'field "Place, date"',
        finding: 'FIELD_WITH_EMPTY_TEXT',
        facts: {},
        place: placeOf({ fields: ['Place, date'] }),
      },
    ]);
  });
});

describe('updates of unsigned files', () => {
  it.each([
    ['rewrite content', { 4: { stream: 'BT (Other) Tj ET' } }, 'medium'],
    [
      'exchange content',
      { 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 9 0 R>>', 9: { stream: '' } },
      'medium',
    ],
    ['add an action', { 1: '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(x)>>>>' }, 'medium'],
    ['change nothing', { 2: '<</Kids[3 0 R]/Count 1/Type/Pages>>' }, 'low'],
    ['open the file in another way', { 1: '<</Type/Catalog/Pages 2 0 R/PageMode/UseOutlines>>' }, 'low'],
  ] as const)('that %s', async (_, objects, severity) => {
    expect(await kinds(appendUpdate(helloPage(), objects))).toContain(`INCREMENTAL_UPDATE_INJECTION ${severity}`);
  });

  it('that write out what a page inherits', async () => {
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
    });
    const page = (box: string) => appendUpdate(pdf, { 3: `<</Type/Page/Parent 2 0 R/MediaBox${box}>>` });
    expect(await kinds(page('[0 0 9 9]'))).toEqual(['INCREMENTAL_UPDATE_INJECTION low']);
    expect(await kinds(page('[0 0 9 5]'))).toEqual(['INCREMENTAL_UPDATE_INJECTION medium']);
  });

  it('that cut the earlier revision off', async () => {
    const cut = Buffer.from(appendUpdate(helloPage(), { 4: { stream: '' } }))
      .toString('latin1')
      .replace(/\/Prev \d+/, (prev) => ' '.repeat(prev.length));
    expect(await kinds(Buffer.from(cut, 'latin1'))).toContain('INCREMENTAL_UPDATE_INJECTION medium');
  });
});

describe('updates after a signature', () => {
  const signed = signedHello(ada);

  it.each([
    ['new content', { 4: { stream: 'BT (Other) Tj ET' } }, {}, 'INCREMENTAL_UPDATE_INJECTION critical'],
    ['another font', { 5: '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>' }, {}, 'SHADOW_CONTENT_DETECTED critical'],
    ['freed content', {}, { freed: [4] }, 'SHADOW_CONTENT_DETECTED critical'],
    [
      'another page tree',
      {
        50: '<</Type/Catalog/Pages 51 0 R>>',
        51: '<</Type/Pages/Kids[52 0 R]/Count 1>>',
        52: '<</Type/Page/Parent 51 0 R/MediaBox[0 0 9 9]>>',
      },
      { root: 50 },
      'SHADOW_CONTENT_DETECTED critical',
    ],
    [
      'an annotation',
      {
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[10 0 R 50 0 R]>>',
        50: '<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/Contents(x)>>',
      },
      {},
      'INCREMENTAL_UPDATE_INJECTION high',
    ],
    [
      'a removed signature',
      { 10: '<</FT/Sig/T(Signature1)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R>>' },
      {},
      'INCREMENTAL_UPDATE_INJECTION high',
    ],
    ['metadata', { 50: '<</Title(x)>>' }, { trailer: '/Info 50 0 R' }, 'INCREMENTAL_UPDATE_INJECTION low'],
  ] as const)('with %s', async (_, objects, options, expected) => {
    expect(await kinds(appendUpdate(signed, objects, options))).toContain(expected);
  });

  const field = (value: string, look: number): string =>
    `<</FT/Tx/T(payee)/Type/Annot/Subtype/Widget/Rect[0 0 99 20]/P 3 0 R/V(${value})/AP<</N ${look} 0 R>>>>`;
  const look = (text: string) => ({
    dict: '/Type/XObject/Subtype/Form/BBox[0 0 99 20]',
    stream: `BT /Helv 9 Tf (${text}) Tj ET`,
  });
  const form = (options: SignOptions = {}, value = 'Ada'): Uint8Array =>
    signedHello(ada, { ...options, earlier: [30], objects: { 30: field(value, 31), 31: look(value) } });

  it('with a filled field', async () => {
    const filled = { 30: field('Bob', 32), 32: look('Bob') };
    expect(await kinds(appendUpdate(form({}, ''), filled))).toEqual(['INCREMENTAL_UPDATE_INJECTION medium']);
    expect(await kinds(appendUpdate(form(certified(2), ''), filled))).toEqual(['INCREMENTAL_UPDATE_INJECTION low']);
    expect(await kinds(appendUpdate(form(certified(1), ''), filled))).toEqual(['INCREMENTAL_UPDATE_INJECTION high']);
  });

  it('with another value of a filled field', async () => {
    const filled = { 30: field('Bob', 32), 32: look('Bob') };
    expect(await kinds(appendUpdate(form(), filled))).toContain('INCREMENTAL_UPDATE_INJECTION high');
    expect(await kinds(appendUpdate(form(certified(2)), filled))).not.toContain('INCREMENTAL_UPDATE_INJECTION high');
  });

  it('with a field that shows another text than its value', async () => {
    const replaced = appendUpdate(form(), { 30: field('Ada', 32), 32: look('Mallory') });
    expect(await kinds(replaced)).toContain('SHADOW_CONTENT_DETECTED high');
  });

  it('with a locked field filled', async () => {
    const lock = '/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/Include/Fields[(payee)]>>>>]';
    const filled = appendUpdate(form({ entries: lock }, ''), { 30: field('Bob', 32), 32: look('Bob') });
    expect(await kinds(filled)).toEqual(['INCREMENTAL_UPDATE_INJECTION high']);
  });

  it('with a visible signature that a certification did not foresee', async () => {
    const sneaky = signPdf(signedHello(ada, certified(2)), ada, {
      name: 'Sneaky',
      field: 20,
      earlier: [10],
      rect: '[70 690 300 720]',
      catalog: '/Perms<</DocMDP 11 0 R>>',
    });
    expect(await kinds(sneaky)).toEqual(['INCREMENTAL_UPDATE_INJECTION high']);
  });

  it('with an entry that leads to another object', async () => {
    const moved = Buffer.from(appendUpdate(signed, { 4: { stream: 'x' } })).toString('latin1');
    const at = moved.lastIndexOf('\nxref\n') + 1;
    const redirected = moved.slice(0, at) + moved.slice(at).replace(/4 1\n\d{10}/, '4 1\n0000000015');
    expect(await kinds(Buffer.from(redirected, 'latin1'))).toContain('SHADOW_CONTENT_DETECTED critical');
  });

  it('that no cross-reference accounts for', async () => {
    expect(await kinds(append(signed, '4 0 obj\n<</Length 0>>\nstream\n\nendstream\nendobj\n'))).toEqual([
      'INCREMENTAL_UPDATE_INJECTION critical',
      'POST_EOF_DATA high',
    ]);
  });
});

describe('what a signature covers', () => {
  const withRange = (change: (start: number, end: number) => string): Uint8Array => {
    const bytes = Buffer.from(signedHello(ada));
    const [whole = '', start = '', end = ''] = /\/ByteRange\[0 (\d+) (\d+) \d+\]/.exec(bytes.toString('latin1')) ?? [];
    bytes.write(change(Number(start), Number(end)).padEnd(whole.length), bytes.indexOf(whole), 'latin1');
    return new Uint8Array(bytes);
  };

  it.each([
    ['more is left out', (start: number, end: number) => `/ByteRange[0 ${start - 20} ${end} 100]`],
    ['it ends within a revision', (start: number, end: number) => `/ByteRange[0 ${start} ${end} 20]`],
  ])('is critical when %s', async (_, change) => {
    expect((await analyse(withRange(change))).riskLevel).toBe('critical');
  });

  it('tolerates that the delimiters are covered', async () => {
    const digits = withRange(
      (start, end) => `/ByteRange[0 ${start + 1} ${end - 1} ${signedHello(ada).length - end + 1}]`,
    );
    expect(await kinds(digits)).toEqual(['SHADOW_CONTENT_DETECTED low']);
  });
});

describe('signature fields', () => {
  const page = (annots: string): string => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[${annots}]>>`;

  it.each([
    [
      'with a value that is missing',
      {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
        3: page('6 0 R'),
        6: '<</FT/Sig/T(S)/Subtype/Widget/V 99 0 R>>',
      },
      'high',
    ],
    [
      'with an empty signature',
      {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
        3: page('6 0 R'),
        6: '<</FT/Sig/T(S)/Subtype/Widget/V<</Type/Sig/Contents<00>/ByteRange[0 1 2 3]>>>>',
      },
      'high',
    ],
    ['on a page only', { 3: page('6 0 R'), 6: '<</FT/Sig/T(S)/Subtype/Widget>>' }, 'low'],
    ['promised by flags', { 1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 1/Fields[]>>>>' }, 'low'],
    ['forgotten by their signature', { 6: '<</Type/Sig/ByteRange[0 1 2 3]/Contents<01>>>' }, 'medium'],
  ])('%s', async (_, objects, severity) => {
    expect(await kinds(helloPage('x', objects))).toEqual([`ORPHANED_SIGNATURE_FIELD ${severity}`]);
  });

  it('may be empty', async () => {
    const objects = {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
      3: page('6 0 R'),
      6: '<</FT/Sig/T(S)/Subtype/Widget>>',
    };
    expect(await kinds(helloPage('x', objects))).toEqual([]);
  });
});

describe('data after the end', () => {
  it.each([
    ['a note', 'scanned by A. Clerk', 'low'],
    ['a long text', 'x'.repeat(2000), 'medium'],
    ['an archive', 'PK\x03\x04....', 'high'],
    ['a script', '<script>alert(1)</script>', 'high'],
    ['an object', '9 0 obj\n<<>>\nendobj', 'high'],
    ['another PDF', Buffer.from(helloPage('Adieu, world')).toString('latin1'), 'critical'],
    ['another end', 'more\n%%EOF', 'low'],
  ])('%s', async (_, data, severity) => {
    expect(await kinds(append(helloPage(), data))).toContain(`POST_EOF_DATA ${severity}`);
  });

  it('is looked for in files that do not open', async () => {
    expect(await kinds(append(buildPdf({ 1: '<</Type/Catalog>>' }), 'PK\x03\x04'))).toContain('POST_EOF_DATA high');
  });

  it.each([0, 3, 20])('are critical where another document follows whose startxref is %i bytes off', async (error) => {
    const first = Buffer.from(helloPage());
    const second = Buffer.from(helloPage('Adieu, world'))
      .toString('latin1')
      .replaceAll(/^(\d{10})(?= 00000 n)/gm, (offset) => String(Number(offset) + first.length).padStart(10, '0'))
      .replace(/(?<=startxref\n)\d+/, (offset) => String(Number(offset) + first.length + error));
    expect((await analyse(append(first, second))).riskLevel).toMatch(/high|critical/);
  });

  it('are low where they repeat the whole document, and critical where the repetition differs', async () => {
    const page = Buffer.from(helloPage());
    const other = Buffer.from(page);
    other[other.indexOf('Helvetica')] = 0x68;
    expect(await kinds(Buffer.concat([page, page, page]))).toEqual(['POST_EOF_DATA low']);
    expect(await kinds(Buffer.concat([page, other]))).toContain('POST_EOF_DATA critical');
    expect(await kinds(Buffer.concat([page, page.subarray(0, -20)]))).not.toContain('POST_EOF_DATA low');
  });
});

describe('the header', () => {
  const versioned = (version: string, catalog = ''): Uint8Array =>
    buildPdf(
      {
        1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      },
      { version },
    );

  it.each([
    ['of an unknown version', versioned('9.9'), 'HEADER_VERSION_MISMATCH medium'],
    ['that is malformed', versioned('x.y'), 'HEADER_VERSION_MISMATCH medium'],
    ['above the catalog', versioned('1.7', '/Version/1.4'), 'HEADER_VERSION_MISMATCH low'],
    ['after other data', prepend(helloPage(), 'GIF89a junk\n'), 'SHADOW_CONTENT_DETECTED medium'],
    ['far into the file', prepend(helloPage(), ' '.repeat(2000)), 'HEADER_VERSION_MISMATCH medium'],
  ])('%s', async (_, input, expected) => {
    expect(await kinds(input)).toEqual([expected]);
  });

  it('may follow a byte order mark, and be raised by an update', async () => {
    expect(await kinds(prepend(helloPage(), '\xef\xbb\xbf'))).toEqual([]);
    const raised = appendUpdate(helloPage(), { 1: '<</Type/Catalog/Pages 2 0 R/Version/2.0>>' });
    expect(await kinds(raised)).toEqual(['INCREMENTAL_UPDATE_INJECTION low']);
  });
});

describe('hidden objects', () => {
  const insert = (pdf: Uint8Array, object: string): Uint8Array => {
    const text = Buffer.from(pdf).toString('latin1');
    const at = text.lastIndexOf('xref\n0 1');
    const moved =
      text.slice(0, at) + object + text.slice(at).replace(/startxref\n\d+/, `startxref\n${at + object.length}`);
    return Buffer.from(moved, 'latin1');
  };

  it('are found outside the cross-reference', async () => {
    expect(await kinds(insert(helloPage(), '9 0 obj\n<<>>\nendobj\n'))).toEqual(['SHADOW_CONTENT_DETECTED medium']);
  });

  it('are not what a stream holds', async () => {
    expect(await kinds(helloPage('x', { 6: { stream: '9 0 obj\n<<>>\nendobj\nendstream\n8 0 obj' } }))).toEqual([]);
  });

  it('are found under a wrong Length', async () => {
    const text = Buffer.from(helloPage('a text that is longer than it says')).toString('latin1');
    const short = text.replace(/\/Length \d+/, (length) => '/Length 9'.padEnd(length.length));
    expect(await kinds(Buffer.from(short, 'latin1'))).toContain('SHADOW_CONTENT_DETECTED medium');
  });

  it('are found in a second catalog', async () => {
    expect(await kinds(helloPage('x', { 6: '<</Type/Catalog/Pages 2 0 R>>' }))).toEqual([
      'SHADOW_CONTENT_DETECTED low',
    ]);
  });

  it('are found in layers that only print', async () => {
    const layer = '<</Type/OCG/Name(Price)/Usage<</View<</ViewState/OFF>>/Print<</PrintState/ON>>>>>>';
    const catalog = '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R]/D<<>>>>>>';
    expect(await kinds(helloPage('x', { 1: catalog, 6: layer }))).toEqual(['SHADOW_CONTENT_DETECTED low']);
  });
});
