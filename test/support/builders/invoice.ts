/** A one-page hybrid invoice (Factur-X by default) in parts that a test can make wrong. */
import { type BuiltObject, buildPdf } from './pdf.ts';

export const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

export const CROSS_INDUSTRY_INVOICE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** `number` makes invoices different, and `more` is inside of the root element. */
export function invoiceXml(number = 'RE-1', more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${CROSS_INDUSTRY_INVOICE}"
 xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"><rsm:ExchangedDocument>
<ram:ID>${number}</ram:ID></rsm:ExchangedDocument>${more}</rsm:CrossIndustryInvoice>`;
}

export interface InvoiceParts {
  readonly xml?: string | Uint8Array;
  /** The name of the file. */
  readonly name?: string;
  /** Entries of the file specification besides `/Type /Filespec`. They replace the default ones. */
  readonly specification?: string;
  /** Entries of the stream of the embedded file. */
  readonly file?: string;
  /** The values in the XMP metadata. */
  readonly declaredName?: string | null;
  readonly schema?: string;
  /** Whether the XMP metadata have the extension schema. */
  readonly isDescribed?: boolean;
  /** For example `3` and `B`. */
  readonly pdfa?: { readonly part: string; readonly conformance: string } | null;
  /** The entries of the catalog that lead to the file specification, which is object 10. */
  readonly catalog?: string;
  readonly page?: string;
  /** Additional objects from number 20. */
  readonly more?: Readonly<Record<number, BuiltObject>>;
}

export function invoicePdf(parts: InvoiceParts = {}): Uint8Array {
  const {
    xml = invoiceXml(),
    name = 'factur-x.xml',
    specification = `/F(${name})/UF(${name})/AFRelationship/Alternative/Desc(Invoice)/EF<</F 11 0 R/UF 11 0 R>>`,
    file = '/Type/EmbeddedFile/Subtype/text#2Fxml/Params<</ModDate(D:20260101)/CheckSum(x)>>',
    catalog = `/AF[10 0 R]/Names<</EmbeddedFiles<</Names[(${name})10 0 R]>>>>`,
    page = '',
    more = {},
  } = parts;
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${page}>>`,
    4: { stream: '0 0 9 9 re f' },
    5: { dict: '/Type/Metadata/Subtype/XML', stream: xmp(parts) },
    10: `<</Type/Filespec${specification}>>`,
    11: { dict: file, stream: xml },
    ...more,
  });
}

const PROPERTIES = ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'];

/** The XMP metadata with the schema description that PDF/A requires (ISO 19005-3, 6.6.2.3). */
function xmp({
  declaredName = 'factur-x.xml',
  schema = FACTUR_X,
  pdfa = null,
  isDescribed = true,
}: InvoiceParts): string {
  const values: Readonly<Record<string, string>> = {
    DocumentFileName: declaredName ?? '',
    DocumentType: 'INVOICE',
    Version: '1.0',
    ConformanceLevel: 'BASIC',
  };
  const claim = pdfa
    ? `<pdfaid:part>${pdfa.part}</pdfaid:part><pdfaid:conformance>${pdfa.conformance}</pdfaid:conformance>`
    : '';
  const properties = PROPERTIES.map((name) => `<fx:${name}>${values[name]}</fx:${name}>`).join('');
  const items = PROPERTIES.map(
    (name) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${name}</pdfaProperty:description></rdf:li>`,
  );
  const description = `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X</pdfaSchema:schema><pdfaSchema:namespaceURI>${schema}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${items.join('')}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>`;
  return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:fx="${schema}"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<rdf:Description rdf:about="">${claim}${declaredName === null ? '' : properties}${declaredName === null || !isDescribed ? '' : description}</rdf:Description></rdf:RDF>`;
}
