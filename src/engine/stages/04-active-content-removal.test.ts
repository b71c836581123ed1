import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#engine/facts/pipeline.ts';
import type { Warning } from '#domain/report.ts';
import { findResidue } from '#engine/sanitize/residue.ts';
import { canonicalize } from '#engine/canonical/canonical.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithObjectStreams } from '#engine/write/file/writer.ts';
import type { OpenWork, StageResult } from './stage.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { sentencesOf } from '#test/support/warnings.ts';
import { activeContentRemoval } from './04-active-content-removal.ts';

interface Cleaned {
  readonly pdf: PdfDocument;
  readonly result: StageResult;
}

interface Parts {
  /** Additional entries of the catalog and of the page. */
  readonly catalog?: string;
  readonly page?: string;
  /** Additional objects from number 10. */
  readonly more?: Readonly<Record<number, BuiltObject>>;
}

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const LAUNCH = '<</S/Launch/F(calc.exe)>>';

function file({ catalog = '', page = '', more = {} }: Parts): Uint8Array {
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${page}>>`,
    4: { stream: 'BT ET' },
    ...more,
  });
}

function work(input: Uint8Array, passthrough = false): OpenWork {
  const pdf = openDocument(input);
  return { input, options: DEFAULT_OPTIONS, pdf, passthrough, security: {}, validation: {}, output: null };
}

async function clean(parts: Parts, options: Partial<NormalizeOptions> = {}): Promise<Cleaned> {
  const open = { ...work(file(parts)), options: { ...DEFAULT_OPTIONS, ...options } };
  return { pdf: open.pdf, result: await activeContentRemoval.run(open) };
}

function written(pdf: PdfDocument): Uint8Array {
  return writeWithObjectStreams(canonicalize(pdf), '1.7');
}

function warning(result: StageResult, code: Warning['code']): string | undefined {
  return sentencesOf(result).find((each) => each.code === code)?.message;
}

/** The facts that are true. */
function facts(result: StageResult): string[] {
  return Object.entries(result.security ?? {})
    .filter(([, value]) => value === true)
    .map(([fact]) => fact)
    .toSorted();
}

function annotation(pdf: PdfDocument, index = 0): Dict | undefined {
  const found = pdf.resolve(pdf.pages[0]?.dict.array('Annots')?.[index]);
  return found instanceof Dict ? found : undefined;
}

const link = (entries: string): string => `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${entries}>>]`;

describe('a clean document', () => {
  const furniture: Parts = {
    catalog: `/Lang(en)/PageLabels<</Nums[0<</S/D>>]>>/ViewerPreferences<</DisplayDocTitle true>>/PageMode/UseOutlines
      /Outlines 10 0 R/Names<</Dests<</Names[(a)[3 0 R/Fit]]>>>>`,
    page: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org/)>>>>
      <</Subtype/Link/Rect[0 9 9 18]/Dest(a)>>]`,
    more: { 10: '<</First 11 0 R/Last 11 0 R/Count 1>>', 11: '<</Title(One)/Parent 10 0 R/Dest[3 0 R/Fit]>>' },
  };

  test('is left exactly as it is', async () => {
    const before = written(openDocument(file(furniture)));
    const { pdf, result } = await clean(furniture);
    expect(result.result).toBe('none_found');
    expect(result.warnings).toEqual([]);
    expect(facts(result)).toEqual([]);
    expect(written(pdf)).toEqual(before);
  });

  test('may use dangerous names as names of resources, glyphs and appearance states', async () => {
    const { pdf, result } = await clean({
      page: `/Resources<</Font<</AA 10 0 R/JS 10 0 R/AF 10 0 R>>/XObject<</EF 11 0 R/XFA 11 0 R/F 11 0 R/JS 11 0 R>>>>
        /Annots[<</Subtype/Stamp/Rect[0 0 9 9]/AS/AA/AP<</N<</AA 11 0 R/AF 11 0 R>>>>>>]`,
      more: {
        10: `<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 0/LastChar 0/Widths[1]
          /Encoding<</Differences[0/JS]>>/CharProcs<</JS 12 0 R/AA 12 0 R/S 12 0 R>>>>`,
        11: { dict: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', stream: '' },
        12: { stream: '1 0 d0' },
      },
    });
    expect(result.result).toBe('none_found');
    expect(pdf.pages[0]?.dict.dict('Resources')?.dict('Font')?.keys()).toEqual(['AA', 'JS', 'AF']);
    expect(pdf.pages[0]?.dict.dict('Resources')?.dict('XObject')?.keys()).toEqual(['EF', 'XFA', 'F', 'JS']);
    expect(annotation(pdf)?.dict('AP')?.dict('N')?.keys()).toEqual(['AA', 'AF']);
    expect(findResidue(written(pdf))).toEqual([]);
  });

  test('keeps the attributes and classes of its structure tree', async () => {
    const { pdf, result } = await clean({
      catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R',
      more: {
        10: '<</Type/StructTreeRoot/K 11 0 R/ClassMap<</AA<</O/Layout>>>>/RoleMap<</Hide/P>>>>',
        11: '<</Type/StructElem/S/Hide/P 10 0 R/A<</O/Layout/Placement/Block>>/C/AA/T(Title)/R 1/K[0]>>',
      },
    });
    expect(result.result).toBe('none_found');
    const element = pdf.catalog.dict('StructTreeRoot')?.dict('K');
    expect(element?.keys()).toEqual(['Type', 'S', 'P', 'A', 'C', 'T', 'R', 'K']);
  });
});

describe('scripts', () => {
  test.each<[string, Parts]>([
    ['in the name tree', { catalog: `/Names<</JavaScript<</Kids[<</Names[(a)${SCRIPT}]>>]>>>>` }],
    ['in an additional action of the catalog', { catalog: `/AA<</WC ${SCRIPT}>>` }],
    ['in an additional action of a page', { page: `/AA<</O ${SCRIPT}>>` }],
    ['on a link', { page: link(`/A${SCRIPT}`) }],
    ['on a link, under another name', { page: link(`/PA${SCRIPT}`) }],
    [
      'behind a harmless link',
      { page: link(`/A<</S/URI/URI(https://a.example/)/Next[<</S/Named/N/NextPage/Next ${SCRIPT}>>]>>`) },
    ],
    ['with an escaped name', { page: link('/A<</S/J#61vaScript/J#53 (x)>>') }],
    ['as a stream', { page: link('/A<</S/JavaScript/JS 10 0 R>>'), more: { 10: { stream: 'app.alert(1)' } } }],
    ['in a rendition', { page: link('/A<</S/Rendition/JS(x)>>') }],
    ['on an outline item', { catalog: `/Outlines<</First<</Title(a)/A${SCRIPT}>>>>` }],
    ['in a named destination', { catalog: `/Names<</Dests<</Names[(a)<</D[3 0 R/Fit]/S/JavaScript/JS(x)>>]>>>>` }],
    ['in an old named destination', { catalog: `/Dests<</a<</D[3 0 R/Fit]/JS(x)>>>>` }],
    [
      'in a field and its kids',
      { catalog: `/AcroForm<</Fields[<</FT/Tx/T(a)/AA<</K ${SCRIPT}>>/Kids[<</AA<</F ${SCRIPT}>>>>]>>]>>` },
    ],
    ['in a property list', { page: `/Resources<</Properties<</P1<</Deep[${SCRIPT}]>>>>>>` }],
    ['in the steps of a presentation', { page: `/PresSteps<</NA ${SCRIPT}>>` }],
    [
      'in a 3D stream',
      {
        page: '/Annots[<</Subtype/3D/Rect[0 0 9 9]/3DD 10 0 R>>]',
        more: { 10: { dict: '/Type/3D/OnInstantiate 4 0 R', stream: '' } },
      },
    ],
  ])('%s are removed and told', async (_, parts) => {
    const { pdf, result } = await clean(parts);
    expect(result.result).toBe('removed');
    expect(facts(result)).toContain('javascriptRemoved');
    pdf.catalog.delete('AcroForm');
    expect(findResidue(written(pdf))).toEqual([]);
  });

  test('in an XFA form are told; the form itself is for the next stage', async () => {
    const xfa = {
      dict: '/Type/EmbeddedFile',
      stream: '<template><event><xfa:script>x</xfa:script></event></template>',
    };
    const { pdf, result } = await clean({ catalog: '/AcroForm<</Fields[]/XFA[(template)10 0 R]>>', more: { 10: xfa } });
    expect(facts(result)).toEqual(['javascriptRemoved']);
    expect(pdf.resolve(pdf.catalog.dict('AcroForm')?.array('XFA')?.[1])).toBeInstanceOf(Stream);
  });

  test('a chain of actions that never ends is read once', async () => {
    const { result } = await clean({
      catalog: '/OpenAction 10 0 R',
      more: { 10: '<</S/JavaScript/JS(x)/Next[10 0 R 10 0 R]>>' },
    });
    expect(facts(result)).toEqual(['javascriptRemoved', 'openActionsRemoved']);
    expect(warning(result, 'ACTION_REMOVED')).toBe('Actions removed: 1 (JavaScript 1), first in the document catalog.');
  });
});

describe('actions', () => {
  test('on opening are removed, a plain destination too', async () => {
    expect(facts((await clean({ catalog: `/OpenAction${LAUNCH}` })).result)).toEqual([
      'launchActionsRemoved',
      'openActionsRemoved',
    ]);
    const { pdf, result } = await clean({ catalog: '/OpenAction[3 0 R/Fit]' });
    expect(facts(result)).toEqual(['openActionsRemoved']);
    expect(pdf.catalog.has('OpenAction')).toBe(false);
  });

  test('are counted by type', async () => {
    const { result } = await clean({
      catalog: '/Outlines<</First<</Title(a)/A<</S/GoToR/F(b.pdf)/D[0/Fit]>>/Next<</Title(b)/A<</S/Mystery>>>>>>>>',
      page: `/Annots[<</Subtype/Widget/FT/Btn/Rect[0 0 9 9]/A<</S/SubmitForm/F(http://a.example/)>>>>
        <</Subtype/Link/Rect[0 0 9 9]/A<</S/GoToR/F(c.pdf)/D[0/Fit]>>>>]`,
    });
    expect(warning(result, 'ACTION_REMOVED')).toBe(
      'Actions removed: 4 (GoToR 2, Mystery 1, SubmitForm 1), first in page 1.',
    );
  });

  test('that go to a page of the document stay, as the destination they are', async () => {
    const { pdf, result } = await clean({ page: link('/A<</S/GoTo/D[3 0 R/Fit]>>') });
    expect(result.result).toBe('none_found');
    expect(annotation(pdf)?.has('A')).toBe(false);
    expect(pdf.resolve(annotation(pdf)?.array('Dest')?.[0])).toBe(pdf.pages[0]?.dict);
  });

  test('that go to a deleted page lose it', async () => {
    const deleted = `<</Type/Page/Contents 4 0 R/AA<</O ${SCRIPT}>>>>`;
    const { pdf } = await clean({ page: link('/Dest[10 0 R/Fit]'), more: { 10: deleted } });
    expect(annotation(pdf)?.array('Dest')?.[0]).toBeNull();
  });

  test.each(['http://a.example/', 'HTTPS://a.example/', 'mailto:a@a.example', 'tel:+4930'])(
    'link to %s stays',
    async (uri) => {
      const { pdf, result } = await clean({ page: link(`/A<</S/URI/URI(${uri})>>`) });
      expect(result.result).toBe('none_found');
      expect(annotation(pdf)?.dict('A')?.string('URI')).toBeInstanceOf(PdfString);
    },
  );

  test.each([
    ['javascript:alert', 'javascript'],
    ['file:///etc/passwd', 'file'],
    ['data:text/html,x', 'data'],
    ['vnd.sun.star.expand:x', 'vnd.sun.star.expand'],
    ['\\\\\\\\host\\\\share', 'relative'],
  ])('link to %s loses its address and keeps its place', async (uri, scheme) => {
    const { pdf, result } = await clean({ page: link(`/A<</S/URI/URI(${uri})>>`) });
    expect(warning(result, 'URI_SCHEME_REMOVED')).toContain(`: 1 (${scheme} 1), first in page 1.`);
    expect(annotation(pdf)?.has('A')).toBe(false);
    expect(annotation(pdf)?.array('Rect')).toEqual([0, 0, 9, 9]);
  });
});

describe('links', () => {
  const BASE = '/URI<</Base(https://a.example/docs/index.html)>>';
  const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

  async function address(uri: string, catalog = ''): Promise<string | undefined> {
    const { pdf } = await clean({ page: link(`/A<</S/URI/URI${uri}>>`), catalog });
    expect(findResidue(written(pdf))).toEqual([]);
    const kept = annotation(pdf)?.dict('A')?.string('URI');
    return kept && Buffer.from(kept.bytes).toString('latin1');
  }

  test.each([
    ['(b.html)', 'https://a.example/docs/b.html'],
    ['(/b?c#d)', 'https://a.example/b?c#d'],
    ['(../caf\\351)', 'https://a.example/caf%E9'],
    ['(//b.example/)', 'https://b.example/'],
    [utf16('über'), 'https://a.example/docs/%C3%BCber'],
    ['(https://b.example/)', 'https://b.example/'],
  ])('by a base on the web, %s leads to an absolute address', async (uri, expected) => {
    expect(await address(uri, BASE)).toBe(expected);
    expect(await address(uri, `/URI<</Base${utf16('https://a.example/docs/index.html')}>>`)).toBe(expected);
  });

  test.each([
    ['(javascript:x)', BASE],
    ['(java\\tscript:x)', BASE],
    ['(\\\\\\\\host\\\\share)', BASE],
    ['(file:///etc/passwd)', BASE],
    ['(b.html)', '/URI<</Base(file:///c/)>>'],
    ['(b.html)', '/URI<</Base(javascript:x)>>'],
    ['(b.html)', '/URI<</Base(nowhere)>>'],
    [utf16('javascript:x'), ''],
    [utf16('b.html'), ''],
    [utf16(`https://a.example/${'x'.repeat(5000)}`), ''],
  ])('%s with %s leads nowhere', async (uri, catalog) => {
    expect(await address(uri, catalog)).toBeUndefined();
  });

  test.each([
    [utf16('https://a.example/ü'), 'https://a.example/%C3%BC'],
    ['<fffe680074007400700073003a002f002f0061002e006500780061006d0070006c0065002f00>', 'https://a.example/'],
    ['<efbbbf6d61696c746f3a6140612e6578616d706c65>', 'mailto:a@a.example'],
  ])('an address with a byte order mark is read as text: %s', async (uri, expected) => {
    expect(await address(uri)).toBe(expected);
  });

  test('the scheme of an address in UTF-16 is named', async () => {
    const { result } = await clean({ page: link(`/A<</S/URI/URI${utf16('javascript:x')}>>`) });
    expect(warning(result, 'URI_SCHEME_REMOVED')).toContain(': 1 (javascript 1)');
  });
});

describe('an action that is a named destination too', () => {
  const more = { 10: '<</Type/Action/S/GoTo/D[3 0 R/XYZ 0 200 null]>>', 11: '<</S/GoTo/SD[12 0 R/Fit]/D[3 0 R/Fit]>>' };
  const names = '/Names<</Dests<</Names[(id1) 10 0 R(id2) 11 0 R]>>>>';

  test.each([
    ['a name tree', names],
    ['the older dictionary of names', '/Dests<</id1 10 0 R/id2 11 0 R>>'],
    ['no names', ''],
  ])('leads links and bookmarks where it led, beside %s', async (_, catalog) => {
    const { pdf } = await clean({
      catalog: `${catalog}/Outlines<</First 13 0 R/Last 13 0 R>>`,
      page: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 10 0 R>><</Subtype/Link/Rect[9 9 18 18]/A 11 0 R>>]',
      more: { ...more, 13: '<</Title(a)/A 10 0 R>>' },
    });
    const [first, second] = (pdf.pages[0]?.dict.array('Annots') ?? []).map((item) => pdf.resolve(item));
    const bookmark = pdf.catalog.dict('Outlines')?.dict('First');
    for (const owner of [first, bookmark]) {
      const destination = owner instanceof Dict ? owner.array('Dest') : undefined;
      expect(pdf.resolve(destination?.[0])).toBe(pdf.pages[0]?.dict);
      expect(destination?.slice(2)).toEqual([0, 200, null]);
    }
    expect(second instanceof Dict && second.dict('A')?.name('S')).toBe('GoTo');
    expect(findResidue(written(pdf))).toEqual([]);
  });

  test('stays a destination without an action', async () => {
    const { pdf } = await clean({ catalog: names, more });
    const [, destination] = pdf.catalog.dict('Names')?.dict('Dests')?.array('Names') ?? [];
    const value = pdf.resolve(destination);
    expect(value instanceof Dict && value.keys()).toEqual(['D']);
  });
});

describe('embedded files', () => {
  const invoice = {
    10: '<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/AFRelationship/Alternative/EF<</F 11 0 R/UF 11 0 R>>>>',
    11: { dict: '/Type/EmbeddedFile', stream: '<invoice/>' },
  };

  test('are removed from all places and told once, an invoice loudly', async () => {
    const { pdf, result } = await clean({
      catalog: '/AF[10 0 R]/PageMode/UseAttachments/Names<</EmbeddedFiles<</Names[(factur-x.xml)10 0 R]>>>>',
      page: '/AF 10 0 R/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS 10 0 R>>]',
      more: invoice,
    });
    expect(facts(result)).toEqual(['embeddedFilesRemoved']);
    const message = warning(result, 'EMBEDDED_FILE_REMOVED');
    expect(message).toMatch(/^THE ELECTRONIC INVOICE factur-x.xml WAS REMOVED/);
    expect(message).toMatch(
      /Embedded files removed: 1\. factur-x\.xml \(10 bytes, SHA-256 [0-9a-f]{64}, Alternative\)\.$/,
    );
    expect(warning(result, 'EXTERNAL_REFERENCE_REMOVED')).toBeUndefined();
    expect(pdf.catalog.keys()).toEqual(['Type', 'Pages']);
    expect(pdf.pages[0]?.dict.array('Annots')).toEqual([]);
    expect(findResidue(written(pdf))).toEqual([]);
  });

  test('of a structure element, a form and a font go; the element stays', async () => {
    const { pdf, result } = await clean({
      catalog: '/StructTreeRoot<</K<</Type/StructElem/S/Formula/AF[10 0 R]/K[0]>>>>',
      page: '/Resources<</XObject<</X 12 0 R>>/Font<</F1<</Type/Font/AF[10 0 R]>>>>>>',
      more: { ...invoice, 12: { dict: '/Subtype/Form/BBox[0 0 9 9]/AF[10 0 R]', stream: '' } },
    });
    expect(facts(result)).toEqual(['embeddedFilesRemoved']);
    expect(pdf.catalog.dict('StructTreeRoot')?.dict('K')?.keys()).toEqual(['Type', 'S', 'K']);
    expect(findResidue(written(pdf))).toEqual([]);
  });

  test('are listed with what binds them, wherever they were, without their folders', async () => {
    const { result } = await clean({
      catalog: '/AF 10 0 R/Names<</EmbeddedFiles<</Names[(b)12 0 R(c)14 0 R(d)17 0 R]>>>>',
      page: `/Annots[<</Subtype/RichMedia/Rect[0 0 9 9]/RichMediaContent<</Assets<</Names[(a)16 0 R]>>>>>>
        <</Subtype/FileAttachment/Rect[0 0 9 9]/FS 10 0 R>>]`,
      more: {
        ...invoice,
        12: '<</Type/Filespec/F(/C/Users/someone/b.txt)/EF<</F 13 0 R>>/RF<</F[(C:\\\\related.txt)18 0 R]>>>>',
        13: { dict: '/Subtype/text#2Fplain/Params<</Size 1>>', stream: 'text' },
        14: '<</F(c.bin)/EF<</F 15 0 R>>>>',
        15: { dict: '/Params<</Size 100>>', stream: 'cut off' },
        16: '<</F(a.swf)/EF<</F 15 0 R>>>>',
        17: '<</F(d.jpg)/EF<</F 19 0 R>>>>',
        18: { stream: 'related' },
        19: { dict: '/Filter/DCTDecode', stream: 'pixels' },
      },
    });
    const { removed, kept } = result.embeddedFiles ?? {};
    expect(kept).toBe(null);
    expect(removed?.listed.map(({ name, content, sizeBytes }) => [name, content, sizeBytes])).toEqual([
      ['b.txt', 'complete', 4],
      ['c.bin', 'damaged', null],
      ['d.jpg', 'not_read', null],
      ['factur-x.xml', 'complete', 10],
      ['related.txt', 'complete', 7],
    ]);
    expect(removed?.listed[0]).toEqual({
      name: 'b.txt',
      mediaType: 'text/plain',
      relationship: null,
      content: 'complete',
      sizeBytes: 4,
      sha256: createHash('sha256').update('text').digest('hex'),
    });
  });

  test('are counted beyond the hundred that are listed', async () => {
    const more: Record<number, BuiltObject> = {};
    for (let number = 10; number < 340; number += 2) {
      more[number] = `<</F(${number})/EF<</F ${number + 1} 0 R>>>>`;
      more[number + 1] = { stream: `${number}` };
    }
    const files = Object.keys(more).filter((number) => Number(number) % 2 === 0);
    const { result } = await clean({ catalog: `/AF[${files.map((number) => `${number} 0 R`).join(' ')}]`, more });
    expect(result.embeddedFiles?.removed).toMatchObject({ count: 165, notListed: 65 });
    expect(warning(result, 'EMBEDDED_FILE_REMOVED')).toContain('; and 155 more.');
  });

  test('of a portfolio go, its cover page stays', async () => {
    const { pdf, result } = await clean({
      catalog: '/Collection<</View/T>>/Names<</EmbeddedFiles<</Names[(a)10 0 R]>>>>',
      more: invoice,
    });
    expect(warning(result, 'PORTFOLIO_CONTENTS_REMOVED')).toBeDefined();
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.catalog.has('Collection')).toBe(false);
  });

  test('with names meant to mislead are shown without control characters', async () => {
    const spec = '<</Type/Filespec/UF<FEFF00612 02E000A0062>/EF<</F 11 0 R>>>>';
    const { result } = await clean({ catalog: '/AF[10 0 R]', more: { ...invoice, 10: spec } });
    expect(warning(result, 'EMBEDDED_FILE_REMOVED')).toContain('Embedded files removed: 1. a??b (');
  });
});

describe('media', () => {
  test.each(['RichMedia', '3D', 'Movie', 'Sound', 'Screen', 'Projection'])(
    '%s annotation goes with its popup and its place in the structure',
    async (subtype) => {
      const { pdf, result } = await clean({
        catalog: '/StructTreeRoot 13 0 R',
        page: '/Annots[11 0 R 10 0 R 12 0 R]',
        more: {
          10: `<</Subtype/${subtype}/Rect[0 0 9 9]/Popup 11 0 R>>`,
          11: '<</Subtype/Popup/Rect[0 0 9 9]/Parent 10 0 R>>',
          12: '<</Subtype/Text/Rect[0 0 9 9]/IRT 10 0 R/Contents(kept)>>',
          13: '<</K<</Type/StructElem/S/Annot/P 13 0 R/K[0<</Type/OBJR/Obj 10 0 R>>1]>>>>',
        },
      });
      expect(facts(result)).toEqual(['richMediaRemoved']);
      expect(warning(result, 'RICH_MEDIA_REMOVED')).toBe(
        `Media removed: 1 (${subtype} annotation 1), first in page 1.`,
      );
      expect(pdf.pages[0]?.dict.array('Annots')).toHaveLength(1);
      expect(annotation(pdf)?.keys()).toEqual(['Subtype', 'Rect', 'Contents']);
      expect(pdf.catalog.dict('StructTreeRoot')?.dict('K')?.array('K')).toEqual([0, 1]);
    },
  );
});

describe('posters', () => {
  const picture = { dict: '/Subtype/Form/BBox[0 0 9 9]', stream: '0 0 9 9 re f' };
  const shown = '/Rect[0 0 9 9]/F 4/AP<</N 11 0 R/D 11 0 R>>/T(film)/Contents(film)/StructParent 1';

  test.each(['RichMedia', '3D', 'Movie', 'Sound', 'Screen', 'Projection'])(
    'a %s annotation leaves its picture and nothing else',
    async (subtype) => {
      const { pdf, result } = await clean({
        page: '/Annots[10 0 R]',
        more: { 10: `<</Type/Annot/Subtype/${subtype}${shown}/A<</S/JavaScript/JS(x)>>>>`, 11: picture },
      });
      expect(annotation(pdf)?.keys().toSorted()).toEqual(['AP', 'F', 'Rect', 'StructParent', 'Subtype', 'Type']);
      expect(annotation(pdf)?.dict('AP')?.keys()).toEqual(['N']);
      expect(warning(result, 'RICH_MEDIA_REMOVED')).toBe(
        `Media removed: 1 (${subtype} annotation 1), first in page 1. The pages still show the still picture of 1 of them.`,
      );
    },
  );

  test('the mark of an attached file stays, the file does not', async () => {
    const { pdf, result } = await clean({
      page: '/Annots[10 0 R]',
      more: {
        10: `<</Type/Annot/Subtype/FileAttachment${shown}/FS<</Type/Filespec/F(a)/EF<</F 12 0 R>>>>>>`,
        11: picture,
        12: { dict: '/Type/EmbeddedFile', stream: 'secret' },
      },
    });
    expect(annotation(pdf)?.has('FS')).toBe(false);
    expect(annotation(pdf)?.dict('AP')?.stream('N')).toBeInstanceOf(Stream);
    expect(facts(result)).toEqual(['embeddedFilesRemoved']);
    expect(warning(result, 'RICH_MEDIA_REMOVED')).toBeUndefined();
  });

  test('the picture takes the place of its annotation in the structure', async () => {
    const { pdf } = await clean({
      catalog: '/StructTreeRoot 13 0 R',
      page: '/Annots[10 0 R]',
      more: {
        10: `<</Subtype/Screen${shown}>>`,
        11: picture,
        13: '<</K<</Type/StructElem/S/Annot/P 13 0 R/K[<</Type/OBJR/Obj 10 0 R>>]>>>>',
      },
    });
    const [reference] = pdf.catalog.dict('StructTreeRoot')?.dict('K')?.array('K') ?? [];
    const object = pdf.resolve(reference);
    expect(object instanceof Dict && object.get('Obj')).toBe(annotation(pdf));
  });

  test.each([
    ['is hidden', '/F 2'],
    ['is not for the screen', '/F 32'],
    ['has no place', '/Rect[5 5 5 5]'],
    ['is empty', '/AP<</N 12 0 R>>'],
    ['has no appearance for its state', '/AS/Off/AP<</N<</On 11 0 R>>>>'],
  ])('there is none where the annotation %s', async (_, entries) => {
    const rest = ['/Rect[0 0 9 9]', '/AP<</N 11 0 R>>'].filter((each) => !entries.includes(each.slice(0, 3)));
    const more = { 10: `<</Subtype/Screen${rest.join('')}${entries}>>`, 11: picture, 12: { dict: '', stream: '\n' } };
    const { pdf, result } = await clean({ page: '/Annots[10 0 R]', more });
    expect(pdf.pages[0]?.dict.array('Annots')).toEqual([]);
    expect(warning(result, 'RICH_MEDIA_REMOVED')).not.toContain('picture');
  });

  test('there is none where all annotations are to be removed', async () => {
    const parts = { page: '/Annots[10 0 R]', more: { 10: `<</Subtype/Screen${shown}>>`, 11: picture } };
    const { pdf } = await clean(parts, { removeAnnotations: true });
    expect(pdf.pages[0]?.dict.array('Annots')).toEqual([]);
  });
});

describe('other dangers', () => {
  test('data outside the file, PostScript and alternates are cut off', async () => {
    const { pdf, result } = await clean({
      catalog: '/URI<</Base(http://a.example/)>>/OutputIntents[<</S/GTS_PDFX/DestOutputProfileRef<</URLs[]>>>>]',
      page: '/Resources<</XObject<</A 10 0 R/B 11 0 R/C 12 0 R>>>>',
      more: {
        10: { dict: '/Subtype/Image/Width 1/Height 1/F(\\\\host)/FFilter/FlateDecode/Alternates[]', stream: 'x' },
        11: { dict: '/Subtype/Form/BBox[0 0 9 9]/OPI<<>>/Ref<</F(a.pdf)/Page 0>>/PieceInfo<<>>', stream: '' },
        12: { dict: '/Subtype/PS', stream: 'quit' },
      },
    });
    expect(warning(result, 'EXTERNAL_REFERENCE_REMOVED')).toMatch(/: 6 \(/);
    expect(warning(result, 'OPTIONAL_CONTENT_CONDITIONAL')).toContain('Alternates 1');
    expect(warning(result, 'ACTION_REMOVED')).toContain('PostScript 1');
    expect(pdf.pages[0]?.dict.dict('Resources')?.dict('XObject')?.keys()).toEqual(['A', 'B']);
    expect(findResidue(written(pdf))).toEqual([]);
  });

  test('layers no longer follow the viewer; the layers themselves stay', async () => {
    const { pdf, result } = await clean({
      catalog: '/OCProperties<</OCGs[10 0 R]/D<</ON[10 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[10 0 R]>>]>>>>',
      more: { 10: '<</Type/OCG/Name(a)>>' },
    });
    expect(warning(result, 'OPTIONAL_CONTENT_CONDITIONAL')).toBeDefined();
    expect(pdf.catalog.dict('OCProperties')?.dict('D')?.keys()).toEqual(['ON']);
  });

  test('code in place of a number in a font matrix goes', async () => {
    const font = '<</Type/Font/Subtype/Type1/BaseFont/A/FontMatrix[1 0 0 1 0(0\\); alert\\(1\\))]>>';
    const { pdf, result } = await clean({ page: `/Resources<</Font<</F1 ${font}>>>>` });
    expect(result.result).toBe('removed');
    expect(pdf.pages[0]?.dict.dict('Resources')?.dict('Font')?.dict('F1')?.has('FontMatrix')).toBe(false);
  });

  test('private and unknown entries of known places go and are named', async () => {
    const { result } = await clean({ catalog: '/PieceInfo<<>>/ACME_Secret 1', page: '/ACME_Secret 2' });
    expect(warning(result, 'UNKNOWN_KEY_REMOVED')).toBe(
      'Private, obsolete or unknown entries removed: 3 (ACME_Secret 2, PieceInfo 1), first in the document catalog.',
    );
  });

  test('a second catalog and deleted pages reached by a side way are cut off', async () => {
    const { pdf } = await clean({
      page: '/Resources<</Properties<</P1<</A 10 0 R/B 11 0 R/C 3 0 R>>>>>>',
      more: { 10: `<</Type/Catalog/OpenAction${SCRIPT}>>`, 11: '<</Type/Page/Contents 4 0 R>>' },
    });
    expect(pdf.pages[0]?.dict.dict('Resources')?.dict('Properties')?.dict('P1')?.keys()).toEqual(['C']);
  });
});

describe('the stage', () => {
  const everything: Parts = {
    catalog: `/OpenAction${LAUNCH}/AA<<>>/Names<</JavaScript<</Names[(a)${SCRIPT}]>>>>
      /Outlines<</First<</Title(a)/A${SCRIPT}>>>>`,
    page: `/Trans<</S/Fly>>/Dur 1/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[3 0 R/Fit]/Next ${LAUNCH}>>>>]`,
  };

  test('finds nothing in its own output, and changes none of its bytes', async () => {
    const once = written((await clean(everything)).pdf);
    const again = work(once);
    expect(await activeContentRemoval.run(again)).toMatchObject({ result: 'none_found', warnings: [] });
    expect(written(again.pdf)).toEqual(once);
  });

  test('only looks at a signed document that is to pass through', async () => {
    const input = file(everything);
    const open = work(input, true);
    const before = open.pdf.catalog.keys();
    const result = await activeContentRemoval.run(open);
    expect(result.result).toBe('skipped_signed_preserve');
    expect(facts(result)).toEqual([]);
    expect(warning(result, 'ACTIVE_CONTENT_RETAINED')).toContain('AA in the catalog and');
    expect(open.pdf.catalog.keys()).toEqual(before);
  });

  test('takes long chains in its stride', { timeout: 60_000 }, async () => {
    const many: Record<number, BuiltObject> = {};
    for (let number = 10; number < 30_010; number++)
      many[number] = `<</Title(x)/Next ${number + 1} 0 R/AF[${number + 1} 0 R]>>`;
    const { result } = await clean({ catalog: '/Outlines<</First 10 0 R>>/PieceInfo 10 0 R', more: many });
    expect(result.result).toBe('removed');
  });
});
