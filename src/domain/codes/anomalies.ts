/** The meaning of each finding of the tamper analysis (`tamperAnalysis.anomalies[].type`), for people. */
import type { AnomalyType } from '#domain/report.ts';
import type { Explanation } from './explanation.ts';

const JUDGE =
  'The `severity` decides: `low` and `medium` occur in honest documents; for `high` and `critical`, check the original before you rely on the document. The normalized document shows what the newest revision shows.';

export const ANOMALIES: Readonly<Record<AnomalyType, Explanation>> = {
  INCREMENTAL_UPDATE_INJECTION: {
    title: 'Changed when it was saved again',
    cause:
      'The file holds more than one revision, and a later one changes, adds or replaces something. The sentence names the change. For a change after a signature it names the signature and says whether the signature allows the change.',
    remedy: JUDGE,
    retryable: false,
    example:
      'Facts about the document, such as its title or its dates, were changed when the file was saved again (metadata, object 4 0, revision 2).',
  },
  POST_EOF_DATA: {
    title: 'Data behind the end',
    cause: 'Something stands behind the end of the document that belongs to none of its revisions.',
    remedy: JUDGE,
    retryable: false,
    example:
      'Parts of a PDF were added behind the end of the document: some readers may show them (20193 bytes behind the last %%EOF that a cross-reference owns).',
  },
  HEADER_VERSION_MISMATCH: {
    title: 'Header and document disagree',
    cause:
      'The file does not say at its beginning that it is a PDF, or another version than it says elsewhere or uses.',
    remedy: 'Nothing. The output states one version. The cause is a careless program.',
    retryable: false,
    example:
      'The file says at its beginning that it is of version 1.4 of PDF, and elsewhere of version 2.0 (PDF header 1.4, catalog /Version 2.0).',
  },
  SHADOW_CONTENT_DETECTED: {
    title: 'Something is shown to one and hidden from another',
    cause:
      'The file has content that only some readers show, content that covers other content, or content that an update could reveal: rival objects, text under pictures, fields over fields, layers that differ on screen and in print.',
    remedy: JUDGE,
    retryable: false,
    example:
      'Parts of the file are longer or shorter than they say: what is shown depends on the reader (streams whose /Length is not where their data end: 1, first object 5 0).',
  },
  ORPHANED_SIGNATURE_FIELD: {
    title: 'Signature that proves nothing',
    cause:
      'A signature or its field is empty, reserved, covers nothing or was removed, or the document claims a missing signature.',
    remedy: 'Treat the document as not signed by it. Ask the signer for the signed file.',
    retryable: false,
    example: 'The document says that it is signed; there is no signature in it (/SigFlags 1).',
  },
};
