/**
 * The entries that have a meaning, for each dictionary (ISO 32000-2). Any other entry is private, obsolete or about how
 * the file was made (`Name`, `LastModified`, `PieceInfo`, `Thumb`), and no reader shows it.
 */
import type { Role } from '#engine/canonical/roles.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { PROPERTY_KEYS } from '#engine/content/property-list.ts';
import { Dict, Name, type PdfArray, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { DAMAGE_KEY } from './damage.ts';
import { dropDefaults, GROUP_DEFAULTS } from '#engine/pdf/schema/defaults.ts';

export const keys = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The entries of table 5 that a canonical stream may have. */
const STREAM_KEYS = `Length Filter DecodeParms DP DL F ${DAMAGE_KEY}`;

/** Table 87 */
const IMAGE_KEYS = keys(`${STREAM_KEYS}
  Type Subtype Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate Alternates SMask
  SMaskInData StructParent Metadata OC AF Measure PtData Matte`);

/** Table 93 */
const FORM_KEYS = keys(`${STREAM_KEYS}
  Type Subtype FormType BBox Matrix Resources Group Ref Metadata StructParent StructParents OC AF Measure PtData`);

/** Table 57 */
const STATE_KEYS = keys(`
  Type LW LC LJ ML D RI OP op OPM Font BG BG2 UCR UCR2 TR TR2 HT HTO FL SM SA BM SMask CA ca AIS TK UseBlackPtComp`);

/** Tables 94 and 145 */
const GROUP_KEYS = keys('Type S CS I K');

/** Tables 11 to 13. The needs of an unlisted filter are unknown, so its parameters stay. */
const PARMS_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['CCITTFaxDecode', keys('K EndOfLine EncodedByteAlign Columns Rows EndOfBlock BlackIs1 DamagedRowsBeforeError')],
  ['DCTDecode', keys('ColorTransform')],
  ['JBIG2Decode', keys('JBIG2Globals')],
]);

/** Tables 109, 110, 115 and 119 */
const FONT_KEYS = keys(`
  Type Subtype BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode FontBBox FontMatrix CharProcs
  Resources DescendantFonts CIDSystemInfo DW W DW2 W2 CIDToGIDMap`);

/** Tables 120 and 122 */
const DESCRIPTOR_KEYS = keys(`
  Type FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight XHeight
  StemV StemH AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet Style Lang FD CIDSet`);

/** Table 125. Each kind of program has the lengths of its own parts. */
const FONT_FILE_KEYS = {
  FontFile: keys(`${STREAM_KEYS} Length1 Length2 Length3 Metadata`),
  FontFile2: keys(`${STREAM_KEYS} Length1 Metadata`),
  FontFile3: keys(`${STREAM_KEYS} Subtype Metadata`),
};

const FONT_LENGTHS = ['Length1', 'Length2', 'Length3'] as const;

/** The entries of table 118 that repeat data of the CMap. */
const CMAP_KEYS = keys(`${STREAM_KEYS} Type CMapName CIDSystemInfo WMode UseCMap`);

/** Table 65 */
const PROFILE_KEYS = keys(`${STREAM_KEYS} N Alternate Range Metadata`);

/** Tables 74 and 75 */
const PATTERN_KEYS = keys(`${STREAM_KEYS}
  Type PatternType PaintType TilingType BBox XStep YStep Resources Matrix Shading ExtGState`);

/** Tables 77 to 84 */
const SHADING_KEYS = keys(`${STREAM_KEYS}
  ShadingType ColorSpace Background BBox AntiAlias Domain Matrix Function Coords Extend BitsPerCoordinate
  BitsPerComponent BitsPerFlag Decode VerticesPerRow`);

/** Tables 38 to 41 */
const FUNCTION_KEYS = keys(`${STREAM_KEYS}
  FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Functions Bounds`);

/**
 * Tables 354 to 358, and the entries of dictionaries that readers may take for an element. `ParentTreeNextKey` only
 * helps programs that extend the tree.
 */
const STRUCTURE_KEYS = keys(`
  Type S P ID Ref Pg K A C R T Lang Alt E ActualText AF NS PhoneticAlphabet Phoneme MCID Stm StmOwn Obj
  IDTree ParentTree RoleMap ClassMap Namespaces PronunciationLexicon Schema RoleMapNS`);

/** Tables 96 and 97 */
const LAYER_KEYS = keys('Type Name Intent Usage OCGs P VE');

/** Table 134. The entry is one name or an array, of which readers take the first known name. */
const BLEND_MODES = keys(`
  Normal Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue
  Saturation Color Luminosity`);

/** The sanitizer already removes other entries of annotations, pages and outlines. */
const KEYS_OF_ROLE: ReadonlyMap<Role, ReadonlySet<string>> = new Map([
  ['layer', LAYER_KEYS],
  ['structure', STRUCTURE_KEYS],
]);

export function keepKnownKeysOfRole(dict: Dict, role: Role): void {
  const known = KEYS_OF_ROLE.get(role);
  if (known) keep(dict, known);
}

/** Applies to the parameters of a filter that stays in the output. */
export function keepKnownParms(parms: Dict, filter: string): void {
  const known = PARMS_KEYS.get(filter);
  if (known) keep(parms, known);
}

/** 8.6.5.5: the stream is the profile of a colour space. */
export function keepKnownProfileKeys([family, profile]: PdfArray): void {
  if (family instanceof Name && family.value === 'ICCBased' && profile instanceof Stream) {
    keep(profile.dict, PROFILE_KEYS);
  }
}

/**
 * Removes unknown entries of images, forms and all dictionaries below the resources. Shared objects are handled once.
 */
export class KnownKeys {
  readonly #pdf: PdfDocument;
  /**
   * The dictionaries that were handled, by the name of the category. Several categories may share one empty dictionary.
   */
  readonly #categories = new Map<string, Set<Dict>>();
  readonly #states = new Set<Dict>();
  readonly #fonts = new Set<Dict>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  keep(dict: Dict, isStream: boolean): void {
    const subtype = isStream ? dict.name('Subtype') : undefined;
    if (subtype === 'Image') keep(dict, IMAGE_KEYS);
    else if (subtype === 'Form') keep(dict, FORM_KEYS);
    if (subtype === 'Form' || dict.name('Type') === 'Page') keepGroup(this.#pdf, dict.get('Group'));
    if (dict.integer('PatternType') !== undefined) keep(dict, PATTERN_KEYS);
    if (dict.integer('ShadingType') !== undefined) keep(dict, SHADING_KEYS);
    if (dict.integer('FunctionType') !== undefined && dict.array('Domain')) keep(dict, FUNCTION_KEYS);
    // Names of resources are arbitrary, so a category is recognised only by its position.
    for (const resources of [dict.get('Resources'), dict.get('DR')]) {
      if (!(resources instanceof Dict)) continue;
      for (const state of this.#valuesOf(resources, 'ExtGState'))
        once(this.#states, state, () => keepState(this.#pdf, state));
      for (const font of this.#valuesOf(resources, 'Font')) once(this.#fonts, font, () => keepFont(this.#pdf, font));
      for (const list of this.#valuesOf(resources, 'Properties')) keepPropertyList(list);
    }
  }

  /** Returns nothing for a dictionary whose values were already returned. */
  #valuesOf(resources: Dict, category: string): Dict[] {
    const entries = resources.get(category);
    const known = this.#categories.get(category) ?? new Set();
    this.#categories.set(category, known);
    if (!(entries instanceof Dict) || known.has(entries)) return [];
    known.add(entries);
    return valuesOf(entries);
  }
}

function keepState(pdf: PdfDocument, state: Dict): void {
  keep(state, STATE_KEYS);
  const mode = pdf.resolve(state.array('BM')?.[0]);
  if (mode instanceof Name && BLEND_MODES.has(mode.value)) state.set('BM', mode);
}

function keepGroup(pdf: PdfDocument, group: PdfObject): void {
  if (!(group instanceof Dict)) return;
  keep(group, GROUP_KEYS);
  dropDefaults(pdf, group, GROUP_DEFAULTS);
}

/** 14.6.2: a layer or a file names its type, so it is recognised here and stays. */
function keepPropertyList(list: Dict): void {
  if (list.name('Type') === undefined && !list.has('OCGs') && !list.has('Name')) keep(list, PROPERTY_KEYS);
}

function keepFont(pdf: PdfDocument, font: Dict): void {
  keep(font, FONT_KEYS);
  keep(font.stream('ToUnicode')?.dict, CMAP_KEYS);
  keepDescriptor(font.get('FontDescriptor'));
  for (const item of font.array('DescendantFonts') ?? []) {
    const descendant = pdf.resolve(item);
    if (!(descendant instanceof Dict)) continue;
    keep(descendant, FONT_KEYS);
    keepDescriptor(descendant.get('FontDescriptor'));
  }
}

function keepDescriptor(descriptor: PdfObject): void {
  if (!(descriptor instanceof Dict)) return;
  keep(descriptor, DESCRIPTOR_KEYS);
  for (const [key, known] of Object.entries(FONT_FILE_KEYS)) {
    const program = descriptor.stream(key)?.dict;
    keep(program, known);
    // The stream encoder computes the lengths when the data are final.
    for (const length of FONT_LENGTHS) if (known.has(length) && !program?.has(length)) program?.set(length, 0);
  }
}

function once(done: Set<Dict>, dict: Dict, keepIt: () => void): void {
  if (done.has(dict)) return;
  done.add(dict);
  keepIt();
}

function valuesOf(entries: Dict): Dict[] {
  return entries.keys().flatMap((name) => {
    const value = entries.get(name);
    return value instanceof Dict && !isPlace(value) ? [value] : [];
  });
}

/** True for a dictionary that also has another role, which malformed files allow. */
function isPlace(dict: Dict): boolean {
  return dict.has('Kids') || dict.has('Parent') || dict.has('Rect');
}

/** A stream in the wrong place keeps the entries that are needed to decode it. */
export function keep(dict: PdfObject | undefined, known: ReadonlySet<string>): void {
  if (!(dict instanceof Dict)) return;
  dict.forEach((_, key) => void (known.has(key) || dict.delete(key)));
}

/** Table 31: these entries of a page are invisible. */
export const UNSEEN_PAGE_KEYS = ['DPart', 'LastModified', 'Thumb'] as const;
