/**
 * Checks that an embedded file is the XML of a hybrid invoice and only data: readers execute nothing in it, it refers
 * to nothing outside, and it contains no other file.
 */
import type { WarningFacts } from '#engine/facts/warning.ts';
import type { InvoiceFinding } from '#engine/facts/warning-findings.ts';
import { decodeXml, type Encoding, encodingOf, outlineXml } from '#engine/xmp/xml.ts';

/** One edition of a standard: its name of the file, its XMP schema, and the root element of the file. */
export interface InvoiceStandard {
  readonly title: string;
  readonly fileNames: readonly string[];
  readonly schema: string;
  readonly root: { readonly namespace: string; readonly name: string };
}

const CROSS_INDUSTRY_INVOICE = {
  namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  name: 'CrossIndustryInvoice',
};

export const INVOICE_STANDARDS: readonly InvoiceStandard[] = [
  {
    title: 'Factur-X, ZUGFeRD 2.1 and later, XRechnung',
    fileNames: ['factur-x.xml', 'xrechnung.xml'],
    schema: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    root: CROSS_INDUSTRY_INVOICE,
  },
  {
    title: 'ZUGFeRD 2.0',
    fileNames: ['zugferd-invoice.xml'],
    schema: 'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
    root: CROSS_INDUSTRY_INVOICE,
  },
  {
    title: 'ZUGFeRD 1.0',
    fileNames: ['ZUGFeRD-invoice.xml'],
    schema: 'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
    root: { namespace: 'urn:ferd:CrossIndustryDocument:invoice:1p0', name: 'CrossIndustryDocument' },
  },
  {
    title: 'Order-X 1.0',
    fileNames: ['order-x.xml'],
    schema: 'urn:factur-x:pdfa:CrossIndustryDocument:1p0#',
    root: {
      namespace: 'urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100',
      name: 'SCRDMCCBDACIOMessageStructure',
    },
  },
];

/** Real invoices are a hundred times smaller. */
export const MAX_INVOICE_BYTES = 8 * 1024 * 1024;

/** The standards only use namespaces of UN/CEFACT and FeRD. XInclude, XSLT, SVG and XHTML have other namespaces. */
const NAMESPACE_OF_DATA = /^urn:(?:un:unece:uncefact|ferd):/;

/** The reason why the invoice of a document is not preserved. */
export interface InvoiceRefusal {
  readonly refusal: InvoiceFinding;
  readonly facts?: WarningFacts;
}

/** Returns the reason why the file is not the invoice of the standard; undefined if it is. */
export function findXmlFault(bytes: Uint8Array, { root }: InvoiceStandard): InvoiceRefusal | undefined {
  const text = decodeXml(bytes);
  const outline = text === undefined ? undefined : outlineXml(text);
  if (outline === undefined) return { refusal: 'INVOICE_MALFORMED' };
  if (!isEncodingTrue(outline.encoding, encodingOf(bytes))) return { refusal: 'INVOICE_ENCODING_CONTRADICTED' };
  if (outline.root.namespace !== root.namespace || outline.root.name !== root.name) {
    return { refusal: 'INVOICE_ROOT_UNEXPECTED', facts: { element: root.name } };
  }
  if (outline.hasInstructions) return { refusal: 'INVOICE_WITH_INSTRUCTIONS' };
  if ([...outline.namespaces].some((namespace) => !NAMESPACE_OF_DATA.test(namespace))) {
    return { refusal: 'INVOICE_WITH_FOREIGN_ELEMENTS' };
  }
  // BT-125 of EN 16931: AttachmentBinaryObject of UN/CEFACT holds a file in base64.
  const holdsFile = [...outline.namesWithText].some((name) => name.endsWith('BinaryObject'));
  return holdsFile ? { refusal: 'INVOICE_WITH_FILES' } : undefined;
}

/** Another reader may use the declaration, so it must lead to the same characters. */
function isEncodingTrue(declared: string | null, actual: Encoding): boolean {
  const names = actual === 'utf-8' ? ['utf-8'] : [actual, actual.slice(0, -2)];
  return declared === null || names.includes(declared.toLowerCase());
}
