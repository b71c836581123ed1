/** Data of a warning of each finding, as an example of its `facts` and of its sentence. */
import type { PlaceParts } from '#domain/findings/finding.ts';
import { mergedWarnings, type StageWarning, warning, type WarningFacts } from '#domain/findings/warning.ts';
import type { WarningFinding } from '#domain/findings/warning-findings.ts';
import type { EmbeddedFile } from '#domain/report.ts';
import { describeWarning } from '#domain/sentences/describe.ts';
import type { Explanation } from './explanation.ts';

type Row = readonly [facts?: WarningFacts, place?: PlaceParts];

const PAGE: PlaceParts = { pages: [0] };

function kind(name: string, count: number): WarningFacts {
  return { count, kinds: { count: 1, listed: [{ name, count }] } };
}

function field(name: string): Row {
  return [{ count: 1 }, { fields: [name] }];
}

function file(name: string, sizeBytes: number, sha256: string): EmbeddedFile {
  return { name, mediaType: null, relationship: null, content: 'complete', sizeBytes, sha256 };
}

const ROWS: Readonly<Record<WarningFinding, Row>> = {
  NON_EMBEDDED_FONT: [
    {
      substitutedFonts: {
        count: 1,
        listed: [{ name: 'Helvetica', pages: [{ first: 1, last: 1 }], pageCount: 1 }],
      },
    },
    PAGE,
  ],
  FONT_SUBSTITUTED: [kind('Helvetica', 1), PAGE],
  FONT_WIDTH_MISMATCH: [{ count: 3, names: { count: 1, listed: ['Helvetica'] } }, PAGE],
  GLYPH_MISSING: [{ characters: { count: 1, listed: ['U+1F600'] } }, { fields: ['comment'] }],
  BROKEN_OBJECT_REFERENCE: [{ count: 3 }, { object: 8 }],
  XREF_REBUILT: [{ count: 1 }],
  REPAIRED_BY_FALLBACK: [],
  STREAM_LENGTH_REPAIRED: [{ count: 1 }, { object: 5 }],
  PAGE_TREE_REPAIRED: [{ count: 1 }, { object: 4 }],
  UNDECODABLE_STREAM: [{ damagedCount: 1 }],
  AMBIGUOUS_CONTENT: [{ count: 1 }],
  MULTIPLE_REVISIONS: [{ count: 2 }],
  PERMISSIONS_REMOVED: [],
  LINEARIZATION_SKIPPED: [],
  SIGNATURE_REMOVED: [{ count: 1 }],
  SIGNATURE_INVALID: [
    { invalid: { count: 1, first: 'Signature1', reason: 'MODIFIED_AFTER_SIGNING', algorithm: null } },
    { signatures: ['Signature1'] },
  ],
  SIGNATURE_APPEARANCE_FLATTENED: [{ count: 1 }],
  SIGNED_PASSTHROUGH: [],
  USAGE_RIGHTS_REMOVED: [],
  ACTIVE_CONTENT_RETAINED: [{ count: 2, entry: 'OpenAction' }, { object: 7 }],
  INCREMENTAL_UPDATES_RETAINED: [],
  ACTION_REMOVED: [kind('JavaScript', 4), PAGE],
  URI_SCHEME_REMOVED: [kind('javascript', 1), PAGE],
  EXTERNAL_REFERENCE_REMOVED: [{ ...kind('OPI', 6), part: 'objects' }],
  EMBEDDED_FILE_REMOVED: [
    {
      files: {
        count: 1,
        listed: [file('attachment1.txt', 22, 'a882886edacc049480a1ac01e32693fa47fc3cba163055b550987eb9734ead82')],
      },
    },
  ],
  INVOICE_KEPT: [
    {
      files: {
        count: 1,
        listed: [file('factur-x.xml', 72, '005bf3e1ce00b895869b4f307b55f366fe82b4fbec467db1211a9dc14a1d3d5f')],
      },
    },
  ],
  PORTFOLIO_CONTENTS_REMOVED: [],
  RICH_MEDIA_REMOVED: [{ ...kind('RichMedia annotation', 1), pictureCount: 1 }, PAGE],
  UNKNOWN_KEY_REMOVED: [{ ...kind('X', 1), part: 'catalog' }],
  OPTIONAL_CONTENT_CONDITIONAL: [{ ...kind('AS', 1), part: 'catalog' }],
  COMPLEX_FORM: field('comment'),
  APPEARANCE_REGENERATED: [{ count: 2 }, { fields: ['text2', 'list1'] }],
  HIDDEN_FIELD_DROPPED: field('internalId'),
  FIELD_VALUE_APPEARANCE_MISMATCH: field('payee'),
  STRUCTURE_TREE_MODIFIED: [{ replacedCount: 22, removedCount: 4 }],
  METADATA_CONFLICT: [{ names: { count: 2, listed: ['Title', 'Author'] } }],
  METADATA_XMP_INVALID: [],
  METADATA_CUSTOM_REMOVED: [{ count: 0, names: { count: 0, listed: [] }, propertyCount: 4 }],
  PDFA_NOT_COMPLIANT: [{ level: '2b' }],
  PDFA_VALIDATION_FAILED: [{ level: '2b', count: 1 }],
  PDFA_CLAIM_REMOVED: [{ level: '2b' }],
  PDFA_VALIDATOR_UNAVAILABLE: [{ reason: 'no validator is set up' }],
  NO_EXTRACTABLE_TEXT: [],
  HIDDEN_TEXT: [{ count: 58 }, PAGE],
  HIDDEN_LAYER: [{ count: 2 }, { pages: [0, 2, 3, 4, 5, 6] }],
  OFF_PAGE_CONTENT: [{ characterCount: 0, imageCount: 1 }, PAGE],
  RESULT_UNREADABLE: [],
  XFA_DESCRIPTION_REMOVED: [],
  XFA_PAGES_NOT_MADE: [],
  PDFA_LEVEL_UNKNOWN: [],
  PDFA_LEVEL_MISSPELT: [{ level: '2b' }],
  PDFA_ENCRYPTED: [{ level: '2b' }],
  INVOICE_NOT_DECLARED: [],
  INVOICE_SCHEMA_NOT_DESCRIBED: [],
  INVOICE_STANDARD_UNKNOWN: [],
  INVOICE_FILE_MISSING: [],
  INVOICE_WITH_TWO_NAMES: [],
  INVOICE_RELATIONSHIP_UNKNOWN: [],
  INVOICE_FORBIDDEN_BY_LEVEL: [{ level: '2b' }],
  INVOICE_NAME_SHARED: [],
  INVOICE_OUTSIDE_DOCUMENT: [],
  INVOICE_TOO_LARGE: [],
  INVOICE_DAMAGED: [],
  INVOICE_EMPTY: [],
  INVOICE_MALFORMED: [],
  INVOICE_ENCODING_CONTRADICTED: [],
  INVOICE_ROOT_UNEXPECTED: [{ element: 'CrossIndustryInvoice' }],
  INVOICE_WITH_INSTRUCTIONS: [],
  INVOICE_WITH_FOREIGN_ELEMENTS: [],
  INVOICE_WITH_FILES: [],
};

export function exampleWarning(finding: WarningFinding): StageWarning {
  return warning(finding, ...ROWS[finding]);
}

export function exampleOfWarning(finding: WarningFinding): Pick<Explanation, 'example' | 'facts'> {
  const [merged] = mergedWarnings([exampleWarning(finding)]);
  if (!merged) throw new Error('A warning is lost.');
  return { example: describeWarning(merged).message, facts: Object.keys(merged.facts) };
}
