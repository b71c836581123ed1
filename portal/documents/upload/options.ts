/** The options for senders. Each choice says what changes in the file. */
import {
  DEFAULT_OPTIONS,
  type EmbeddedFilesPolicy,
  type MissingGlyphPolicy,
  type NormalizeOptions,
  type PdfaPolicy,
  type SignedPdfPolicy,
} from '#domain/pipeline.ts';

/** The names are those of the API's form. */
export interface UploadOptions {
  readonly signed_pdf_policy: SignedPdfPolicy;
  readonly pdfa_policy: PdfaPolicy;
  readonly missing_glyph_policy: MissingGlyphPolicy;
  readonly embedded_files_policy: EmbeddedFilesPolicy;
  readonly linearize: boolean;
  readonly remove_annotations: boolean;
}

export const DEFAULT_UPLOAD_OPTIONS: UploadOptions = {
  signed_pdf_policy: DEFAULT_OPTIONS.signedPdfPolicy,
  pdfa_policy: DEFAULT_OPTIONS.pdfaPolicy,
  missing_glyph_policy: 'warn',
  embedded_files_policy: 'remove',
  linearize: DEFAULT_OPTIONS.linearize,
  remove_annotations: DEFAULT_OPTIONS.removeAnnotations,
};

type Policies = Omit<UploadOptions, 'linearize' | 'remove_annotations'>;

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly effect: string;
}

export interface Policy<Name extends keyof Policies = keyof Policies> {
  readonly name: Name;
  readonly label: string;
  readonly choices: readonly Choice<Policies[Name]>[];
}

export const POLICIES: readonly [
  Policy<'signed_pdf_policy'>,
  Policy<'pdfa_policy'>,
  Policy<'embedded_files_policy'>,
  Policy<'missing_glyph_policy'>,
] = [
  {
    name: 'signed_pdf_policy',
    label: 'Signed documents',
    choices: [
      { value: 'reject', label: 'Refuse', effect: 'A signed document is refused, and nothing is charged for it.' },
      {
        value: 'strip',
        label: 'Remove the signatures',
        effect: 'Signatures are verified, reported and removed. Their appearance stays on the page.',
      },
      {
        value: 'preserve',
        label: 'Leave as it is',
        effect: 'A signed document is examined and not rewritten. The result is the unchanged file.',
      },
    ],
  },
  {
    name: 'pdfa_policy',
    label: 'PDF/A',
    choices: [
      {
        value: 'preserve',
        label: 'Stay PDF/A',
        effect: 'A document that says it is PDF/A stays so, or is refused if that is not possible.',
      },
      {
        value: 'normalize_anyway',
        label: 'Normalize anyway',
        effect: 'The document is normalized in any case. If it no longer conforms to PDF/A, it no longer declares it.',
      },
    ],
  },
  {
    name: 'embedded_files_policy',
    label: 'Embedded files',
    choices: [
      {
        value: 'remove',
        label: 'Remove all',
        effect: 'Files inside the document are removed and listed in the report.',
      },
      {
        value: 'keep_invoice',
        label: 'Keep the invoice',
        effect: 'The XML of a hybrid invoice (Factur-X, ZUGFeRD, XRechnung) stays. All other files are removed.',
      },
    ],
  },
  {
    name: 'missing_glyph_policy',
    label: 'Letters that no font has',
    choices: [
      {
        value: 'warn',
        label: 'Warn',
        effect: 'The font stays as it was, and the report says which letters are missing.',
      },
      { value: 'reject', label: 'Refuse', effect: 'A document with such letters is refused.' },
    ],
  },
];

export const SWITCHES = [
  {
    name: 'linearize',
    label: 'Show pages while the file loads (linearized)',
    effect: 'The order of the objects in the file changes. The pages do not change.',
  },
  {
    name: 'remove_annotations',
    label: 'Remove annotations',
    effect: 'Comments, highlights and links are removed. Otherwise they stay, without scripts and actions.',
  },
] as const;

/** The ones that are not as they are by themselves, for a summary. */
export function changedOptions(options: UploadOptions): string[] {
  const policies = POLICIES.flatMap(({ name, label, choices }) => {
    if (options[name] === DEFAULT_UPLOAD_OPTIONS[name]) return [];
    const chosen = choices.find(({ value }) => value === options[name]);
    return [`${label}: ${chosen?.label.toLowerCase() ?? options[name]}`];
  });
  const switches = SWITCHES.filter(({ name }) => options[name] !== DEFAULT_UPLOAD_OPTIONS[name]);
  return [...policies, ...switches.map(({ name, label }) => `${label}: ${options[name] ? 'yes' : 'no'}`)];
}

/** The options under the names of the client. */
export function optionsOf(options: UploadOptions): Partial<NormalizeOptions> {
  const { linearize } = options;
  return {
    linearize,
    removeAnnotations: options.remove_annotations,
    signedPdfPolicy: options.signed_pdf_policy,
    pdfaPolicy: options.pdfa_policy,
    missingGlyphPolicy: options.missing_glyph_policy,
    embeddedFilesPolicy: options.embedded_files_policy,
  };
}

/** The fields of the form without defaults. */
export function fieldsOf(options: UploadOptions): (readonly [name: string, value: string])[] {
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_UPLOAD_OPTIONS));
  return Object.entries(options)
    .filter(([name, value]) => defaults.get(name) !== value)
    .map(([name, value]) => [name, String(value)] as const);
}
