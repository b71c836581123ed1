/** The expected report for a pair of documents, and parts of documents for pairs. */
import { readFileSync } from 'node:fs';
import type {
  AnnotationChange,
  DiffSeverity,
  FontChange,
  FormChange,
  MetadataChange,
  SecurityChange,
} from '#domain/compare.ts';
import { book, type BookPage, pageNumber } from './book.ts';

/** A report without hashes: pages by their numbers, object counts as two totals. Empty parts are left out. */
export interface Expectation {
  readonly severity: DiffSeverity;
  readonly changes: number;
  readonly metadata?: readonly MetadataChange[];
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  readonly reordered?: readonly (readonly [number, number])[];
  readonly modified?: readonly (readonly [number, number])[];
  /** Present if they differ. */
  readonly objects?: readonly [number, number];
  readonly forms?: readonly FormChange[];
  readonly annotations?: readonly AnnotationChange[];
  readonly security?: readonly SecurityChange[];
  readonly fonts?: readonly FontChange[];
}

export interface Pair {
  readonly name: string;
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  readonly normalizeFirst?: true;
  readonly expected: Expectation;
}

export const IDENTICAL: Expectation = { severity: 'none', changes: 0 };

export const ONE = 'The first chapter tells of rivers and their sources';
export const TWO = 'A second chapter counts mountains glaciers and passes';
export const THREE = 'Chapter three lists harbours lighthouses and tides';
export const FOUR = 'Finally the fourth part names every island we saw';
export const FIVE = 'An appendix explains instruments charts and errors';
export const EDITED_TWO = 'A second chapter counts mountains valleys and passes';

export const fixture = (name: string) => new Uint8Array(readFileSync(`fixtures/pdf/${name}`));

/** One page of text with its own annotations or fields, which are objects from 5000. */
export const page = (entries: string): BookPage => ({ text: ONE, entries });
export const withAnnotations = (...annotations: readonly string[]) =>
  book({
    pages: [page(`/Annots[${annotations.map((_, index) => `${5000 + index} 0 R`).join(' ')}]`)],
    more: Object.fromEntries(annotations.map((annotation, index) => [5000 + index, annotation])),
  });
export const note = (entries: string, rect = '72 300 100 330') =>
  `<</Type/Annot/Subtype/Text/Rect[${rect}]${entries}>>`;

export const field = (entries: string) => `<</Type/Annot/Subtype/Widget/Rect[72 600 272 620]/F 4${entries}>>`;
export const withFields = (...fields: readonly string[]) => {
  const refs = fields.map((_, index) => `${5000 + index} 0 R`).join(' ');
  return book({
    pages: [page(`/Annots[${refs}]`)],
    catalog: `/AcroForm<</Fields[${refs}]/DA(/F1 10 Tf 0 g)/DR<</Font<</F1 3 0 R>>>>>>`,
    more: Object.fromEntries(fields.map((text, index) => [5000 + index, text])),
  });
};

export const radio = (chosen: string) =>
  book({
    pages: [page('/Annots[5001 0 R 5002 0 R]')],
    catalog: '/AcroForm<</Fields[5000 0 R]>>',
    more: {
      5000: `<</FT/Btn/Ff 49152/T(size)/V/${chosen}/Kids[5001 0 R 5002 0 R]>>`,
      5001: `<</Type/Annot/Subtype/Widget/Parent 5000 0 R/Rect[10 10 20 20]/AS/${chosen === 'small' ? 'small' : 'Off'}>>`,
      5002: `<</Type/Annot/Subtype/Widget/Parent 5000 0 R/Rect[30 10 40 20]/AS/${chosen === 'large' ? 'large' : 'Off'}>>`,
    },
  });

export const scan = (entries = '', sample = 'ab') =>
  book({
    pages: [{ content: { stream: 'q 600 0 0 700 0 0 cm /Im0 Do Q' }, entries, resources: '/XObject<</Im0 5000 0 R>>' }],
    more: {
      5000: {
        dict: '/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
        stream: sample,
      },
    },
  });

export const script = (code: string) => `<</S/JavaScript/JS(${code})>>`;
export const named = (code: string) => book({ catalog: `/Names<</JavaScript<</Names[(a) ${script(code)}]>>>>` });
export const attached = (...files: readonly string[]) =>
  book({
    catalog: `/Names<</EmbeddedFiles<</Names[${files.map((_, index) => `(f${index}) ${5000 + 2 * index} 0 R`).join(' ')}]>>>>`,
    more: Object.fromEntries(
      files.flatMap((content, index) => [
        [5000 + 2 * index, `<</Type/Filespec/F(f${index})/EF<</F ${5001 + 2 * index} 0 R>>>>`],
        [5001 + 2 * index, { dict: '/Type/EmbeddedFile', stream: content }],
      ]),
    ),
  });

export const SIGNATURE =
  '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 10 20 10]/Contents<00>>>';
export const signable = (signed: boolean) =>
  book({
    pages: [page('/Annots[5000 0 R]')],
    catalog: '/AcroForm<</Fields[5000 0 R]>>',
    more: {
      5000: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[0 0 0 0]${signed ? '/V 5001 0 R' : ''}>>`,
      5001: signed ? SIGNATURE : 'null',
    },
  });

export const outlined = (title: string) =>
  book({
    catalog: '/Outlines 5000 0 R',
    more: {
      5000: '<</Type/Outlines/First 5001 0 R/Last 5001 0 R/Count 1>>',
      5001: `<</Title(${title})/Parent 5000 0 R/Dest[${pageNumber(1)} 0 R/Fit]>>`,
    },
  });

export const many = Array.from({ length: 1000 }, (_, index) => `Entry number ${index} of the long register`);
export const subset = (tag: string) => `<</Type/Font/Subtype/Type1/BaseFont/${tag}+Minion>>`;

/** Two pages with a shared resource dictionary, as many writers make them. The second also has an image. */
export const shared = (withImage: boolean) => {
  const resources = `/Font<</F1 3 0 R>>${withImage ? '/XObject<</Im0 5000 0 R>>' : ''}`;
  const picture: BookPage = { content: { stream: 'q 9 0 0 9 0 0 cm /Im0 Do Q' }, resources };
  return book({
    pages: [{ text: ONE, resources }, { text: TWO, resources }, ...(withImage ? [picture] : [])],
    more: {
      5000: {
        dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
        stream: 'x',
      },
    },
  });
};

export const link = (target: number) =>
  `/Annots[<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/Dest[${pageNumber(target)} 0 R/Fit]>>]`;
