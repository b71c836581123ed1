/** The meaning of each warning about a normalized document (`warnings[].code`), for people. */
import type { WarningCode } from '#domain/failure-codes.ts';
import { FINDINGS_OF_SEVERAL, WARNING_FINDINGS, warningCodeOf } from '#domain/findings/warning-findings.ts';
import type { Explanation } from './explanation.ts';
import { exampleOfWarning } from './warning-examples.ts';

type Row = Pick<Explanation, 'title' | 'cause' | 'remedy'>;

const NOTHING_TO_DO = 'Nothing: the output is sound.';
const COMPARE_WITH_ORIGINAL = 'Compare the pages with the original where it matters.';
const SAVE_ANEW = 'If this matters, ask for the document saved by a program that writes correct PDF.';
const EMBED_FONTS = 'Make the document with all fonts embedded.';

const FONTS = {
  NON_EMBEDDED_FONT: {
    title: 'Fonts were not embedded',
    cause:
      'The document shows text in fonts that it does not hold. Where a substitute has every shown glyph it is embedded; else the font stays as it was, and readers choose one.',
    remedy: EMBED_FONTS,
  },
  FONT_SUBSTITUTED: {
    title: 'Fonts were substituted',
    cause:
      'A font that was not embedded is now embedded as a face with the same widths, with the glyphs that are shown.',
    remedy: `${EMBED_FONTS} Line breaks do not change; the shapes of letters may.`,
  },
  FONT_WIDTH_MISMATCH: {
    title: 'Widths unlike the substitute',
    cause:
      'The document states other widths for some letters than the glyphs of the substitute have. The stated widths did not change.',
    remedy: COMPARE_WITH_ORIGINAL,
  },
  GLYPH_MISSING: {
    title: 'Characters that no font can show',
    cause:
      'Text of a page or a value of a form needs glyphs that no available font has. No glyph is replaced by `?`. The font, or the appearance of the field, does not change.',
    remedy: 'Embed the font. `missing_glyph_policy=reject` refuses such documents instead.',
  },
} as const satisfies Partial<Record<WarningCode, Row>>;

const REPAIR = {
  BROKEN_OBJECT_REFERENCE: {
    title: 'References to missing objects',
    cause: 'The document refers to objects that it does not hold. The standard reads them as null, and so did we.',
    remedy: NOTHING_TO_DO,
  },
  XREF_REBUILT: {
    title: 'Table of contents was rebuilt',
    cause: 'The cross-reference of the file was missing or wrong; its objects were found by scanning.',
    remedy: COMPARE_WITH_ORIGINAL,
  },
  REPAIRED_BY_FALLBACK: {
    title: 'Repaired by a second reader',
    cause: 'Only PDFium can open this damaged file. The service normalized the document as PDFium read it.',
    remedy: `${COMPARE_WITH_ORIGINAL} ${SAVE_ANEW}`,
  },
  STREAM_LENGTH_REPAIRED: {
    title: 'Wrong lengths',
    cause: 'Streams are longer or shorter than they say; their end was found from the following bytes.',
    remedy: NOTHING_TO_DO,
  },
  PAGE_TREE_REPAIRED: {
    title: 'Page tree was mended',
    cause: 'The tree of pages has loops, wrong counts, missing types, or pages that occur twice.',
    remedy: COMPARE_WITH_ORIGINAL,
  },
  UNDECODABLE_STREAM: {
    title: 'Broken data',
    cause:
      'Compressed data of pictures, fonts or pages end early or are damaged: the output has all data before the damage. Or a picture is encoded with a filter that the service does not know: its bytes are the same in the output. In a signed document that passes through unchanged, this may be any data.',
    remedy: `${COMPARE_WITH_ORIGINAL} ${SAVE_ANEW}`,
  },
  AMBIGUOUS_CONTENT: {
    title: 'Content that readers read differently',
    cause:
      'Readers may interpret the page content as different operators. Its bytes are unchanged from that place on. A comment that one stream of a page leaves open hides the next stream, as in PDFium, MuPDF and poppler.',
    remedy: SAVE_ANEW,
  },
  MULTIPLE_REVISIONS: {
    title: 'Earlier revisions were removed',
    cause: 'The file was saved several times by appending, so it still contained its earlier versions.',
    remedy: 'Nothing. Only the newest revision is in the output. `tamperAnalysis` has the changes of the others.',
  },
  PERMISSIONS_REMOVED: {
    title: 'Encryption was removed',
    cause: 'The document opened without a password and was encrypted to restrict printing or copying.',
    remedy: 'Nothing, unless you rely on those restrictions: readers are free to ignore them.',
  },
  LINEARIZATION_SKIPPED: {
    title: 'Not linearized',
    cause: 'The standard has no linearized form for this document. The output is not linearized.',
    remedy: 'Nothing. Every reader opens the file, but only after all of it has arrived.',
  },
} as const satisfies Partial<Record<WarningCode, Row>>;

const SIGNATURES = {
  SIGNATURE_REMOVED: {
    title: 'Signatures were removed',
    cause:
      'With `signed_pdf_policy=strip` the document is rewritten, and signatures over its old bytes would be false.',
    remedy: 'Keep the original, because it has the signatures. `signatureVerificationResults` has their results.',
  },
  SIGNATURE_INVALID: {
    title: 'Signatures that do not verify',
    cause:
      'At least one signature of the original is not valid, or cannot be verified here. The message says which, and names the first and its reason.',
    remedy: 'Read the page of the `reason`, and ask the signer.',
  },
  SIGNATURE_APPEARANCE_FLATTENED: {
    title: 'Pictures of signatures became page content',
    cause: 'The appearance of signature fields stays on the page as a picture that proves nothing.',
    remedy: 'The picture is not a signature. Keep the original.',
  },
  SIGNED_PASSTHROUGH: {
    title: 'Unchanged byte for byte',
    cause: 'With `signed_pdf_policy=preserve` a signed document is examined and returned unchanged.',
    remedy: 'The file still has its active content and earlier revisions. Other warnings name them.',
  },
  USAGE_RIGHTS_REMOVED: {
    title: 'Usage rights were removed',
    cause: 'The document enabled functions of Adobe Reader by a signature of Adobe. It signs nothing of the content.',
    remedy: NOTHING_TO_DO,
  },
  ACTIVE_CONTENT_RETAINED: {
    title: 'Active content is still present',
    cause: 'The document was not changed because of its signatures, and it has active content.',
    remedy: 'Treat the file as untrusted, or normalize it with `signed_pdf_policy=strip`.',
  },
  INCREMENTAL_UPDATES_RETAINED: {
    title: 'Earlier revisions are still present',
    cause: 'The document was not changed because of its signatures, which cover an earlier revision.',
    remedy: 'Everybody who gets the file can read its earlier revisions. `signed_pdf_policy=strip` removes them.',
  },
} as const satisfies Partial<Record<WarningCode, Row>>;

const REMOVED = {
  ACTION_REMOVED: {
    title: 'Actions were removed',
    cause:
      'Scripts, programs to start, things done on opening, page transitions and the like. Links to pages and web addresses stay.',
    remedy: 'Nothing. What the document computes or sends by itself no longer happens.',
  },
  URI_SCHEME_REMOVED: {
    title: 'Links were removed',
    cause: 'Their address is not `http`, `https`, `mailto` or `tel`.',
    remedy: 'Use full web addresses in documents.',
  },
  EXTERNAL_REFERENCE_REMOVED: {
    title: 'References out of the document were removed',
    cause:
      'The document asked readers to fetch something from elsewhere: pictures, files, prepress originals, web captures.',
    remedy: 'Add necessary content to the pages.',
  },
  EMBEDDED_FILE_REMOVED: {
    title: 'Embedded files were removed',
    cause:
      'Files inside of the document are not visible on its pages. The report has name, type, size and SHA-256 of each.',
    remedy:
      'Keep the original if they matter. `embedded_files_policy=keep_invoice` keeps the XML of an electronic invoice.',
  },
  INVOICE_KEPT: {
    title: 'Electronic invoice is still present',
    cause:
      'With `embedded_files_policy=keep_invoice` the XML of a Factur-X, ZUGFeRD, XRechnung or Order-X document stays in it.',
    remedy: NOTHING_TO_DO,
  },
  INVOICE_NOT_KEPT: {
    title: 'Electronic invoice was removed',
    cause:
      'A file seems to be the XML of an invoice but is not safe: not well-formed, with a DTD, too large, or one of several.',
    remedy: 'Keep the original, and ask the author of the invoice for a correct one.',
  },
  PORTFOLIO_CONTENTS_REMOVED: {
    title: 'Documents of a portfolio were removed',
    cause: 'The PDF was a collection of other documents. The output has only its cover page.',
    remedy: 'Take the documents out of the original and send each by itself.',
  },
  RICH_MEDIA_REMOVED: {
    title: 'Media were removed',
    cause: 'Films, sounds, 3D models and Flash. The still picture that stood for them stays on the page.',
    remedy: 'Keep the original if they matter.',
  },
  XFA_REMOVED: {
    title: 'XFA was removed',
    cause: 'The form was described twice, as XFA and as PDF. The PDF side was flattened.',
    remedy: COMPARE_WITH_ORIGINAL,
  },
  UNKNOWN_KEY_REMOVED: {
    title: 'Private entries were removed',
    cause:
      'Entries that the standard does not know, or no longer knows, may contain anything, and no reader shows them.',
    remedy: NOTHING_TO_DO,
  },
  OPTIONAL_CONTENT_CONDITIONAL: {
    title: 'Conditions of layers were removed',
    cause: 'Layers were switched by zoom, language, printing or the like. The document is shown as it opens.',
    remedy: COMPARE_WITH_ORIGINAL,
  },
} as const satisfies Partial<Record<WarningCode, Row>>;

const FORMS = {
  COMPLEX_FORM: {
    title: 'Rich text became plain text',
    cause: 'Values of form fields have formatting of their own; the text is shown without it.',
    remedy: COMPARE_WITH_ORIGINAL,
  },
  APPEARANCE_REGENERATED: {
    title: 'Appearances of fields were drawn again',
    cause: 'The appearance of a field was missing, or the document requests that readers draw it from its value.',
    remedy: COMPARE_WITH_ORIGINAL,
  },
  HIDDEN_FIELD_DROPPED: {
    title: 'Hidden fields were dropped',
    cause: 'Fields that no viewer shows, or that lie on no page, have no place on paper.',
    remedy: 'Keep the original if their values matter.',
  },
  FIELD_VALUE_APPEARANCE_MISMATCH: {
    title: 'Field shows another text than its value',
    cause: 'The appearance of a field and its value differ. The appearance did not change.',
    remedy: 'Find out which of the two is right. The difference may be an attack.',
  },
  STRUCTURE_TREE_MODIFIED: {
    title: 'Structure for assistive technology was changed',
    cause:
      'Form fields and annotations became page content or were removed, and the structure tree was changed accordingly.',
    remedy: NOTHING_TO_DO,
  },
} as const satisfies Partial<Record<WarningCode, Row>>;

const METADATA = {
  METADATA_CONFLICT: {
    title: 'Two sets of metadata disagree',
    cause:
      'The information dictionary and the XMP packet state different titles, authors or the like. The XMP packet decides.',
    remedy: 'Mend the metadata in the program that makes the document.',
  },
  METADATA_XMP_INVALID: {
    title: 'Metadata could not be read',
    cause: 'The XMP packet is not well-formed; the information dictionary was used.',
    remedy: 'Mend the metadata in the program that makes the document.',
  },
  METADATA_CUSTOM_REMOVED: {
    title: 'Custom metadata was removed',
    cause: 'Properties that are not of the standard sets may hold anything: paths, names of machines, keys.',
    remedy: 'Keep the original if they matter.',
  },
  PDFA_DECLARATION_INVALID: {
    title: 'PDF/A declaration is faulty',
    cause: 'The document says that it is PDF/A in a way, or of a level, that the standard does not know.',
    remedy: SAVE_ANEW,
  },
  PDFA_NOT_COMPLIANT: {
    title: 'Input is not the PDF/A it claims to be',
    cause: 'veraPDF found that the document does not conform to the level it declares.',
    remedy: 'Ask the author of the document for one that conforms. `validatorErrors` names the rules.',
  },
  PDFA_VALIDATION_FAILED: {
    title: 'Output does not conform',
    cause: 'veraPDF found rules of the declared level that the output does not meet.',
    remedy: '`validatorErrors` names the rules. `pdfa_policy=normalize_anyway` removes the claim.',
  },
  PDFA_CLAIM_REMOVED: {
    title: 'PDF/A claim was removed',
    cause: 'With `pdfa_policy=normalize_anyway` an output that does not conform no longer claims to.',
    remedy: 'Nothing, unless an archive asks for PDF/A: mend the original then.',
  },
  PDFA_VALIDATOR_UNAVAILABLE: {
    title: 'PDF/A was not validated',
    cause: 'The validator did not answer, or none is set up. The document was normalized all the same.',
    remedy: 'Send it again later if the validation matters.',
  },
} as const satisfies Partial<Record<WarningCode, Row>>;

const CONTENT = {
  NO_EXTRACTABLE_TEXT: {
    title: 'No text',
    cause: 'The pages are pictures, or draw letters as lines: `contentHash` is null.',
    remedy: 'Recognize the text before (OCR) if you need it.',
  },
  HIDDEN_TEXT: {
    title: 'Text that is not painted',
    cause: 'The page has invisible text, as scanners with text recognition write it. It was not removed.',
    remedy: 'Mind that copying, searching and reading aloud give this text, whatever the picture shows.',
  },
  HIDDEN_LAYER: {
    title: 'Layers that are off',
    cause: 'Content belongs to layers that are hidden when the document opens. It was not removed.',
    remedy: 'Everybody who gets the file can show them. Remove them first if they are private.',
  },
  OFF_PAGE_CONTENT: {
    title: 'Content beyond the edge',
    cause: 'Text or pictures are completely outside of the visible page. They were not removed.',
    remedy: 'Everybody who gets the file can make them visible. Remove them first if they are private.',
  },
} as const satisfies Partial<Record<WarningCode, Row>>;

const ROWS: Readonly<Record<WarningCode, Row>> = {
  ...FONTS,
  ...REPAIR,
  ...SIGNATURES,
  ...REMOVED,
  ...FORMS,
  ...METADATA,
  ...CONTENT,
  RESULT_UNREADABLE: {
    title: 'Stored result cannot be read',
    cause:
      'The record of this submission was damaged after its end. Its hashes and times are shown, and its result is not.',
    remedy: 'Write to support with the id of the submission, or submit the document again.',
  },
};

const FINDING_TITLES: Readonly<Record<(typeof FINDINGS_OF_SEVERAL)[number], string>> = {
  XFA_DESCRIPTION_REMOVED: 'The XFA description was removed',
  XFA_PAGES_NOT_MADE: 'Pages that only dynamic XFA makes are missing',
  PDFA_LEVEL_UNKNOWN: 'The declared level of PDF/A does not exist',
  PDFA_LEVEL_MISSPELT: 'The declaration of PDF/A is misspelt',
  PDFA_ENCRYPTED: 'A document that declares PDF/A is encrypted',
  INVOICE_NOT_DECLARED: 'The XMP metadata declare no invoice',
  INVOICE_SCHEMA_NOT_DESCRIBED: 'The XMP schema of the invoice is not described',
  INVOICE_STANDARD_UNKNOWN: 'No standard uses this schema and file name',
  INVOICE_FILE_MISSING: 'No file has the declared name',
  INVOICE_WITH_TWO_NAMES: 'The file of the invoice has two names',
  INVOICE_RELATIONSHIP_UNKNOWN: 'The invoice has a relationship that no standard allows',
  INVOICE_FORBIDDEN_BY_LEVEL: 'The level of PDF/A allows no invoice',
  INVOICE_NAME_SHARED: 'Several files have the name of the invoice',
  INVOICE_OUTSIDE_DOCUMENT: 'The data of the invoice are outside of the document',
  INVOICE_TOO_LARGE: 'The invoice is too large',
  INVOICE_DAMAGED: 'The data of the invoice are damaged',
  INVOICE_EMPTY: 'The invoice has no data',
  INVOICE_MALFORMED: 'The invoice is not well-formed XML',
  INVOICE_ENCODING_CONTRADICTED: 'The invoice has another encoding than it declares',
  INVOICE_ROOT_UNEXPECTED: 'The invoice has another root element',
  INVOICE_WITH_INSTRUCTIONS: 'The invoice has processing instructions',
  INVOICE_WITH_FOREIGN_ELEMENTS: 'The invoice has elements of other vocabularies',
  INVOICE_WITH_FILES: 'The invoice holds other files',
};

/** A warning is a fact of the document, which comes again with it. */
export function explainWarning(code: WarningCode): Explanation {
  const [first] = WARNING_FINDINGS.filter((finding) => warningCodeOf(finding) === code);
  if (first === undefined) throw new Error(`No finding has the code ${code}.`);
  return { ...ROWS[code], ...exampleOfWarning(first), retryable: code === 'PDFA_VALIDATOR_UNAVAILABLE' };
}

/** Findings of one code that need words of their own. */
export const WARNING_FINDING_EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map(
  FINDINGS_OF_SEVERAL.map((finding) => [finding, explainFinding(finding)]),
);

function explainFinding(finding: (typeof FINDINGS_OF_SEVERAL)[number]): Explanation {
  const code = warningCodeOf(finding);
  return {
    title: FINDING_TITLES[finding],
    cause: `The \`code\` is \`${code}\`.`,
    remedy: `See \`${code}\`.`,
    retryable: false,
    ...exampleOfWarning(finding),
  };
}
