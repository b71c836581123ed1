/** The documentation of the findings of stage 1 (`tamperAnalysis.anomalies[].finding`), with data as an example. */
import {
  ANOMALY_FINDINGS,
  type AnomalyFinding,
  anomalyTypeOf,
  isChangeFinding,
} from '#domain/findings/anomaly-findings.ts';
import { type Facts, type PlaceParts, placeOf } from '#domain/findings/finding.ts';
import type { Finding } from '#domain/report.ts';
import { describeAnomaly } from '#domain/sentences/describe.ts';
import type { Explanation } from './explanation.ts';

type Row = readonly [title: string, place?: PlaceParts, facts?: Facts];

const REMEDY =
  'The severity decides: `low` and `medium` also occur in honest documents. For `high` and `critical`, compare the document with the original of the sender.';

const SIGNED: PlaceParts = { signatures: ['Signature1'] };
const PAYEE: PlaceParts = { fields: ['payee'], pages: [0], object: 30 };
const SIGNATURE_FIELD: PlaceParts = { fields: ['Signature2'] };
const UPDATE: PlaceParts = { byteRange: [18255, 19310], object: 4, ...SIGNED };
const FIELD_UPDATE: PlaceParts = { ...UPDATE, ...PAYEE };

const ROWS: Readonly<Record<AnomalyFinding, Row>> = {
  HEADER_MISSING: ['No header', { byteRange: [0, 1023] }],
  HEADER_DISPLACED: ['The header is far from the beginning', { byteRange: [2000, 2008] }, { position: 2000 }],
  VERSION_MALFORMED: ['The header has no version', { byteRange: [0, 8] }],
  VERSION_UNKNOWN: ['The header has a version that does not exist', { byteRange: [0, 8] }, { version: '1.9' }],
  CATALOG_VERSION_UNKNOWN: ['The catalog has a version that does not exist', {}, { version: '1.9' }],
  VERSIONS_DIFFER: [
    'Header and catalog have two versions',
    { byteRange: [0, 8] },
    { version: '1.4', otherVersion: '2.0' },
  ],
  VERSION_TOO_LOW: ['The file uses features of a later version', { byteRange: [0, 8] }, { version: '1.4' }],
  DATA_BEFORE_HEADER: ['Data before the header', { byteRange: [0, 40] }, { bytes: 40 }],
  TRAILING_DATA: ['Data after the end', { byteRange: [18255, 18310] }, { bytes: 55 }],
  TRAILING_OBJECTS: ['Objects after the end', { byteRange: [18255, 38448] }, { bytes: 20193 }],
  TRAILING_PAYLOAD: ['Another file after the end', { byteRange: [18255, 38448] }, { bytes: 20193 }],
  UNLISTED_OBJECTS: ['Objects outside of the cross-reference', { object: 12 }, { count: 2 }],
  RIVAL_OBJECTS: ['Unlisted objects with numbers that are in use', { object: 12 }, { count: 2 }],
  DUPLICATE_OBJECTS: ['Two objects of one number', { object: 12 }, { count: 2 }],
  MISPLACED_OBJECTS: ['Wrong entries in the cross-reference', { object: 12 }, { count: 2 }],
  STREAM_LENGTH_WRONG: ['Wrong lengths of streams', { object: 5 }, { count: 1 }],
  PAGE_CONTENTS_MALFORMED: ['Page contents of a wrong type', { pages: [0] }],
  SECOND_CATALOG: ['A second catalog', { object: 40 }, { count: 1 }],
  UNUSED_PAGE: ['A page outside of the page tree', { object: 41 }],
  UNUSED_PAGE_TREE: ['A page tree outside of the document', { object: 41 }],
  UNUSED_FONT: ['A font without use, with the name of a used font', { object: 42 }],
  TEXT_UNDER_PICTURE: ['Text under a picture or an area', { pages: [0] }, { count: 12 }],
  TEXT_IN_HIDDEN_LAYER: ['Text in a layer that is off', { pages: [0] }, { count: 12 }],
  TEXT_UNDER_FIELD: ['Text under a form field', PAYEE],
  TEXT_UNDER_ANNOTATION: ['Text under an annotation', { pages: [0], object: 30 }],
  APPEARANCE_CONTRADICTS_VALUE: ['A form field shows another text than its value', PAYEE],
  FIELD_OVER_FIELD: ['A form field over another one', PAYEE, { otherObject: { number: 29, generation: 0 } }],
  LAYERS_DIFFER_IN_PRINT: ['Layers differ on screen and in print', {}, { count: 1 }],
  PDFIUM_DIFFERS: ['PDFium shows other text', { pages: [0] }, { count: 1, total: 2, pageCount: 2, otherPageCount: 2 }],
  PDFIUM_PAGES_DIFFER: [
    'PDFium shows more or fewer pages',
    { pages: [1] },
    { count: 1, total: 2, pageCount: 2, otherPageCount: 1 },
  ],
  SCAN_DIFFERS: [
    'The objects without the cross-reference show other text',
    { pages: [0] },
    { count: 1, total: 2, pageCount: 2, otherPageCount: 2 },
  ],
  SCAN_PAGES_DIFFER: [
    'The objects without the cross-reference show more or fewer pages',
    { pages: [1] },
    { count: 1, total: 2, pageCount: 2, otherPageCount: 1 },
  ],
  REVISION_CUT_OFF: ['A revision that nothing leads to', { byteRange: [18255, 19310] }],
  UPDATE_WITHOUT_CHANGE: ['An update without a change', { byteRange: [18255, 19310] }, { count: 1 }],
  DATA_AFTER_COVERAGE: ['Unexplained data after a signature', { ...SIGNED, byteRange: [18255, 19310] }],
  MISPLACED_AFTER_SIGNING: ['Wrong entries in an update after a signature', { ...SIGNED, object: 12 }, { count: 2 }],
  AMBIGUOUS_AFTER_SIGNING: [
    'An update after a signature that readers understand differently',
    { ...SIGNED, object: 12 },
    { count: 2 },
  ],
  BYTE_RANGE_FOREIGN: ['A signature leaves out parts of the file', { ...SIGNED, byteRange: [840, 9034] }],
  BYTE_RANGE_PADDED: ['A signature leaves out white space', { ...SIGNED, byteRange: [840, 9034] }],
  BYTE_RANGE_DELIMITERS: ['A signature covers its own delimiters', { ...SIGNED, byteRange: [840, 9034] }],
  BYTE_RANGE_SHORT: ['A signature covers no complete revision', { ...SIGNED, byteRange: [18255, 19310] }],
  SIGNATURE_WITHOUT_VALUE: ['A signature without a value', SIGNED, { bytes: 64 }],
  SIGNATURE_RESERVED: ['Space for a signature that was not made', SIGNED, { bytes: 8192 }],
  SIGNATURE_WITHOUT_BYTE_RANGE: ['A signature that covers nothing', SIGNED],
  SIGNATURES_SHARE_BYTES: [
    'Two signatures with one range',
    { signatures: ['Signature1', 'Signature2'], byteRange: [840, 9034] },
  ],
  SIGNATURE_IN_SEVERAL_FIELDS: ['One signature in several fields', { fields: ['Signature1', 'Signature2'] }],
  SIGNATURE_WITHOUT_FIELD: ['A signature without a field', { object: 11 }, { position: 18255 }],
  SIGNATURE_TAKEN_OUT: ['A signature was taken out', SIGNED, { revision: 1 }],
  FIELD_WITHOUT_SIGNATURE: ['A signature field with another value', SIGNATURE_FIELD],
  FIELD_WITH_EMPTY_TEXT: ['A signature field with an empty text', SIGNATURE_FIELD],
  FIELD_OUTSIDE_FORM: ['A signature field outside of the form', SIGNATURE_FIELD],
  FIELD_ON_NO_PAGE: ['A signature field on no page', SIGNATURE_FIELD],
  FLAGS_WITHOUT_SIGNATURE: ['The form claims a signature that is not there', {}, { count: 1 }],
  PAGE_CONTENT_CHANGED: ['Content of pages was changed', { ...UPDATE, pages: [0] }, changed('page content')],
  PAGES_CHANGED: ['Pages were added or taken away', UPDATE, changed('page tree /Kids')],
  CATALOG_CHANGED: ['Parts of the document were changed', UPDATE, changed('catalog /OCProperties')],
  ACTION_CHANGED: ['Actions or attached files were changed', UPDATE, changed('catalog /OpenAction')],
  ANNOTATION_CHANGED: ['Annotations were changed', { ...UPDATE, pages: [0] }, changed('annotation /Rect')],
  FIELD_ADDED: ['A form field was added', FIELD_UPDATE, changed('field')],
  FIELD_CHANGED: ['A form field was changed', FIELD_UPDATE, changed('field /V')],
  FIELD_VALUE_REPLACED: ['The value of a filled form field was replaced', FIELD_UPDATE, changed('field /V')],
  FIELD_STYLE_CHANGED: ['The style of a form field was changed', FIELD_UPDATE, changed('field /DA')],
  FIELD_APPEARANCE_CHANGED: ['The appearance of a form field was changed', FIELD_UPDATE, changed('field /AP')],
  FIELD_VISIBILITY_CHANGED: ['The visibility of a form field was changed', FIELD_UPDATE, changed('field /F')],
  SIGNATURE_FIELD_COVERS_TEXT: ['A signature field covers text', FIELD_UPDATE, changed('field /Rect')],
  SIGNATURE_CHANGED: ['A signature was changed', UPDATE, changed('signature /Reason')],
  SIGNATURE_REUSED: ['An older signature in a new field', FIELD_UPDATE, changed('field /V')],
  SIGNATURE_ADDED: ['A signature was added', UPDATE, changed('field /V')],
  TIMESTAMP_ADDED: ['A timestamp was added', UPDATE, changed('field /V')],
  NAVIGATION_CHANGED: ['Bookmarks or destinations were changed', UPDATE, changed('outline /Title')],
  SPOKEN_TEXT_CHANGED: ['Replacement text was changed', UPDATE, changed('structure /ActualText')],
  STRUCTURE_CHANGED: ['The reading order was changed', UPDATE, changed('structure /K')],
  VALIDATION_DATA_ADDED: ['Validation data were added', UPDATE, changed('DSS /Certs')],
  METADATA_CHANGED: ['Metadata were changed', UPDATE, changed('metadata')],
};

function changed(entry: string): Facts {
  return { isAfterSigning: true, hides: false, entry, count: 1, revision: 2 };
}

/** A finding of each id, with the data that its sentence needs. */
export function exampleOf(finding: AnomalyFinding): Finding {
  const [, place = {}, facts = {}] = ROWS[finding];
  const type = isChangeFinding(finding) ? 'INCREMENTAL_UPDATE_INJECTION' : anomalyTypeOf(finding);
  return { type, severity: 'medium', finding, facts, place: placeOf(place) };
}

export const FINDING_EXPLANATIONS: ReadonlyMap<AnomalyFinding, Explanation> = new Map(
  ANOMALY_FINDINGS.map((finding) => [finding, explain(finding)]),
);

function explain(finding: AnomalyFinding): Explanation {
  const example = exampleOf(finding);
  const { type, facts } = example;
  const types = isChangeFinding(finding)
    ? `\`${type}\`, or \`SHADOW_CONTENT_DETECTED\` where the update replaced or hid what was signed`
    : `\`${type}\``;
  const members = Object.keys(facts).map((name) => `\`${name}\``);
  return {
    title: ROWS[finding][0],
    cause: `The \`type\` is ${types}.${members.length === 0 ? '' : ` \`facts\` has ${members.join(', ')}.`}`,
    remedy: REMEDY,
    retryable: false,
    example: describeAnomaly(example).description,
  };
}
