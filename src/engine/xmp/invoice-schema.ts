/**
 * The XMP extension schemas by which hybrid invoices name the file that is embedded (ZUGFeRD 1.0, ZUGFeRD 2.0,
 * Factur-X 1.0 with ZUGFeRD 2.1 and XRechnung, Order-X 1.0). Without the file they speak of something that is gone.
 */
import { cleanText } from '#engine/text/text-string.ts';
import { expandedName, namespaceOf } from './names.ts';
import type { XmpProperties } from './packet.ts';

const FILE_NAME = 'DocumentFileName';
const NAMESPACE = /^urn:(?:factur-x|zugferd|ferd):pdfa:/i;

/** What a document says of the invoice inside. */
export interface DeclaredInvoice {
  readonly namespace: string;
  readonly fileName: string;
}

/** Whether the schema is of one of these families, or has a property of the same name as all of them. */
export function isInvoiceSchema(xmp: XmpProperties, namespace: string): boolean {
  return NAMESPACE.test(namespace) || xmp.has(expandedName(namespace, FILE_NAME));
}

/** Undefined unless exactly one file is declared. */
export function declaredInvoice(xmp: XmpProperties): DeclaredInvoice | undefined {
  const declared = [...xmp].filter(([name]) => name === expandedName(namespaceOf(name), FILE_NAME));
  const [[name, [value]] = ['', []], ...others] = declared;
  if (value?.kind !== 'text' || others.length > 0) return undefined;
  return { namespace: namespaceOf(name), fileName: cleanText(value.text) };
}
