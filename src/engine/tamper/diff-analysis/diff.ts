/** Two revisions of a document side by side, and what the rules found so far. */
import { type Box, readBox } from '#engine/content/matrix.ts';
import { Comparison } from '#engine/pdf/comparison.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, type PdfObject, PdfString } from '#engine/pdf/syntax/objects.ts';
import { fieldValue } from '#engine/signature/fields.ts';
import { type Glyph, holds, isReadable, type Mark } from '#engine/tamper/painting/marks.ts';
import { hiddenText, pageMarks, seenText } from '#engine/tamper/painting/page-marks.ts';
import { Reading } from '#engine/tamper/painting/painter.ts';
import { textOfString } from '#engine/text/text-string.ts';
import type { Change, ChangeKind } from './change.ts';
import { mapRoles, type RoleMap } from './role-map.ts';

/** How many looks of fields are read in one comparison. */
const MAX_APPEARANCES = 2000;

/** On how many pages text is looked for below annotations. */
const MAX_PAGES_READ = 200;

export class Diff {
  readonly before: PdfDocument;
  readonly after: PdfDocument;
  readonly old: RoleMap;
  readonly new: RoleMap;
  readonly comparison: Comparison;
  readonly found: Change[] = [];
  /** Whether a signature was made before the later revision. */
  readonly isOlder: (signature: Dict) => boolean;
  readonly #marks = new Map<number, readonly Mark[]>();
  readonly #reading = new Reading();
  #appearances = 0;
  #covers = 0;

  constructor(before: PdfDocument, after: PdfDocument, isOlder: (signature: Dict) => boolean) {
    this.isOlder = isOlder;
    this.before = before;
    this.after = after;
    this.old = mapRoles(before);
    this.new = mapRoles(after);
    this.comparison = new Comparison(before, after);
  }

  add(kind: ChangeKind, objectNumber: number, what: string, more: Partial<Change> = {}): void {
    const page = this.old.pageOf.get(objectNumber) ?? this.new.pageOf.get(objectNumber);
    this.found.push({ kind, objectNumber, what, hides: false, page, ...more });
  }

  changedKeys(before: Dict | undefined, after: Dict | undefined): string[] {
    const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
    return [...keys].toSorted().filter((key) => !this.comparison.same(before?.raw(key), after?.raw(key)));
  }

  /** Counts one more look; past the limit the rules answer what is never too lenient. */
  mayRead(): boolean {
    return this.#appearances++ < MAX_APPEARANCES;
  }

  /** Whether an annotation hides text that its page showed before. */
  coversText(dict: Dict, number: number): boolean {
    const page = this.new.pageOf.get(number);
    if (page === undefined) return false;
    if (this.#covers++ >= MAX_APPEARANCES) return true;
    return isReadable(this.#hiddenText(this.after, dict, page));
  }

  /** Whether an annotation without an appearance lies over text: readers draw a sign of their own there. */
  liesOverText(dict: Dict, number: number): boolean {
    const page = this.new.pageOf.get(number);
    const box = readBox(this.after, dict.array('Rect'));
    if (page === undefined || box === undefined) return false;
    return isReadable(
      this.#marksOf(page)
        .flatMap((mark) => (mark.kind === 'text' ? mark.glyphs : []))
        .filter((glyph) => holds(box, glyph)),
    );
  }

  /** Whether the look of a field came to hide other text of its page than it did, or lets text be seen that it hid. */
  coversOtherText(was: Dict, is: Dict, number: number): boolean {
    const page = this.old.pageOf.get(number);
    if (page === undefined) return false;
    if (this.#covers++ >= MAX_APPEARANCES) return true;
    const [before, after] = [
      new Set(this.#hiddenText(this.before, was, page)),
      new Set(this.#hiddenText(this.after, is, page)),
    ];
    return isReadable([...before.symmetricDifference(after)]);
  }

  /** Whether the appearance of a field came to hide its own text: all of it, or a part of a value that stayed or of a number. */
  hidesItself(was: Dict, is: Dict): boolean {
    const [before, after] = [was.dict('AP')?.stream('N'), is.dict('AP')?.stream('N')];
    if (!after) return this.#isDrawnNoMore(is) && before !== undefined && this.hasSameValue(was, is);
    const now = seenText(this.after, after, this.#reading);
    if (now.unseen === 0) return false;
    const then = before ? seenText(this.before, before, this.#reading) : undefined;
    if (now.seen === 0) return !then || then.seen > 0 || then.unseen === 0;
    return then !== undefined && now.unseen > then.unseen && (this.hasSameValue(was, is) || isNumber(fieldValue(is)));
  }

  /** Without an appearance readers draw the value themselves. With one that has no stream for its state they draw nothing. */
  #isDrawnNoMore(field: Dict): boolean {
    const appearance = field.dict('AP');
    return appearance !== undefined && !appearance.dict('N')?.stream(field.name('AS') ?? '');
  }

  hasSameValue(was: Dict, is: Dict): boolean {
    return this.comparison.same(fieldValue(was), fieldValue(is));
  }

  #hiddenText(pdf: PdfDocument, dict: Dict, page: number): Glyph[] {
    const box: Box | undefined = readBox(pdf, dict.array('Rect'));
    return box ? hiddenText(pdf, { dict, box }, this.#marksOf(page), this.#reading) : [];
  }

  #marksOf(index: number): readonly Mark[] {
    const known = this.#marks.get(index);
    if (known) return known;
    const page = this.old.pages[index];
    const marks = page && this.#marks.size < MAX_PAGES_READ ? pageMarks(this.before, page, this.#reading).marks : [];
    this.#marks.set(index, marks);
    return marks;
  }
}

function isNumber(value: PdfObject): boolean {
  return value instanceof PdfString && /^\D?\d[\d.,'’\s]*\D?$/.test(textOfString(value));
}
