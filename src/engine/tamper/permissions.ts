/** The changes that a signature allows after it: DocMDP and FieldMDP (ISO 32000-2, 12.8.2.2 and 12.8.2.4). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, PdfString } from '#engine/pdf/syntax/objects.ts';
import { formFields } from '#engine/signature/find.ts';
import { decodeText } from '#engine/text/text-string.ts';
import type { Change } from './diff-analysis/change.ts';

export interface SignaturePermissions {
  /**
   * Table 257: 1 allows nothing, 2 forms and signatures, 3 annotations too; null for a signature that does not certify.
   */
  readonly docMdp: 1 | 2 | 3 | null;
  readonly locks: (fieldName: string) => boolean;
  /**
   * True if a certification or a lock names the fields that may change. An approval without them protects the existing
   * values.
   */
  readonly namesFields: boolean;
}

/**
 * Comments, which mark text or stand beside it. All other annotations play, print or replace content or hold a form.
 */
const COMMENTS: ReadonlySet<string> = new Set([
  'Text',
  'Link',
  'Popup',
  'FreeText',
  'Stamp',
  'FileAttachment',
  'Caret',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Ink',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
]);

export function permissionsOf(pdf: PdfDocument, signature: Dict): SignaturePermissions {
  const lock = lockDictionaryOf(pdf, signature);
  // A signature without a reference to DocMDP may have its level in the lock of its field (12.7.5.5).
  let docMdp = lock?.has('P') === true ? levelOf(lock) : null;
  const locks = lock ? [lockOf(pdf, lock)] : [];
  for (const item of signature.array('Reference') ?? []) {
    const reference = pdf.resolve(item);
    if (!(reference instanceof Dict)) continue;
    const method = reference.name('TransformMethod');
    const parameters = reference.dict('TransformParams');
    if (method === 'DocMDP') docMdp = levelOf(parameters);
    else if (method === 'FieldMDP' && parameters) locks.push(lockOf(pdf, parameters));
  }
  return {
    docMdp,
    locks: (name) => locks.some((isLocked) => isLocked(name)),
    namesFields: docMdp !== null || locks.length > 0,
  };
}

function lockDictionaryOf(pdf: PdfDocument, signature: Dict): Dict | undefined {
  return formFields(pdf)
    .values()
    .find((field) => field.has('Lock') && field.get('V') === signature)
    ?.dict('Lock');
}

function levelOf(parameters: Dict | undefined): 1 | 2 | 3 {
  const level = parameters?.integer('P') ?? 2;
  return level === 1 || level === 3 ? level : 2;
}

function lockOf(pdf: PdfDocument, parameters: Dict): (name: string) => boolean {
  const names = (parameters.array('Fields') ?? [])
    .map((item) => pdf.resolve(item))
    .filter((item) => item instanceof PdfString)
    .map(({ bytes }) => decodeText(bytes));
  const listed = (name: string): boolean => names.some((locked) => name === locked || name.startsWith(`${locked}.`));
  switch (parameters.name('Action')) {
    case 'All':
      return () => true;
    case 'Include':
      return listed;
    case 'Exclude':
      return (name) => !listed(name);
    default:
      return () => false;
  }
}

/** Whether a signature stays valid after a later change. */
export function isPermitted(change: Change, permissions: SignaturePermissions): boolean {
  const { docMdp } = permissions;
  switch (change.kind) {
    case 'metadata':
    case 'structure':
    case 'validation-data':
      return true;
    case 'timestamp-added': // a timestamp has no appearance (EN 319 142-1, 5.4.3)
      return change.isNewSight !== true;
    case 'signature-added':
      return docMdp === null || (docMdp !== 1 && change.isNewSight !== true);
    case 'value':
      return permissions.namesFields && mayFillIn(change, permissions);
    case 'form':
    case 'field-style':
      return mayFillIn(change, permissions);
    case 'annotation':
      return docMdp === 3 && !change.hides && change.subtype !== undefined && COMMENTS.has(change.subtype);
    default:
      return false;
  }
}

function mayFillIn({ field, hides }: Change, { docMdp, locks }: SignaturePermissions): boolean {
  return docMdp !== 1 && !hides && !(field !== undefined && locks(field));
}
