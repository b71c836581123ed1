import { expect, test } from 'vitest';
import { chanceOf } from '#test/properties/mutations.ts';
import { baseDocuments } from '#test/support/builders/variants.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { plainHash } from '#tools/quality/normalize-files.ts';
import { isStream, modelOf, ofType } from '#tools/quality/converge/model.ts';
import { serialize } from '#tools/quality/converge/serializer.ts';
import { stampedCopy } from './stamps.ts';

test('stamped copies of a document have other bytes and one canonical form', async () => {
  for (const model of Object.values(baseDocuments())) {
    const base = serialize(model);
    for (const seed of [1, 2, 3]) {
      const copy = stampedCopy(model, chanceOf(seed));
      expect(Buffer.compare(copy, base)).not.toBe(0);
      expect(await plainHash(copy)).toEqual(await plainHash(base));
    }
  }
});

test('a copy has other names of resources, in their dictionary and in content', () => {
  const model = modelOf(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      4: { stream: 'BT /F1 2 Tf (/F1 stays) Tj ET' },
      5: '<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Helvetica>>',
    }),
  );
  const copy = modelOf(stampedCopy(model, chanceOf(1)));
  const [content] = [...copy.objects.values()].filter(isStream);
  const written = Buffer.from(content?.data ?? []).toString('latin1');
  const [name = ''] = /(?<=^BT \/)R[A-Z]{3}F1(?= 2 Tf \(\/F1 stays\) Tj ET$)/.exec(written) ?? [];
  const [page] = ofType(copy, 'Page');
  expect(page?.entries['Resources']).toMatchObject({ Font: { [name]: expect.anything() } });
  expect(Buffer.from(serialize(copy)).toString('latin1')).not.toContain('ABCDEF');
});
