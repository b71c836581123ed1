/** Documents with one form, and the result of the form stage for them. */
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';
import { canonicalize } from '#engine/canonical/canonical.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import type { Stream } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithObjectStreams } from '#engine/write/file/writer.ts';
import type { OpenWork, StageResult } from '#engine/stages/stage.ts';
import { acroFormHandling } from '#engine/stages/05-acro-form-handling.ts';
import { pageTexts } from '#engine/text/pdfium.ts';
import { type BuiltObject, buildPdf } from './pdf.ts';

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
const ZAPF = '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>';

export interface Parts {
  readonly form?: string;
  readonly catalog?: string;
  readonly page?: string;
  readonly content?: string;
  readonly annotations?: string;
  /** Additional objects from number 10. */
  readonly more?: Readonly<Record<number, BuiltObject>>;
}

/** The default is one page with one widget, object 10. */
export function formFile({
  form = '',
  catalog = '',
  page = '',
  content = '',
  annotations = '10 0 R',
  more = {},
}: Parts): Uint8Array {
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Annots[${annotations}]${page}>>`,
    4: { stream: content },
    5: `<</Fields[10 0 R]/DR<</Font<</Helv 6 0 R/ZaDb 7 0 R>>>>/DA(/Helv 12 Tf 0 g)${form}>>`,
    6: HELVETICA,
    7: ZAPF,
    ...more,
  });
}

export function widget(entries: string, rect = '10 10 210 30'): string {
  return `<</Type/Annot/Subtype/Widget/Rect[${rect}]/T(field)${entries}>>`;
}

export function appearance(
  content: string,
  entries = '/BBox[0 0 200 20]/Resources<</Font<</Helv 6 0 R>>>>',
): BuiltObject {
  return { dict: `/Type/XObject/Subtype/Form${entries}`, stream: content };
}

interface Flattened {
  readonly pdf: PdfDocument;
  readonly result: StageResult;
}

export async function flatten(
  input: Uint8Array,
  options: Partial<NormalizeOptions> = {},
  passthrough = false,
): Promise<Flattened> {
  const pdf = openDocument(input);
  const work: OpenWork = {
    input,
    options: { ...DEFAULT_OPTIONS, ...options },
    pdf,
    passthrough,
    security: {},
    validation: {},
    output: null,
  };
  return { pdf, result: await acroFormHandling.run(work) };
}

export function write(pdf: PdfDocument): Uint8Array {
  return writeWithObjectStreams(canonicalize(pdf), '1.7');
}

export async function textOf(input: Uint8Array): Promise<string> {
  const { pdf } = await flatten(input);
  return (await pageTexts(write(pdf))).join('\n').replaceAll(/\s+/g, ' ').trim();
}

export function codes({ result }: Flattened): string[] {
  return (result.warnings ?? []).map(({ code }) => code).toSorted();
}

export function pageContent(pdf: PdfDocument): string {
  const [page] = pdf.pages;
  return page ? latin1(pdf.pageContent(page)) : '';
}

/** The form XObjects of the first page, by name. */
export function drawnForms(pdf: PdfDocument): Map<string, Stream> {
  const objects = pdf.pages[0]?.dict.dict('Resources')?.dict('XObject') ?? pdf.newDict();
  const forms = objects.keys().flatMap((name) => {
    const form = objects.stream(name);
    return form ? [[name, form] as const] : [];
  });
  return new Map(forms);
}

export function drawnContent(pdf: PdfDocument): string {
  return [...drawnForms(pdf).values()].map((form) => latin1(pdf.bytesOf(form) ?? new Uint8Array())).join('\n');
}
