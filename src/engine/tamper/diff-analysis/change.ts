/** What an update did to an object, and which part of the document that is about. Nothing is judged here. */
import type { Role } from './roles.ts';

export type ChangeKind =
  | 'content' // what a page shows
  | 'pages'
  | 'catalog'
  | 'action'
  | 'annotation'
  | 'field-added'
  | 'form' // values of fields and how they look
  | 'value' // a value that a field had was replaced or emptied
  | 'field-style' // fonts, sizes and colours that fields are written in
  | 'appearance' // a field shows something else than its value
  | 'visibility' // a field was hidden, or brought into sight
  | 'covering' // a signature was laid over text
  | 'signature' // a signature or its looks were altered or taken away
  | 'signature-reused' // a field got a signature that is older than the update
  | 'signature-added' // a field was signed, or made to be signed
  | 'timestamp-added'
  | 'navigation'
  | 'spoken-text' // what is read aloud or copied in place of what is shown
  | 'structure'
  | 'validation-data'
  | 'metadata';

export interface Change {
  readonly kind: ChangeKind;
  readonly objectNumber: number;
  /** The changed part, for example `page /Contents`. */
  readonly what: string;
  /** Something the older revision shows was put out of sight or exchanged. */
  readonly hides: boolean;
  /** Of an annotation, its subtype. */
  readonly subtype?: string | undefined;
  /** Of changes to fields, the qualified name. */
  readonly field?: string;
  /** The first page it belongs to, counted from 0. */
  readonly page?: number | undefined;
  /** Of a signature field: it was not there before, and it shows. */
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
