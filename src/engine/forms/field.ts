/**
 * Form fields from the view of their widgets (ISO 32000-2, 12.7.4): attributes come from the widget, then from the
 * fields above it. Loops and extremely long chains are cut.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, Name, type PdfObject, PdfString, Real, Stream, toName } from '#engine/pdf/syntax/objects.ts';
import { decodeText, textOfString } from '#engine/text/text-string.ts';

/** Table 228 and following, bit positions minus one. */
export const FIELD_FLAGS = {
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  fileSelect: 1 << 20,
  comb: 1 << 24,
} as const;

const MAX_ANCESTORS = 256;

/** The field of a widget: first the widget itself, then the fields whose attributes it inherits. */
export interface Field {
  readonly widget: Dict;
  readonly chain: readonly Dict[];
  /** The fully qualified name (12.7.4.2). */
  readonly name: string;
  readonly type: string | undefined;
}

/**
 * The interactive form: its dictionary and the field tree. The tree is read from the root because some kids do not name
 * their parent.
 */
export class Form {
  readonly pdf: PdfDocument;
  readonly dict: Dict;
  /** Every field and widget that `Fields` leads to, in tree order. */
  readonly nodes: readonly Dict[];
  readonly #parents = new Map<Dict, Dict>();

  constructor(pdf: PdfDocument) {
    this.pdf = pdf;
    this.dict = pdf.catalog.dict('AcroForm') ?? pdf.newDict();
    this.nodes = this.#walk();
  }

  fieldOf(widget: Dict): Field {
    const chain: Dict[] = [];
    for (let node: Dict | undefined = widget; node && !chain.includes(node); node = this.#parentOf(node)) {
      if (chain.length === MAX_ANCESTORS) break;
      chain.push(node);
    }
    const names = chain.flatMap((node) => node.string('T') ?? []).map(textOfString);
    return { widget, chain, name: names.toReversed().join('.'), type: toName(inherited(chain, 'FT')) };
  }

  /** An attribute that the form can also define for all fields: `DA`, `Q`. */
  attribute(field: Field, key: string): PdfObject {
    return inherited(field.chain, key) ?? this.dict.get(key);
  }

  #parentOf(node: Dict): Dict | undefined {
    return node.dict('Parent') ?? this.#parents.get(node);
  }

  #walk(): Dict[] {
    const nodes = new Set<Dict>();
    const pending = (this.dict.array('Fields') ?? []).toReversed();
    while (pending.length > 0) {
      const node = this.pdf.resolve(pending.pop());
      if (!(node instanceof Dict) || nodes.has(node)) continue;
      this.pdf.budget.spend('treeNodes');
      nodes.add(node);
      for (const kid of (node.array('Kids') ?? []).toReversed()) {
        const child = this.pdf.resolve(kid);
        if (!(child instanceof Dict) || nodes.has(child)) continue;
        if (!this.#parents.has(child)) this.#parents.set(child, node);
        pending.push(child);
      }
    }
    return [...nodes];
  }
}

export function inherited(chain: readonly Dict[], key: string): PdfObject {
  for (const node of chain) {
    const value = node.get(key);
    if (value !== null) return value;
  }
  return null;
}

export function flagsOf({ chain }: Field): number {
  const flags = inherited(chain, 'Ff');
  return typeof flags === 'number' ? flags | 0 : 0;
}

/**
 * The text of a string, text stream, name or number; undefined for others. Names and numbers are no text strings, but
 * they occur.
 */
export function textOf(pdf: PdfDocument, object: PdfObject | undefined): string | undefined {
  const value = pdf.resolve(object);
  if (value instanceof PdfString) return textOfString(value);
  if (value instanceof Stream) return decodeText(pdf.bytesOf(value) ?? new Uint8Array());
  if (value instanceof Real) return value.text;
  if (typeof value === 'number') return String(value);
  return value instanceof Name ? decodeText(fromLatin1(value.value)) : undefined;
}
