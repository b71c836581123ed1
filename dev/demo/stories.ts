/** The documents of the demo organization. Each shows one thing that the service finds, preserves or rejects. */

export interface Story {
  /** Never changed, because it identifies a story that was sent before. */
  readonly key: string;
  /** The path below `fixtures/`. */
  readonly file: string;
  /** The file name that a client would send. */
  readonly name: string;
  /** The id in the records of the client. */
  readonly reference: string;
  readonly department: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** The demo opens this story. */
export const FORGED_CONTRACT = 'contract-changed-after-signing';

/** The forged contract comes last, because lists show the newest first. */
export const STORIES: readonly Story[] = [
  {
    key: 'contract-signed',
    file: 'demo/contract-signed.pdf',
    name: 'Licence agreement 2026-031.pdf',
    reference: 'contract-2026-031-a',
    department: 'legal',
    options: { signed_pdf_policy: 'strip' },
  },
  {
    key: 'contract-rejected',
    file: 'demo/contract-signed.pdf',
    name: 'Licence agreement 2026-031 (signed, not to be changed).pdf',
    reference: 'contract-2026-031-c',
    department: 'archive',
    options: { signed_pdf_policy: 'reject' },
  },
  {
    key: 'invoice-with-xml',
    file: 'pdf/zugferd_2p1_EN16931_AbweichenderZahlungsempf.pdf',
    name: 'Invoice 47110815.pdf',
    reference: 'invoice-47110815',
    department: 'accounting',
    options: { embedded_files_policy: 'keep_invoice' },
  },
  {
    key: 'form-with-scripts',
    file: 'pdf/form.pdf',
    name: 'Registration form.pdf',
    reference: 'form-118',
    department: 'registry',
  },
  {
    key: 'pdfa',
    file: 'pdf/veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf',
    name: 'Minutes (PDF/A-1a).pdf',
    reference: 'minutes-2026-04',
    department: 'archive',
  },
  {
    key: 'damaged',
    file: 'demo/letter-damaged.pdf',
    name: 'Delivery letter.pdf',
    reference: 'letter-2026-207',
    department: 'registry',
  },
  {
    key: 'scan',
    file: 'pdf/image-only.pdf',
    name: 'Scan of a page.pdf',
    reference: 'scan-0093',
    department: 'registry',
  },
  {
    key: 'encrypted',
    file: 'pdf/aes-256-r6-owner-only.pdf',
    name: 'Report, printing forbidden.pdf',
    reference: 'report-2026-q1',
    department: 'accounting',
  },
  {
    key: 'needs-password',
    file: 'pdf/aes-256-user.pdf',
    name: 'Report, with a password.pdf',
    reference: 'report-2026-q2',
    department: 'accounting',
  },
  {
    key: 'offer-first',
    file: 'demo/offer-first.pdf',
    name: 'Offer 2026-014, first version.pdf',
    reference: 'offer-2026-014-1',
    department: 'legal',
  },
  {
    key: 'offer-second',
    file: 'demo/offer-second.pdf',
    name: 'Offer 2026-014, second version.pdf',
    reference: 'offer-2026-014-2',
    department: 'legal',
  },
  {
    key: FORGED_CONTRACT,
    file: 'demo/contract-changed-after-signing.pdf',
    name: 'Licence agreement 2026-031 (received by mail).pdf',
    reference: 'contract-2026-031-b',
    department: 'legal',
    options: { signed_pdf_policy: 'strip' },
  },
];

/** One document as four programs save it. All four give the same output. */
export const BATCH = {
  key: 'batch',
  name: 'One document, saved in four ways',
  reference: 'migration-2026-05',
  department: 'archive',
};

const saved = (dress: string, how: string): Story => ({
  key: `batch-${dress}`,
  file: `pdf/g0-plain-${dress}.pdf`,
  name: `Annual report, ${how}.pdf`,
  reference: `annual-report-${dress}`,
  department: BATCH.department,
});

export const BATCH_STORIES: readonly Story[] = [
  saved('0-classic', 'as an old program saves it'),
  saved('1-xrefstream', 'as a new program saves it'),
  saved('3-linearized', 'made for the web'),
  saved('8-encrypted', 'encrypted'),
];
