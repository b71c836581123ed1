/** The texts of annotations, above all the values of fields, because they are not part of the page content. */
import { AnnotationMode, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The members of an annotation of pdf.js that this module uses. */
interface AnnotationFacts {
  readonly id: string;
  readonly subtype: string;
  readonly annotationFlags: number;
  /** The text of its appearance, only for text fields. */
  readonly textContent?: readonly string[];
  readonly fieldValue?: unknown;
  readonly options?: readonly { readonly exportValue: unknown; readonly displayValue: unknown }[];
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** The value of a box, and of a radio button, when it is on. */
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
}

/** Hidden, or not to be viewed (ISO 32000-2, Table 167). */
const UNSEEN_FLAGS = 2 | 32;
/** They show nothing of their own. */
const WITHOUT_LOOK: ReadonlySet<string> = new Set(['Link', 'Popup']);
/** A gap in a line that reads as a space, in thousandths of the size of the font. */
const SPACE = 200;

/** A line each. Forged amounts often are such. */
export async function annotationText(page: PDFPageProxy): Promise<string> {
  const annotations: readonly AnnotationFacts[] = await page.getAnnotations({ intent: 'display' });
  const visible = annotations.filter(
    ({ annotationFlags, subtype }) => (annotationFlags & UNSEEN_FLAGS) === 0 && !WITHOUT_LOOK.has(subtype),
  );
  const areRead = visible.every(({ textContent }) => textContent !== undefined);
  const drawn = areRead ? new Map<string, string>() : await drawnTexts(page);
  return visible
    .map((one) => `\n${one.textContent?.join('\n') ?? shownText(one, drawn.get(one.id)?.trim() ?? '')}`)
    .join('');
}

/** The text that the appearance of each annotation draws, by its id. */
async function drawnTexts(page: PDFPageProxy): Promise<ReadonlyMap<string, string>> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE });
  const texts = new Map<string, string>();
  let id: string | null = null;
  for (const [index, operator] of fnArray.entries()) {
    const args: readonly unknown[] = argsArray[index] ?? [];
    if (operator === OPS.beginAnnotation) id = typeof args[0] === 'string' ? args[0] : null;
    else if (operator === OPS.endAnnotation) id = null;
    else if (id !== null) texts.set(id, (texts.get(id) ?? '') + textOf(operator, args));
  }
  return texts;
}

/** The text of an operator: its letters, or a space after a move. */
function textOf(operator: number, [glyphs]: readonly unknown[]): string {
  switch (operator) {
    case OPS.showText:
      return Array.isArray(glyphs) ? glyphs.map(glyphText).join('') : '';
    case OPS.beginText:
    case OPS.moveText:
    case OPS.setTextMatrix:
    case OPS.nextLine:
      return ' ';
    default:
      return '';
  }
}

function glyphText(glyph: unknown): string {
  if (typeof glyph === 'number') return glyph < -SPACE ? ' ' : '';
  const text: unknown = typeof glyph === 'object' && glyph !== null ? Reflect.get(glyph, 'unicode') : '';
  return typeof text === 'string' ? text : '';
}

/**
 * One sign stands for a checked box or button, because its appearance may use any font or only lines. For other
 * fields the value replaces an appearance without letters.
 */
function shownText({ fieldValue, options = [], ...one }: AnnotationFacts, drawn: string): string {
  const mark = markOf(fieldValue, one);
  if (mark !== null && [...drawn].length <= 1) return mark;
  if (drawn !== '' || one.checkBox === true || one.radioButton === true) return drawn;
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const shown = values.map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value);
  return shown.filter((value) => typeof value === 'string').join('\n');
}

function markOf(value: unknown, { checkBox, radioButton, exportValue, buttonValue }: Partial<AnnotationFacts>) {
  if (typeof value !== 'string' || value === 'Off') return null;
  if (checkBox === true && value === exportValue) return '☑';
  return radioButton === true && value === buttonValue ? '◉' : null;
}
