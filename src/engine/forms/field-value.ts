/** The visible content of a field: its text, its chosen options, its button state (ISO 32000-2, 12.7.5). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, toName } from '#engine/pdf/syntax/objects.ts';
import { type Field, FIELD_FLAGS, flagsOf, type Form, inherited, textOf } from './field.ts';
import { cleanValue } from './text-layout.ts';

/** The options of a choice field as displayed, in order. */
interface Option {
  readonly exported: string;
  readonly displayed: string;
}

export interface ListChoice {
  readonly options: readonly string[];
  readonly selected: ReadonlySet<number>;
  /** The index of the first visible option. */
  readonly top: number;
}

/** The text of a text field or combo box as a viewer shows it. */
export function displayedText(pdf: PdfDocument, field: Field): string {
  const flags = flagsOf(field);
  const value = inherited(field.chain, 'V');
  if (field.type === 'Ch') return displayedChoices(pdf, field).join(' ');
  const text = cleanValue(textOf(pdf, value) ?? '', (flags & FIELD_FLAGS.multiline) !== 0);
  const limit = inherited(field.chain, 'MaxLen');
  return typeof limit === 'number' && limit > 0 ? [...text].slice(0, limit).join('') : text;
}

/** The display texts of the chosen options. A value without an option is its own text. */
function displayedChoices(pdf: PdfDocument, field: Field): string[] {
  const options = optionsOf(pdf, field);
  return chosenValues(pdf, field).map((value) => {
    const option =
      options.find(({ exported }) => exported === value) ?? options.find(({ displayed }) => displayed === value);
    return cleanValue(option?.displayed ?? value, false);
  });
}

export function listChoice(pdf: PdfDocument, field: Field): ListChoice {
  const options = optionsOf(pdf, field);
  const values = new Set(chosenValues(pdf, field));
  const selected = new Set<number>();
  for (const [index, { exported, displayed }] of options.entries()) {
    if (values.has(exported) || values.has(displayed)) selected.add(index);
  }
  const indices = inherited(field.chain, 'I');
  if (selected.size === 0 && Array.isArray(indices)) {
    for (const index of indices) if (typeof index === 'number') selected.add(index);
  }
  const top = inherited(field.chain, 'TI');
  const first = typeof top === 'number' && top > 0 && top < options.length ? Math.trunc(top) : 0;
  return { options: options.map(({ displayed }) => cleanValue(displayed, false)), selected, top: first };
}

export function hasOptions(field: Field): boolean {
  const options = inherited(field.chain, 'Opt');
  return Array.isArray(options) && options.length > 0;
}

/** The state of a check box or radio button: `AS`, else `V` if the widget has such a state (12.5.5). */
export function buttonState(field: Field, states: Dict | undefined): string {
  const said = field.widget.name('AS');
  if (said !== undefined) return said;
  const value = toName(inherited(field.chain, 'V'));
  if (value === undefined) return 'Off';
  if (states && states.get(value) !== null) return value;
  // Without an appearance the value can only be that of this widget if the field has no other one.
  return states === undefined && field.widget.has('V') ? value : 'Off';
}

function optionsOf(pdf: PdfDocument, field: Field): Option[] {
  const options = inherited(field.chain, 'Opt');
  if (!Array.isArray(options)) return [];
  pdf.budget.spend('operators', options.length);
  return options.map((item) => {
    const option = pdf.resolve(item);
    const [exported, displayed] = Array.isArray(option) ? option : [option, option];
    const text = textOf(pdf, exported) ?? '';
    return { exported: text, displayed: textOf(pdf, displayed ?? exported) ?? text };
  });
}

function chosenValues(pdf: PdfDocument, field: Field): string[] {
  const value = inherited(field.chain, 'V');
  const values: readonly PdfObject[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item) => textOf(pdf, item) ?? []);
}

// oxlint-disable-next-line no-control-regex
const BEYOND_LATIN_1 = /[^\u0000-\u00ff]/;

/** Whether a value, an option or a caption has characters that the standard faces may lack. */
export function needsFaces({ pdf, nodes }: Form): boolean {
  // Fields may share their values, so each value is read once.
  const values = new Set<PdfObject>();
  const note = (node: PdfObject): void => {
    if (!(node instanceof Dict)) return;
    for (const value of [node.get('V'), node.get('Opt'), node.dict('MK')?.get('CA') ?? null]) {
      pdf.budget.spend('operators', Array.isArray(value) ? value.length : 1);
      values.add(value);
    }
  };
  nodes.forEach(note);
  for (const { dict } of pdf.pages) for (const item of dict.array('Annots') ?? []) note(pdf.resolve(item));
  // The loop adds the items of arrays to the set that it reads.
  for (const value of values) {
    if (Array.isArray(value)) for (const item of value) values.add(pdf.resolve(item));
    else if (BEYOND_LATIN_1.test(textOf(pdf, value) ?? '')) return true;
  }
  return false;
}
