/** The changes of objects by an update, and the affected parts of the document. The severity is decided elsewhere. */
import type { Role } from './roles.ts';

export type ChangeKind =
  | 'content' // visible content of a page
  | 'pages'
  | 'catalog'
  | 'action'
  | 'annotation'
  | 'field-added'
  | 'form' // values of fields and their appearances
  | 'value' // a value of a field was replaced or emptied
  | 'field-style' // fonts, sizes and colours of field texts
  | 'appearance' // a field shows other content than its value
  | 'visibility' // a field was hidden or made visible
  | 'covering' // a signature covers text
  | 'signature' // a signature or its appearance was changed or removed
  | 'signature-reused' // a field got a signature that is older than the update
  | 'signature-added' // a field was signed or prepared for signing
  | 'timestamp-added'
  | 'navigation'
  | 'spoken-text' // text for reading aloud or copying instead of the visible text
  | 'structure'
  | 'validation-data'
  | 'metadata';

export interface Change {
  readonly kind: ChangeKind;
  readonly objectNumber: number;
  /** The changed part, for example `page /Contents`. */
  readonly what: string;
  /** True if the change removed or exchanged content that the older revision shows. */
  readonly hides: boolean;
  /** The subtype of an annotation. */
  readonly subtype?: string | undefined;
  /** The qualified name of a changed field. */
  readonly field?: string;
  /** The first page of the object, counted from 0. */
  readonly page?: number | undefined;
  /** True for a signature field that is new and visible. */
  readonly isNewSight?: boolean;
}

const KIND_OF_ROLE: Readonly<Partial<Record<Role, ChangeKind>>> = {
  'page-content': 'content',
  resource: 'content',
  layers: 'content',
  'page-tree': 'pages',
  unknown: 'catalog',
  action: 'action',
  annotation: 'annotation',
  'annotation-appearance': 'annotation',
  annotations: 'annotation',
  field: 'form',
  fields: 'form',
  acroform: 'form',
  xfa: 'form',
  'form-resource': 'form',
  names: 'navigation',
  outline: 'navigation',
  structure: 'structure',
  dss: 'validation-data',
  metadata: 'metadata',
};

export function kindOf(role: Role): ChangeKind {
  return KIND_OF_ROLE[role] ?? 'catalog';
}
