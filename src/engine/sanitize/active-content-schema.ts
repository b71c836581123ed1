/**
 * The allowed entries by object (ISO 32000-2). The catalog, the name dictionary, pages, annotations, actions and
 * outline items keep only the listed entries. `sweep.ts` checks all other objects.
 */

const keys = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Table 29. NeedsRendering stays for the form stage, which decides whether the form is dynamic and removes the entry.
 * XXUndecoded marks a document that lost objects.
 */
export const CATALOG_KEYS = keys(`
  Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines Threads AcroForm
  Metadata StructTreeRoot MarkInfo Lang OutputIntents OCProperties DPartRoot NeedsRendering XXUndecoded`);

/** Table 32. Only scripts can reach named pages, templates and appearances. */
export const NAME_DICTIONARY_KEYS = keys('Dests');

/** 7.9.6 */
export const NAME_TREE_KEYS = keys('Kids Names Limits');

/** Table 147 */
export const VIEWER_PREFERENCE_KEYS = keys(`
  HideToolbar HideMenubar HideWindowUI FitWindow CenterWindow DisplayDocTitle NonFullScreenPageMode Direction ViewArea
  ViewClip PrintArea PrintClip PrintScaling Duplex PickTrayByPDFSize PrintPageRange NumCopies Enforce`);

/** Table 31 */
export const PAGE_KEYS = keys(`
  Type Parent LastModified Resources MediaBox CropBox BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group Thumb B
  Annots Metadata StructParents PZ SeparationInfo Tabs UserUnit VP OutputIntents DPart`);

/** Tables 166 and 172 to 192, and the entries that a widget shares with its field (tables 226 to 236). */
export const ANNOTATION_KEYS = keys(`
  Type Subtype Rect Contents P NM M F AP AS Border C StructParent OC ca CA BM Lang
  T Popup RC CreationDate IRT Subj RT IT Open Name State StateModel
  A Dest H QuadPoints BS DA Q DS CL BE RD LE L IC LL LLE Cap LLO LLOE CP CO Measure Vertices Path Sy InkList Parent
  FixedPrint MN RO OverlayText Repeat LastModified Version AnnotStates FontFauxing
  MK FT Kids TU TM Ff V DV RV Opt TI I MaxLen Lock SV PMD DR`);

/** Table 152 */
export const OUTLINE_ROOT_KEYS = keys('Type First Last Count');

/** Table 153 */
export const OUTLINE_ITEM_KEYS = keys('Type Title Parent Prev Next First Last Count Dest SE A C F');

/** Table 202 */
export const GO_TO_KEYS = keys('Type S D SD');

/** Table 210 */
export const URI_KEYS = keys('Type S URI IsMap');

/** Table 149, in the form of a dictionary. */
export const DESTINATION_KEYS = keys('D SD');

/**
 * The keys of these dictionaries are names that the author chose: resources (table 34), Type 3 glyphs (table 110),
 * colorants (table 71), structure types and classes (table 354), document information.
 */
export const MAP_KEYS = keys(`
  Font XObject ExtGState ColorSpace Pattern Shading Properties CharProcs Colorants RoleMap RoleMapNS ClassMap Dests DPM
  Info`);

/** Annotations with media, programs or files (12.5.6.15 to 12.5.6.18, 12.5.6.24, 13.6.2, 13.7.2). */
export const MEDIA_ANNOTATIONS = keys('RichMedia 3D Movie Sound Screen Projection');

/** The reason for a removal, which the report names in addition to the removed content. */
export type Cause =
  | 'action'
  | 'openAction'
  | 'presentation'
  | 'script'
  | 'media'
  | 'file'
  | 'associated'
  | 'external'
  | 'conditional'
  | 'postscript'
  | 'unknown'
  /** The report names only the removed content. */
  | 'dead';

const CAUSES: ReadonlyMap<string, Cause> = new Map<string, Cause>([
  ['AA', 'action'],
  ['Next', 'action'],
  ['PA', 'action'],
  ['PresSteps', 'action'],
  ['OpenAction', 'openAction'],
  ['Trans', 'presentation'],
  ['Dur', 'presentation'],
  ['JavaScript', 'script'],
  ['JS', 'script'],
  ['OnInstantiate', 'script'],
  ['Renditions', 'media'],
  ['AlternatePresentations', 'media'],
  ['EmbeddedFiles', 'file'],
  ['EF', 'file'],
  ['RF', 'file'],
  ['AF', 'associated'],
  ['Collection', 'dead'],
  ['URI', 'external'],
  ['SpiderInfo', 'external'],
  ['URLS', 'external'],
  ['IDS', 'external'],
  ['DestOutputProfileRef', 'external'],
  ['Schema', 'external'],
  ['PronunciationLexicon', 'external'],
  ['F', 'external'],
  ['FFilter', 'external'],
  ['FDecodeParms', 'external'],
  ['OPI', 'external'],
  ['Ref', 'external'],
  ['AS', 'conditional'],
  ['Alternates', 'conditional'],
  ['PS', 'postscript'],
  ['Subtype2', 'postscript'],
  ['Level1', 'postscript'],
]);

/** An entry without its own cause is private, obsolete or unknown. */
export function causeOf(key: string): Cause {
  return CAUSES.get(key) ?? 'unknown';
}
