import { describe, expect, test } from 'vitest';
import { type BuiltObject, helloPage } from '#test/support/builders/pdf.ts';
import { findResidue } from './residue.ts';

/** A page with one more object that nothing refers to. */
const withObject = (object: BuiltObject): Uint8Array => helloPage('Hello', { 9: object });

describe('the residue scanner', () => {
  test('finds nothing in a plain page', () => {
    expect(findResidue(helloPage())).toEqual([]);
  });

  test.each<[string, BuiltObject]>([
    ['JavaScript', '<</S/JavaScript/JS(x)>>'],
    ['JavaScript', '[[<</Deep<</J#53(x)>>>>]]'],
    ['Launch action', '<</S/Launch/F(a.exe)>>'],
    ['SubmitForm action', '<</S/SubmitForm/F(http://a.example/)>>'],
    ['ImportData action', '<</S/ImportData/F(a.fdf)>>'],
    ['GoToR action', '<</S/GoToR/F(a.pdf)/D[0/Fit]>>'],
    ['GoToE action', '<</S/GoToE/T<</R/C>>>>'],
    ['Rendition action', '<</S/Rendition/OP 0>>'],
    ['Mystery action', '<</Type/Action/S/Mystery>>'],
    ['Next action', '<</S/URI/URI(https://a.example/)/Next<<>>>>'],
    ['unsafe URI', '<</S/URI/URI(javascript:x)>>'],
    ['AA', '<</AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>>>'],
    ['OpenAction', '<</Type/Catalog/OpenAction[3 0 R/Fit]>>'],
    ['RichMedia annotation', '<</Subtype/RichMedia/Rect[0 0 9 9]>>'],
    ['FileAttachment annotation', '<</Subtype/FileAttachment/Rect[0 0 9 9]>>'],
    ['EF', '<</EF<</F 4 0 R>>>>'],
    ['XFA', '<</Fields[]/XFA 4 0 R>>'],
    ['embedded file', { dict: '/Type/EmbeddedFile', stream: 'x' }],
    ['external stream', { dict: '/F(\\\\host)', stream: '' }],
    ['3D stream', { dict: '/OnInstantiate 4 0 R', stream: '' }],
    ['PostScript', { dict: '/Subtype/PS', stream: '' }],
  ])('finds %s, even where nothing leads', (trace, object) => {
    expect(findResidue(withObject(object))).toContain(`${trace} in object 9`);
  });

  test('finds what the catalog starts', () => {
    const bytes = helloPage('Hello', { 1: '<</Type/Catalog/Pages 2 0 R/Collection<<>>/Names<</JavaScript<<>>>>>>' });
    expect(findResidue(bytes)).toEqual(['Collection in the catalog', 'JavaScript in the catalog']);
  });

  test.each<[string, BuiltObject]>([
    ['a link that goes to a page', '<</Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[3 0 R/Fit]>>>>'],
    ['a link that opens a safe URI', '<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://a.example/)>>>>'],
    ['a structure element of an author who calls it Hide', '<</S/Hide/P 1 0 R/T(Title)/R 1>>'],
    ['fonts called AA, JS and EF', '<</AA 5 0 R/JS 5 0 R/EF 5 0 R>>'],
    ['a glyph called JS', '<</JS 4 0 R/S 4 0 R>>'],
    ['a stream whose filter is written short', { dict: '/F/AHx', stream: '00>' }],
  ])('accepts %s', (_, object) => {
    expect(findResidue(withObject(object))).toEqual([]);
  });
});
