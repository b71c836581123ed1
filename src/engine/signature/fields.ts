/** The attributes that a field can inherit from the fields above it (ISO 32000-2, 12.7.4). */
import { Dict, type PdfObject, PdfString, type Resolver } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from '#engine/text/text-string.ts';

const MAX_ANCESTORS = 64;
const MAX_NAME_LENGTH = 512;
const MAX_OPTIONS = 1000;
const HIDING_FLAGS = 1 | 2 | 32;
const PRINT_FLAG = 4;
/** The flags NoZoom, NoRotate and ToggleNoView. */
const VIEW_FLAGS = 8 | 16 | 256;

/** The field and its ancestors, innermost first. */
function* lineage(field: Dict): Generator<Dict> {
  const seen = new Set<Dict>();
  for (
    let next: Dict | undefined = field;
    next && !seen.has(next) && seen.size < MAX_ANCESTORS;
    next = next.dict('Parent')
  ) {
    seen.add(next);
    yield next;
  }
}

function inherited(field: Dict, key: string): PdfObject {
  for (const ancestor of lineage(field)) {
    const value = ancestor.get(key);
    if (value !== null) return value;
  }
  return null;
}

export function fieldType(field: Dict): string | undefined {
  for (const ancestor of lineage(field)) {
    const type = ancestor.name('FT');
    if (type !== undefined) return type;
  }
  return undefined;
}

/** The fully qualified name: partial names joined with periods (12.7.4.2). */
export function fieldName(field: Dict): string {
  const parts = [...lineage(field)].map((ancestor) => ancestor.string('T')).filter((part) => part !== undefined);
  const name = parts.toReversed().map(textOfString).join('.');
  return printable(name.slice(0, MAX_NAME_LENGTH)).toWellFormed();
}

/** Control characters become blanks, because names go into reports. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ');
}

export function fieldValue(field: Dict): PdfObject {
  return inherited(field, 'V');
}

/** A reset of the form gives a field this value. Some readers show it if the field has no value. */
export function defaultValue(field: Dict): PdfObject {
  return inherited(field, 'DV');
}

/** The indices of the options that a choice field shows as selected (12.7.5.4). */
export function selectedIndices(field: Dict): number[] {
  const indices = inherited(field, 'I');
  return Array.isArray(indices) ? indices.filter((index) => typeof index === 'number') : [];
}

/** The field flags (ISO 32000-2, 12.7.4.1); 0 by default. */
export function fieldFlags(field: Dict): number {
  const flags = inherited(field, 'Ff');
  return typeof flags === 'number' ? flags : 0;
}

/**
 * The greatest number of characters of a text field, which may have one cell for each (12.7.5.3); 0 without a limit.
 */
export function fieldMaxLength(field: Dict): number {
  const length = inherited(field, 'MaxLen');
  return typeof length === 'number' ? Math.max(0, length) : 0;
}

/** The font, size and colour of the text of a field, as content (12.7.4.3); empty if they are missing. */
export function defaultAppearance(field: Dict): Uint8Array {
  const appearance = inherited(field, 'DA');
  return appearance instanceof PdfString ? appearance.bytes : new Uint8Array();
}

/** Whether a widget is invisible by its flags: invisible, hidden or not viewed (ISO 32000-2, table 167). */
export function isHidden(widget: Dict): boolean {
  return ((widget.integer('F') ?? 0) & HIDING_FLAGS) !== 0;
}

export function isPrinted(widget: Dict): boolean {
  return ((widget.integer('F') ?? 0) & PRINT_FLAG) !== 0;
}

/** The flags that fix the size and direction of a widget on screen, or show it only in some situations. */
export function viewFlags(widget: Dict): number {
  return (widget.integer('F') ?? 0) & VIEW_FLAGS;
}

export interface FieldOption {
  readonly value: string;
  /** The text that represents the value on the page. */
  readonly shown: string;
}

/** The options of a choice field (12.7.5.4). */
export function fieldOptions(field: Dict, resolver: Resolver): FieldOption[] {
  const options = inherited(field, 'Opt');
  if (!Array.isArray(options)) return [];
  return options.slice(0, MAX_OPTIONS).flatMap((item) => {
    const option = resolver.resolve(item);
    const [value, shown] = (Array.isArray(option) ? option : [option]).map((part) => resolver.resolve(part));
    if (!(value instanceof PdfString)) return [];
    return [{ value: textOfString(value), shown: textOfString(shown instanceof PdfString ? shown : value) }];
  });
}

/** Whether a signature field has a value that could be a signature, genuine or forged. */
export function isSigned(field: Dict): boolean {
  return fieldType(field) === 'Sig' && fieldValue(field) instanceof Dict;
}
