/** Two revisions of a document side by side, and what the rules found so far. */
import { type Box, readBox } from '#engine/content/matrix.ts';
import { Comparison } from '#engine/pdf/comparison.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { coversText, type Mark, pageMarks, Reading } from '#engine/tamper/page-marks.ts';
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
  readonly #marks = new Map<number, readonly Mark[]>();
  readonly #reading = new Reading();
  #appearances = 0;
  #covers = 0;

  constructor(before: PdfDocument, after: PdfDocument) {
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
    if (this.#covers++ >= MAX_APPEARANCES) return true;
    const box: Box | undefined = readBox(this.after, dict.array('Rect'));
    const page = this.new.pageOf.get(number);
    return (
      box !== undefined &&
      page !== undefined &&
      coversText(this.after, { dict, box }, this.#marksOf(page), this.#reading)
    );
  }

  #marksOf(index: number): readonly Mark[] {
    const known = this.#marks.get(index);
    if (known) return known;
    const page = this.old.pages[index];
    const marks = page && this.#marks.size < MAX_PAGES_READ ? pageMarks(this.before, page, this.#reading) : [];
    this.#marks.set(index, marks);
    return marks;
  }
}
