/** The data in a document for the validation of its signatures: the document security store (ISO 32000-2, 12.8.4.3). */
import { PdfFailure } from '#engine/pdf/failure.ts';
import { decodeStream } from '#engine/pdf/filters/decode.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type PdfArray, Stream } from '#engine/pdf/syntax/objects.ts';
import { readCertificate, type X509 } from './certificate.ts';
import type { RevocationData } from './revocation.ts';

export interface ValidationData extends RevocationData {
  readonly certificates: readonly X509[];
}

const MAX_ITEMS = 200;
const MAX_CERTIFICATE_BYTES = 64 * 1024;
/** The limit for lists and responses together, because parsing costs far more than reading. */
const MAX_REVOCATION_BYTES = 2 * 1024 * 1024;

/**
 * The data are decoded outside of the budget of the document, so that its normalization does not depend on whether the
 * host has trust anchors. Data that are too large are left out.
 */
export function storedValidationData(pdf: PdfDocument): ValidationData {
  const store = pdf.catalog.dict('DSS');
  let left = MAX_REVOCATION_BYTES;
  const read = (key: string): Uint8Array[] =>
    streamsOf(pdf, store?.array(key)).flatMap((stream) => {
      const bytes = decoded(stream, pdf, left);
      left -= bytes?.length ?? 0;
      return bytes ? [bytes] : [];
    });
  return {
    certificates: streamsOf(pdf, store?.array('Certs')).flatMap((stream) => {
      const bytes = decoded(stream, pdf, MAX_CERTIFICATE_BYTES);
      return (bytes && readCertificate(bytes)) ?? [];
    }),
    lists: read('CRLs'),
    responses: read('OCSPs'),
  };
}

function streamsOf(pdf: PdfDocument, items: PdfArray | undefined): Stream[] {
  const resolved = (items ?? []).slice(0, MAX_ITEMS).map((item) => pdf.resolve(item));
  return resolved.filter((item) => item instanceof Stream);
}

function decoded(stream: Stream, pdf: PdfDocument, limitBytes: number): Uint8Array | undefined {
  if (stream.raw.length > limitBytes) return undefined;
  try {
    const { bytes, remaining } = decodeStream(stream, pdf, limitBytes);
    return remaining.length === 0 ? bytes : undefined;
  } catch (error) {
    if (error instanceof PdfFailure) return undefined;
    throw error;
  }
}
