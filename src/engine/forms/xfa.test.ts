import { describe, expect, test } from 'vitest';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { type Parts, codes, flatten, formFile, pageContent, textOf, widget } from '#test/support/builders/form.ts';
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import { sentencesOf } from '#test/support/warnings.ts';

const UNRENDERED = '/NeedsRendering true';
const FONTS = '/Resources<</Font<</F 6 0 R>>>>';
/** A font with one glyph for each of the characters, from code 1. */
const fontOf = (characters: string): Record<number, BuiltObject> => ({
  6: '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[8 0 R]/ToUnicode 9 0 R>>',
  8: '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>',
  9: {
    stream: [...characters]
      .map((character, index) => {
        const unicode = [...Buffer.from(character, 'utf16le').swap16()].map((byte) =>
          byte.toString(16).padStart(2, '0'),
        );
        return `1 beginbfchar <${(index + 1).toString(16).padStart(4, '0')}> <${unicode.join('')}> endbfchar`;
      })
      .join('\n'),
  },
});

function codesOf(characters: string): string {
  return [...characters].map((_, index) => (index + 1).toString(16).padStart(4, '0')).join('');
}

/** An XFA form whose fields have no widgets. */
function xfaFile({ more = {}, ...parts }: Parts): Uint8Array {
  return formFile({ form: '/XFA(x)', page: FONTS, annotations: '', ...parts, more: { 10: '<</T(root)>>', ...more } });
}

async function expectRefused(input: Uint8Array): Promise<void> {
  const attempt = flatten(input);
  await expect(attempt).rejects.toBeInstanceOf(PdfFailure);
  await expect(attempt).rejects.toMatchObject({ code: 'XFA_DYNAMIC_UNSUPPORTED' });
}

describe('a form in XFA that the pages show too', () => {
  test('is flattened from its widgets', async () => {
    const input = formFile({ form: '/XFA(x)', more: { 10: widget('/FT/Tx/V(static)') } });
    expect(await textOf(input)).toBe('static');
    expect(codes(await flatten(input))).toEqual(['XFA_REMOVED']);
  });

  test('is flattened from its widgets though viewers are asked to build other pages', async () => {
    const input = formFile({ form: '/XFA(x)', catalog: UNRENDERED, more: { 10: widget('/FT/Tx/V(hybrid)') } });
    expect(await textOf(input)).toBe('hybrid');
    const { result } = await flatten(input);
    expect(sentencesOf(result)[0]?.message).toContain('would make other pages');
  });

  test.each([
    ['text', 'BT /F 12 Tf (Invoice 17, to be paid by the end of May) Tj ET'],
    ['a short text that mentions waiting', 'BT /F 12 Tf (Complaint. Please wait for our answer.) Tj ET'],
    ['a drawing', '0 0 100 100 re f'],
    ['a long text that names a reader', `BT /F 12 Tf (adobe.com/go/reader ${'real words '.repeat(200)}) Tj ET`],
  ])('keeps pages of %s', async (_, content) => {
    for (const catalog of ['', UNRENDERED]) {
      const { pdf, result } = await flatten(xfaFile({ catalog, content }));
      expect(pageContent(pdf)).toContain(content);
      expect(result.warnings?.map(({ code }) => code)).toEqual(['XFA_REMOVED']);
    }
  });
});

describe('a form in XFA that is on no page', () => {
  test.each(['Please wait... ', 'Bitte warten ...', 'Veuillez patienter...', 'Aguarde...', 'Evengeduld'])(
    'is refused: the page says %j',
    async (text) => {
      const content = `BT /F 12 Tf (${text}) Tj (If this message is not replaced) Tj ET`;
      await expectRefused(xfaFile({ content }));
    },
  );

  test.each(['お待ちください', '请稍候', '잠시 기다려 주십시오', 'Подождите', 'Lütfen bekleyin', 'Proszę czekać'])(
    'is refused: the page says %j',
    async (text) => {
      await expectRefused(xfaFile({ content: `BT /F 12 Tf <${codesOf(text)}> Tj ET`, more: fontOf(text) }));
    },
  );

  test('is refused: the page sends its reader to another viewer', async () => {
    const content = 'BT /F 12 Tf (Momentan. http://www.adobe.com/go/reader_download) Tj ET';
    await expectRefused(xfaFile({ content }));
  });

  test('is refused: the page is blank and viewers are asked to build it', async () => {
    await expectRefused(xfaFile({ catalog: UNRENDERED }));
  });

  test('is refused: what the page says cannot be read and viewers are asked to build it', async () => {
    const content = 'BT /F 12 Tf <0009> Tj ET';
    await expectRefused(xfaFile({ catalog: UNRENDERED, content, more: fontOf('a') }));
  });

  test.each([
    ['hidden', '/FT/Tx/V(x)/F 2', '0 0 9 9'],
    ['without a place', '/FT/Tx/V(x)', '0 0 0 0'],
    ['for a signature', '/FT/Sig', '0 0 9 9'],
  ])('is refused beside a widget %s', async (_, entries, rect) => {
    const content = 'BT /F 12 Tf (Please wait...) Tj ET';
    await expectRefused(xfaFile({ content, annotations: '10 0 R', more: { 10: widget(entries, rect) } }));
  });
});
