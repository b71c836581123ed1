/** The tags of a document for screen readers: its language, and its elements in reading order. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  MAX_NAME_LENGTH,
  MAX_OUTLINE_DEPTH,
  MAX_OUTLINE_ITEMS,
  MAX_OUTLINE_TEXT,
  type Outline,
  type OutlineItem,
} from './protocol.ts';

/** Each page is read whole. */
const MAX_OUTLINE_PAGES = 100;
/** Inline elements are parts of the element around them. */
const INLINE = new Set([
  'Span',
  'Link',
  'Lbl',
  'Reference',
  'Em',
  'Strong',
  'Quote',
  'Code',
  'Annot',
  'Sub',
  'NonStruct',
]);

export async function readOutline(document: PDFDocumentProxy): Promise<Outline> {
  const { info } = await document.getMetadata();
  // pdf.js returns a Map, although its types say otherwise.
  const mark: unknown = await document.getMarkInfo();
  const items: OutlineItem[] = [];
  const last = Math.min(document.numPages, MAX_OUTLINE_PAGES);
  let number = 0;
  while (number < last && items.length < MAX_OUTLINE_ITEMS) {
    number += 1;
    const page = await document.getPage(number);
    await addItems(page, items);
    page.cleanup();
  }
  const language: unknown = Reflect.get(info, 'Language');
  return {
    isTagged: mark instanceof Map && mark.get('Marked') === true,
    language: cut(typeof language === 'string' ? language : ''),
    items,
    isCut: number < document.numPages || items.length >= MAX_OUTLINE_ITEMS,
  };
}

type Tree = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>;
type Child = Tree['children'][number];

async function addItems(page: PDFPageProxy, items: OutlineItem[]): Promise<void> {
  // A page without elements has no tree, although the types say otherwise.
  const tree: Tree | null = await page.getStructTree();
  if (tree === null) return;
  const texts = await markedTexts(page);
  const add = (node: Tree, depth: number): void => {
    if (items.length >= MAX_OUTLINE_ITEMS || depth > MAX_OUTLINE_DEPTH) return;
    const said: unknown = Reflect.get(node, 'alt');
    const text = cut(ownText(node, texts) || (typeof said === 'string' ? said : ''));
    items.push({ page: page.pageNumber, depth, role: node.role.slice(0, MAX_NAME_LENGTH), text });
    for (const child of node.children) if (isElement(child) && !INLINE.has(child.role)) add(child, depth + 1);
  };
  for (const child of tree.children) if (isElement(child)) add(child, 0);
}

/** Its own text with inline elements, and without the elements that have items of their own. */
function ownText(node: Tree, texts: ReadonlyMap<string, string>): string {
  return node.children
    .map((child) => {
      if (!isElement(child)) return texts.get(child.id) ?? '';
      return INLINE.has(child.role) ? ownText(child, texts) : '';
    })
    .join('');
}

function isElement(child: Child): child is Tree {
  return 'role' in child;
}

/** The text of each marked piece of the page, by its id. */
async function markedTexts(page: PDFPageProxy): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const open: string[] = [];
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  for (const item of items) {
    const id = open.findLast((one) => one !== '');
    if ('str' in item) {
      if (id !== undefined) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.id ?? '');
  }
  return texts;
}

function cut(text: string): string {
  const one = text.replaceAll(/\s+/g, ' ').trim();
  return one.length > MAX_OUTLINE_TEXT ? `${one.slice(0, MAX_OUTLINE_TEXT - 1)}…` : one;
}
