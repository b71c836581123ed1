/**
 * Identifiers of structure elements (ISO 32000-2, 14.7.2) in one spelling. Browsers and word processors choose new
 * identifiers for each export, and only the document itself refers to them. The headers of a table cell (14.8.5.7) do
 * so, and the tree of identifiers, which follows from the elements. A link from another document could name an
 * identifier too, but no program writes such links.
 */
import { nameTreeEntries } from '#engine/canonical/trees.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, type PdfArray, type PdfObject, PdfString } from '#engine/pdf/syntax/objects.ts';

const PREFIX = 'E';

/** `elements` has the order of the document. */
export function spellStructureIds(pdf: PdfDocument, elements: readonly Dict[]): void {
  const root = pdf.catalog.dict('StructTreeRoot');
  if (!root) return;
  takeFromTree(pdf, root, elements);
  const ids = new Ids();
  const holders = new Map<PdfString, Dict>();
  for (const element of elements) {
    const id = element.string('ID');
    if (!id) continue;
    const spelled = ids.spell(id);
    element.set('ID', spelled);
    // If several elements share an identifier, the first one counts, because readers search the tree.
    if (!holders.has(spelled)) holders.set(spelled, element);
  }
  const spellHeaders = headersSpelling(pdf, ids);
  for (const element of elements) spellHeaders(element.get('A'));
  // A file lists its classes in any order, and a class may name an identifier without an element.
  const classes = root.dict('ClassMap');
  for (const name of classes?.keys().toSorted() ?? []) spellHeaders(classes?.get(name) ?? null);
  if (holders.size === 0) root.delete('IDTree');
  else root.set('IDTree', pdf.newDict({ Names: [...holders].flat() }));
}

/** An element that only the tree names gets its identifier from the tree. */
function takeFromTree(pdf: PdfDocument, root: Dict, elements: readonly Dict[]): void {
  const tree = root.dict('IDTree');
  if (!tree) return;
  const known = new Set(elements);
  for (const { key, value } of nameTreeEntries(pdf, tree)) {
    const element = pdf.resolve(value);
    if (element instanceof Dict && known.has(element) && !element.string('ID')) element.set('ID', new PdfString(key));
  }
}

/** Maps old identifiers to new ones, in the order of their first use. */
class Ids {
  readonly #spelled = new Map<string, PdfString>();

  spell({ bytes }: PdfString): PdfString {
    const id = latin1(bytes);
    const known = this.#spelled.get(id);
    if (known) return known;
    const spelled = new PdfString(fromLatin1(`${PREFIX}${this.#spelled.size}`));
    this.#spelled.set(id, spelled);
    return spelled;
  }
}

/**
 * Returns a function that spells the headers in the attributes of an element or a class. Shared attributes are handled
 * once.
 */
function headersSpelling(pdf: PdfDocument, ids: Ids): (attributes: PdfObject) => void {
  const seen = new Set<PdfObject>();
  const spelled = new Map<PdfArray, PdfArray>();
  const isNew = (object: PdfObject): boolean => seen.size < seen.add(object).size;
  const spellIn = (attributes: PdfObject): void => {
    const headers = attributes instanceof Dict && isNew(attributes) ? attributes.array('Headers') : undefined;
    if (!(attributes instanceof Dict) || !headers) return;
    const own = spelled.get(headers) ?? headers.map((item) => spellItem(pdf.resolve(item)));
    spelled.set(headers, own);
    attributes.set('Headers', own);
  };
  const spellItem = (item: PdfObject): PdfObject => (item instanceof PdfString ? ids.spell(item) : item);
  return (attributes) => {
    if (!Array.isArray(attributes)) return spellIn(attributes);
    if (isNew(attributes)) for (const item of attributes) spellIn(pdf.resolve(item));
  };
}
