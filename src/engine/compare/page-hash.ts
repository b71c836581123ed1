/**
 * What a page shows, as one hash: its boxes, rotation and unit, its decoded content and every resource that content
 * names, with all that hangs on it; annotations are told apart. Numbering, filters and indirection leave no trace.
 */
import { createHash } from 'node:crypto';
import { Fingerprints } from '#engine/canonical/fingerprint.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { isBoundary, latin1, unescapeName } from '#engine/pdf/syntax/lexer.ts';
import {
  Dict,
  fromNumber,
  type PdfArray,
  type PdfObject,
  PdfString,
  Stream,
  toNumber,
} from '#engine/pdf/syntax/objects.ts';

export interface PageHashes {
  /** 16 hexadecimal digits. */
  readonly page: string;
  /** Of the content streams and of the resources alone: what a page without text is known again by. */
  readonly content: string;
  readonly resources: string;
}

/** These keys are not seen: where an image or a form stands in the structure tree, and what its editor keeps in it. */
const UNSEEN_KEYS: ReadonlySet<string> = new Set([
  'LastModified',
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
]);

export function pageHashes(pdf: PdfDocument): PageHashes[] {
  const prints = new Fingerprints(pdf, { pageLabel: () => 'page', without: UNSEEN_KEYS });
  return pdf.pages.map((page) => hashesOf(pdf, page, prints));
}

function hashesOf(pdf: PdfDocument, page: Page, prints: Fingerprints): PageHashes {
  const bytes = pdf.pageContent(page);
  const content = createHash('sha256').update(bytes).digest();
  const resources = prints.of(usedResources(pdf, page.dict.dict('Resources') ?? pdf.newDict(), bytes));
  const closure = pdf.newDict({
    ...boxes(pdf, page.dict),
    Rotate: rotation(page.dict),
    UserUnit: page.dict.get('UserUnit') ?? 1,
    Group: page.dict.raw('Group') ?? null,
    Contents: new PdfString(content),
    Resources: new PdfString(Buffer.from(resources, 'hex')),
  });
  return { page: prints.of(closure).slice(0, 16), content: content.toString('hex'), resources };
}

/** Table 31: a missing crop box is the media box, the other missing boxes are the crop box. */
function boxes(pdf: PdfDocument, page: Dict): Record<string, PdfObject> {
  const media = rectangle(pdf, page.array('MediaBox')) ?? [];
  const crop = rectangle(pdf, page.array('CropBox')) ?? media;
  const others = ['ArtBox', 'BleedBox', 'TrimBox'].map((key) => [key, rectangle(pdf, page.array(key)) ?? crop]);
  return { MediaBox: media, CropBox: crop, ...Object.fromEntries(others) };
}

/** Any two opposite corners give a rectangle (7.9.5). */
export function rectangle(pdf: PdfDocument, array: PdfArray | undefined): PdfArray | undefined {
  const [x1, y1, x2, y2] = (array ?? []).map((item) => toNumber(pdf.resolve(item)));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)].map(fromNumber);
}

function rotation(page: Dict): number {
  const degrees = page.integer('Rotate') ?? 0;
  return ((degrees % 360) + 360) % 360;
}

/**
 * Many writers give all pages one resource dictionary: what the content does not name is not of this page.
 * Forms, patterns and glyphs without resources of their own take the page's, and then all of them count.
 */
function usedResources(pdf: PdfDocument, resources: Dict, content: Uint8Array): Dict {
  const names = namesIn(content);
  const used = pdf.newDict();
  for (const category of resources.keys()) {
    const entries = resources.get(category);
    if (!(entries instanceof Dict)) continue;
    const kept = entries.keys().filter((name) => names.has(name) || isDefaultSpace(category, name));
    if (kept.some((name) => borrowsResources(entries.get(name)))) return resources;
    if (kept.length > 0)
      used.set(
        category,
        Dict.of(
          pdf,
          kept.map((name) => [name, entries.raw(name) ?? null]),
        ),
      );
  }
  return used;
}

/** DefaultGray, DefaultRGB and DefaultCMYK stand in without being named (8.6.5.6). */
function isDefaultSpace(category: string, name: string): boolean {
  return category === 'ColorSpace' && name.startsWith('Default');
}

function borrowsResources(resource: PdfObject): boolean {
  const dict = resource instanceof Stream ? resource.dict : resource;
  if (!(dict instanceof Dict) || dict.has('Resources')) return false;
  return dict.name('Subtype') === 'Form' || dict.name('Subtype') === 'Type3' || dict.integer('PatternType') === 1;
}

const SOLIDUS = 0x2f;

/** All that looks like a name in the content; strings and image data may add some, the same ones each time. */
function namesIn(content: Uint8Array): Set<string> {
  const names = new Set<string>();
  for (let at = content.indexOf(SOLIDUS); at >= 0; at = content.indexOf(SOLIDUS, at + 1)) {
    let end = at + 1;
    while (end < content.length && !isBoundary(content[end])) end++;
    names.add(unescapeName(latin1(content, at + 1, end)));
  }
  return names;
}
