/** The default entries of each dictionary (ISO 32000-2). An entry with its default value can be left out. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Name, type PdfObject, type Resolver, toNumber } from '#engine/pdf/syntax/objects.ts';
import { roundScalar } from '#engine/pdf/syntax/precision.ts';

type Scalar = string | number | boolean;
type Default = Scalar | readonly Scalar[];
type Defaults = Readonly<Record<string, Default>>;

const IDENTITY = [1, 0, 0, 1, 0, 0];

/** Table 29 */
export const CATALOG_DEFAULTS: Defaults = { NeedsRendering: false, PageLayout: 'SinglePage', PageMode: 'UseNone' };
/** Table 147 */
export const VIEWER_DEFAULTS: Defaults = {
  CenterWindow: false,
  Direction: 'L2R',
  DisplayDocTitle: false,
  FitWindow: false,
  HideMenubar: false,
  HideToolbar: false,
  HideWindowUI: false,
  NonFullScreenPageMode: 'UseNone',
  PrintArea: 'CropBox',
  PrintClip: 'CropBox',
  PrintScaling: 'AppDefault',
  ViewArea: 'CropBox',
  ViewClip: 'CropBox',
};
/** Table 353 */
export const MARK_INFO_DEFAULTS: Defaults = { Marked: false, Suspects: false, UserProperties: false };
/** Table 99 */
export const LAYERS_DEFAULTS: Defaults = {
  BaseState: 'ON',
  Intent: 'View',
  ListMode: 'AllPages',
  Locked: [],
  OFF: [],
  ON: [],
  RBGroups: [],
};
/** Table 151 */
export const OUTLINE_DEFAULTS: Defaults = { C: [0, 0, 0], Count: 0, F: 0 };
/** Table 161 */
export const LABEL_DEFAULTS: Defaults = { St: 1 };
/** Tables 166, 172, 175, 176 and 177 */
export const ANNOTATION_DEFAULTS: Defaults = { BM: 'Normal', CA: 1, F: 0, Open: false, Q: 0, RT: 'R', ca: 1 };
/** Table 168. Readers have different defaults for the entry `Border`. */
export const BORDER_STYLE_DEFAULTS: Defaults = { S: 'S', Type: 'Border' };
/** Table 355 */
export const STRUCTURE_DEFAULTS: Defaults = { R: 0 };
/** 14.8.5: the attributes that elements do not inherit, by their owner */
export const ATTRIBUTE_DEFAULTS: ReadonlyMap<string, Defaults> = new Map([
  [
    'Layout',
    {
      BaselineShift: 0,
      ColumnCount: 1,
      Height: 'Auto',
      SpaceAfter: 0,
      SpaceBefore: 0,
      TextDecorationType: 'None',
      Width: 'Auto',
    },
  ],
  ['Table', { ColSpan: 1, RowSpan: 1 }],
]);
/** Table 145 */
export const GROUP_DEFAULTS: Defaults = { I: false, K: false };

/** Table 93 */
export const FORM_DEFAULTS: Defaults = { FormType: 1, Matrix: IDENTITY };
/** Table 87 */
export const IMAGE_DEFAULTS: Defaults = { ImageMask: false, Interpolate: false, SMaskInData: 0 };
/** Table 74 and 75 */
export const PATTERN_DEFAULTS: Defaults = { Matrix: IDENTITY };
/** Tables 77 to 80 */
export const SHADING_DEFAULTS: readonly Defaults[] = [
  { AntiAlias: false },
  { AntiAlias: false, Domain: [0, 1, 0, 1], Matrix: IDENTITY },
  { AntiAlias: false, Domain: [0, 1], Extend: [false, false] },
  { AntiAlias: false, Domain: [0, 1], Extend: [false, false] },
];
/** Tables 39 and 40. Samples and their ranges stay as they are written. */
export const FUNCTION_DEFAULTS: readonly Defaults[] = [{ Order: 1 }, {}, { C0: [0], C1: [1] }];
/** Table 115 */
export const CID_FONT_DEFAULTS: Defaults = { DW: 1000, DW2: [880, -1000] };
/** Table 11 */
export const FAX_DEFAULTS: Defaults = {
  BlackIs1: false,
  Columns: 1728,
  DamagedRowsBeforeError: 0,
  EncodedByteAlign: false,
  EndOfBlock: true,
  EndOfLine: false,
  K: 0,
  Rows: 0,
};

export function dropDefaults(pdf: Resolver, dict: Dict, defaults: Defaults): void {
  for (const [key, value] of Object.entries(defaults)) {
    if (dict.has(key) && saysDefault(pdf, dict.get(key), value)) dict.delete(key);
  }
}

/**
 * The same dictionary if it has no defaults, else a copy, because other owners of the dictionary may need its entries.
 */
export function withoutDefaults(pdf: PdfDocument, dict: Dict, defaults: Defaults): Dict {
  const isSaid = ([key, value]: [string, Default]): boolean => dict.has(key) && saysDefault(pdf, dict.get(key), value);
  if (!Object.entries(defaults).some(isSaid)) return dict;
  const copy = pdf.newDict();
  for (const [key, value] of dict) copy.set(key, value);
  dropDefaults(pdf, copy, defaults);
  return copy;
}

function saysDefault(pdf: Resolver, value: PdfObject, expected: Default): boolean {
  if (!Array.isArray(value)) return saidBy(value) === expected;
  if (typeof expected !== 'object' || value.length !== expected.length) return false;
  return value.every((item, at) => saidBy(pdf.resolve(item)) === expected[at]);
}

/** A number as the output spells it: the output of a number that is nearly the default says the default. */
function saidBy(value: PdfObject): PdfObject | string {
  if (value instanceof Name) return value.value;
  const spelled = roundScalar(value);
  return toNumber(spelled) ?? spelled;
}
