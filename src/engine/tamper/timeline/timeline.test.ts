import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import type { ReportFacts } from '#engine/facts/report.ts';
import type { ChangedObject, RevisionTimeline, TimelineRevision } from '#engine/facts/revisions.ts';
import { normalize, startNormalizing } from '#engine/normalize.ts';
import { reportFactsSchema } from '#src/contract/parser/report-schema.ts';
import { timelineSchema } from '#src/contract/parser/revisions-schema.ts';
import { appendPacked } from '#test/support/builders/packed-update.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { signedHello, signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate, lastStartXref } from '#test/support/builders/update.ts';

const ada = createSigner();

/** The timeline as the parser sends it, validated as in the worker. */
async function timelineOf(input: Uint8Array): Promise<RevisionTimeline> {
  const pipeline = startNormalizing(input, DEFAULT_OPTIONS);
  await pipeline.runStage('PdfaDetection');
  await pipeline.runStage('TamperDetection');
  return timelineSchema.parse(JSON.parse(JSON.stringify(pipeline.timeline())));
}

async function newestOf(input: Uint8Array): Promise<TimelineRevision> {
  const { revisions } = await timelineOf(input);
  const newest = revisions.at(-1);
  if (!newest) throw new Error('The file has no revisions.');
  return newest;
}

const told = ({ listed }: TimelineRevision): string[] => listed.map(({ change, words }) => `${change} ${words}`);

/** An update with a single entry, which leads to bytes that were in the file before. */
function repoint(pdf: Uint8Array, number: number, offset: number, generation = '00000'): Uint8Array {
  const entry = `${number} 1\n${String(offset).padStart(10, '0')} ${generation} n \n`;
  const trailer = `trailer\n<</Root 1 0 R/Size 100/Prev ${lastStartXref(pdf)}>>`;
  return Buffer.concat([pdf, Buffer.from(`xref\n${entry}${trailer}\nstartxref\n${pdf.length}\n%%EOF\n`)]);
}

const offsetOf = (pdf: Uint8Array, text: string): number => Buffer.from(pdf).indexOf(text);

const PAGE = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>',
  4: { stream: 'BT ET' },
};

/** A form with one field, on one page. */
const FORM = buildPdf({
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Annots[7 0 R]>>',
  6: '<</Fields[7 0 R]>>',
  7: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/V(100)/Rect[0 0 9 9]>>',
});

/** The whole report of the engine, validated as in the worker. */
async function reportOf(input: Uint8Array): Promise<ReportFacts> {
  const { report } = await normalize(input, DEFAULT_OPTIONS);
  return reportFactsSchema.parse(JSON.parse(JSON.stringify(report)));
}

describe('the timeline', () => {
  it('has no entry for a negative number, which no object can have', async () => {
    const pdf = helloPage();
    const update = repoint(pdf, -3, offsetOf(pdf, '4 0 obj'));
    expect((await newestOf(update)).listed).toEqual([]);
    expect((await reportOf(update)).status).toBe('SUCCESS');
  });

  it.each(['-0001', '0.5', '99999999999999999999'])('reads an entry of the generation %s', async (generation) => {
    const pdf = helloPage();
    const update = repoint(pdf, 4, offsetOf(pdf, '4 0 obj'), generation);
    await timelineOf(update);
    expect((await reportOf(update)).status).toBe('SUCCESS');
  });

  it('of a plain file is one revision, counted by kind', async () => {
    const pdf = helloPage();
    const timeline = await timelineOf(pdf);
    expect(timeline).toMatchObject({ sizeBytes: pdf.length, crossReference: 'followed', count: 1, trailing: null });
    expect(timeline.revisions[0]).toMatchObject({
      number: 1,
      startByte: 0,
      crossReference: 'table',
      objects: { added: 5, replaced: 0, repointed: 0, freed: 0, rewritten: 0 },
      isCompared: true,
      listed: [],
      notListed: 5,
    });
    expect(timeline.revisions[0]?.kinds.map(({ kind, added }) => [kind, added])).toEqual([
      ['page', 2],
      ['content', 1],
      ['catalog', 1],
      ['font', 1],
    ]);
  });

  it('says in words what an update replaced', async () => {
    const changed = appendUpdate(helloPage(), { 4: { stream: 'BT (Pay 900) Tj ET' } });
    expect(told(await newestOf(changed))).toEqual(['replaced page 1: content']);
    const filled = appendUpdate(FORM, {
      7: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/V(900)/Rect[0 0 9 9]>>',
    });
    const { listed } = await newestOf(filled);
    expect(listed).toEqual<ChangedObject[]>([
      {
        objectNumber: 7,
        change: 'replaced',
        kind: 'field',
        page: 1,
        field: 'Amount',
        keys: ['V'],
        words: 'field Amount: value',
      },
    ]);
  });

  it('says in words what the text of fields is written in', async () => {
    const field = (style: string): string =>
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/Rect[0 0 9 9]/DA(/Helv ${style} Tf 0 g)>>`;
    const restyled = appendUpdate(FORM, { 7: field('9') });
    expect(told(await newestOf(appendUpdate(restyled, { 7: field('1') })))).toEqual([
      'replaced field Amount: font, size and colour of its text',
    ]);
    const catalog =
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R]/DA(/Helv 1 Tf)/DR<</Font<</Helv 5 0 R>>>>>>>>';
    const [form = ''] = told(await newestOf(appendUpdate(FORM, { 1: catalog })));
    expect(form).not.toContain('/');
  });

  it('has no words for a key that is none of the standard, whatever it is called', async () => {
    const updated = appendUpdate(helloPage(), { 1: '<</Type/Catalog/Pages 2 0 R/constructor 1>>' });
    expect(told(await newestOf(updated))).toEqual(['replaced catalog of the document: /constructor']);
  });

  it('tells what was written again as it was from what was replaced', async () => {
    const same = '<</Type/Font /Subtype/Type1 /BaseFont/Helvetica>>';
    const { objects } = await newestOf(appendUpdate(helloPage(), { 5: same }));
    expect(objects).toMatchObject({ rewritten: 1, replaced: 0 });
  });

  it('tells what was added and freed by what it was there for', async () => {
    const pdf = helloPage('x', { 6: '<</Type/Annot/Subtype/Link>>' });
    const updated = appendUpdate(pdf, { 1: '<</Type/Catalog/Pages 2 0 R/Outlines 9 0 R>>', 9: '<<>>' }, { freed: [5] });
    expect(told(await newestOf(updated))).toEqual([
      'replaced catalog of the document: outline',
      'freed page 1: font Helvetica',
      'added outline',
    ]);
  });

  it('tells an update that only leads back to bytes of before', async () => {
    const first = helloPage('one');
    const second = appendUpdate(first, { 4: { stream: 'BT (two) Tj ET' } });
    const newest = await newestOf(repoint(second, 4, offsetOf(first, '4 0 obj')));
    expect(newest).toMatchObject({ onlyRepoints: true, objects: { repointed: 1, replaced: 0, added: 0 } });
    expect(told(newest)).toEqual(['repointed page 1: content']);
  });

  it('tells an object that an update brings out of bytes of before', async () => {
    const hidden = '9 0 obj\n<</Type/Outlines>>\nendobj';
    const first = helloPage('x', { 6: { stream: hidden } });
    const newest = await newestOf(repoint(first, 9, offsetOf(first, hidden)));
    expect(newest).toMatchObject({ onlyRepoints: true, objects: { repointed: 1, added: 0 } });
  });

  it('does not count entries that say again where an object is', async () => {
    const pdf = helloPage();
    const newest = await newestOf(repoint(pdf, 4, offsetOf(pdf, '4 0 obj')));
    expect(newest).toMatchObject({ entriesRepeated: 1, onlyRepoints: false, objects: { repointed: 0, replaced: 0 } });
  });

  it('sees that objects change with the object stream that holds them', async () => {
    const packed = appendPacked(helloPage(), { 5: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' });
    const empty = appendUpdate(packed, { 90: { dict: '/Type/ObjStm/N 1/First 4', stream: '5 0 <<>>' } });
    expect(told(await newestOf(empty))).toContain(
      'replaced page 1: something it is drawn with: /BaseFont, /Subtype, /Type',
    );
  });

  it('has what a revision says of itself, where it says it', async () => {
    const info = "<</Producer(Pen)/ModDate(D:20260102030405+01'00)>>";
    const pdf = appendUpdate(helloPage(), { 8: info }, { trailer: '/Info 8 0 R' });
    const later = appendUpdate(pdf, { 4: { stream: '' } }, { trailer: '/Info 8 0 R' });
    const { revisions } = await timelineOf(later);
    expect(revisions.map(({ stated }) => stated)).toEqual([
      null,
      { modifiedAt: '2026-01-02T02:04:05.000Z', producer: 'Pen' },
      null,
    ]);
  });
});

describe('a date of the timeline', () => {
  it.each(["D:99991231235959-14'00", "D:00000101000000+14'00"])(
    'that no year of four digits has is none: %s',
    async (date) => {
      const pdf = appendUpdate(helloPage(), { 8: `<</ModDate(${date})>>` }, { trailer: '/Info 8 0 R' });
      expect((await newestOf(pdf)).stated).toEqual({ modifiedAt: null, producer: null });
    },
  );
});

describe('signatures of the timeline', () => {
  it('lists a signature in two fields for each field, since a later field may have an older signature', async () => {
    const later = appendUpdate(signedHello(createSigner()), {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 30 0 R]>>>>',
      30: '<</FT/Sig/T(Copy)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R/V 11 0 R>>',
    });
    const { signatures, signatureCount } = await timelineOf(later);
    expect(signatureCount).toBe(2);
    expect(signatures.map(({ fieldName, revision }) => [fieldName, revision])).toEqual([
      ['Copy', 2],
      ['Signature1', 2],
    ]);
  });

  it('reach as far as their ranges, and what follows is told', async () => {
    const signed = signedHello(ada);
    const changed = appendUpdate(signed, { 4: { stream: '' } });
    const { signatures, signatureCount } = await timelineOf(changed);
    expect(signatureCount).toBe(1);
    expect(signatures[0]).toMatchObject({
      fieldName: 'Signature1',
      isTimestamp: false,
      gap: 'exact',
      endByte: signed.length,
      revision: 2,
      coversWholeFile: false,
      followedBy: { bytes: changed.length - signed.length, onlyWhiteSpace: false, revisions: 1 },
    });
    expect(signatures[0]?.byteRange).toHaveLength(4);
  });

  it('stand in the order in which they were made', async () => {
    const { signatures } = await timelineOf(
      signPdf(signedHello(ada), ada, { name: 'Second', field: 20, earlier: [10] }),
    );
    expect(
      signatures.map(({ fieldName, revision, coversWholeFile }) => [fieldName, revision, coversWholeFile]),
    ).toEqual([
      ['Signature1', 2, false],
      ['Second', 3, true],
    ]);
  });

  it('without a usable range cover nothing', async () => {
    const pdf = helloPage('x', { 6: '<</Type/Sig/ByteRange[0 1 (x)]/Contents<00>>>' });
    const { signatures } = await timelineOf(
      appendUpdate(pdf, { 1: '<</Type/Catalog/Pages 2 0 R/Perms<</DocMDP 6 0 R>>>>' }),
    );
    expect(signatures[0]).toMatchObject({ byteRange: null, gap: null, revision: null, followedBy: null });
  });
});

describe('a hostile or damaged file', () => {
  it('of thousands of revisions has a short timeline', async () => {
    let tail = helloPage();
    const parts = [tail];
    let length = tail.length;
    let previous = lastStartXref(tail);
    for (let index = 0; index < 9_000; index++) {
      const object = '5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Courier>>\nendobj\n';
      const table = `xref\n5 1\n${String(length).padStart(10, '0')} 00000 n \ntrailer\n<</Root 1 0 R/Size 6/Prev ${previous}>>\n`;
      previous = length + object.length;
      tail = Buffer.from(`${object}${table}startxref\n${previous}\n%%EOF\n`);
      parts.push(tail);
      length += tail.length;
    }
    const timeline = await timelineOf(Buffer.concat(parts));
    expect(timeline).toMatchObject({ count: 9_001, notListed: 8_901 });
    expect(timeline.revisions).toHaveLength(100);
    expect(timeline.revisions.at(-1)).toMatchObject({ isCompared: true, objects: { rewritten: 1 } });
    expect(timeline.revisions[0]).toMatchObject({ number: 8_902, isCompared: false, objects: { replaced: 1 } });
    expect(JSON.stringify(timeline).length).toBeLessThan(100_000);
  });

  it('of very many objects is counted without being read once more', async () => {
    const numbers = Array.from({ length: 110_000 }, (_, index) => index + 100);
    const packed = Object.fromEntries(numbers.map((number) => [number, '0']));
    const twice = appendPacked(appendPacked(helloPage(), packed), packed, {}, { holder: 92 });
    const { revisions } = await timelineOf(twice);
    expect(revisions.at(-1)).toMatchObject({ objects: { replaced: 110_000, added: 2 }, isCompared: false });
    expect(revisions.map(({ kinds }) => kinds.length > 0)).toEqual([true, true, false]);
  });

  it('that leads round in a circle has each revision once', async () => {
    const pdf = Buffer.from(buildPdf(PAGE, { trailer: '/Root 1 0 R/Prev 0000000000' }));
    const text = Buffer.from(appendUpdate(pdf, { 4: { stream: '' } })).toString('latin1');
    const circle = text.replace(
      '/Prev 0000000000',
      `/Prev ${String(lastStartXref(Buffer.from(text))).padStart(10, '0')}`,
    );
    expect((await timelineOf(Buffer.from(circle, 'latin1'))).count).toBe(2);
  });

  it('whose cross-reference leads nowhere has no revisions', async () => {
    const text = Buffer.from(helloPage()).toString('latin1');
    const astray = Buffer.from(text.replace(/startxref\n\d+\n/, 'startxref\n1\n'), 'latin1');
    expect(await timelineOf(astray)).toMatchObject({ crossReference: 'unreadable', count: 0, revisions: [] });
  });

  it('that does not open has none', async () => {
    const pipeline = startNormalizing(Buffer.from('nothing of a PDF'), DEFAULT_OPTIONS);
    await pipeline.runStage('PdfaDetection');
    await pipeline.runStage('TamperDetection').catch(() => null);
    expect(pipeline.timeline()).toBeNull();
  });
});

describe('real files', () => {
  const file = (name: string): Uint8Array => readFileSync(`fixtures/pdf/${name}`);

  it('tell an attack by incremental saving', async () => {
    const { revisions, signatures } = await timelineOf(file('isa-1-full-update.pdf'));
    expect(revisions.map(told).at(-1)).toEqual(['replaced page 1: content']);
    expect(signatures[0]).toMatchObject({ revision: 2, followedBy: { revisions: 1 } });
  });

  it('tell hybrid files from others', async () => {
    const { revisions } = await timelineOf(file('minimal-hybrid-xref-mswordstyle.pdf'));
    expect(revisions.map(({ crossReference }) => crossReference)).toContain('hybrid');
  });

  it('of a hybrid file name what was hidden from old readers, which is no return of an older state', async () => {
    const hidden = appendPacked(helloPage(), { 20: '(hidden)' });
    const text = Buffer.from(hidden).toString('latin1');
    const [, stream = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
    const shown = text.replace(/startxref\n\d+\n%%EOF\n$/, `startxref\n${lastStartXref(helloPage())}\n%%EOF\n`);
    const trailer = `trailer\n<</Root 1 0 R/Size 100/Prev ${lastStartXref(helloPage())}/XRefStm ${stream}>>`;
    const hybrid = `${shown}xref\n0 0\n${trailer}\nstartxref\n${shown.length}\n%%EOF\n`;
    const { objects, crossReference, onlyRepoints } = await newestOf(Buffer.from(hybrid, 'latin1'));
    expect({ crossReference, onlyRepoints }).toEqual({ crossReference: 'hybrid', onlyRepoints: false });
    expect(objects).toMatchObject({ added: 3, repointed: 0 });
  });

  it('of a linearized file are one revision', async () => {
    const { count, crossReference } = await timelineOf(file('g0-plain-3-linearized.pdf'));
    expect({ count, crossReference }).toEqual({ count: 1, crossReference: 'followed' });
  });
});
