/** Two revisions of a document and the findings of the rules so far. */
import { type Box, readBox } from '#engine/content/matrix.ts';
import { Comparison } from '#engine/pdf/comparison.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, PdfString, Ref } from '#engine/pdf/syntax/objects.ts';
import { fieldValue } from '#engine/signature/fields.ts';
import { type Cover, type Glyph, hidePicture, holds, isReadable, type Mark } from '#engine/tamper/painting/marks.ts';
import {
  coversOf,
  hiddenText,
  pageMarks,
  type PageMarks,
  type SeenText,
  seenText,
  textOfLook,
} from '#engine/tamper/painting/page-marks.ts';
import { Reading } from '#engine/tamper/painting/painter.ts';
import { textOfString } from '#engine/text/text-string.ts';
import type { Change, ChangeKind } from './change.ts';
import { mapRoles, type RoleMap } from './role-map.ts';
import { ICONS } from './values.ts';

/** The maximum of appearances of fields in one comparison. */
const MAX_APPEARANCES = 2000;

/** The number of pages on which the rules search text below annotations. */
const MAX_PAGES_READ = 200;
const HIDDEN = 1 << 1;
/** Half of a small letter with four units, and the factor by which letters must shrink, as a part of their height. */
const SMALL = 1;
const LEAST_PART = 0.4;
/** The size of an em in halves of small letters. */
const EM = 4;

/** The kinds of changes that cover text. */
type NotedKind = 'annotation' | 'covering' | 'appearance';

interface Noted {
  readonly dict: Dict;
  readonly number: number;
  readonly kind: NotedKind;
}

/** The text that an annotation or a field showed before. */
interface ShownLook {
  readonly number: number;
  readonly marks: readonly Mark[];
}

const NO_MARKS: PageMarks = { marks: [], unshown: [], invisible: [], pictures: [] };

export class Diff {
  readonly before: PdfDocument;
  readonly after: PdfDocument;
  readonly old: RoleMap;
  readonly new: RoleMap;
  readonly comparison: Comparison;
  readonly found: Change[] = [];
  /** Whether a signature was made before the later revision. */
  readonly isOlder: (signature: Dict) => boolean;
  readonly #coversOfEach = new Map<Dict, readonly Cover[]>();
  readonly #pages = new Map<number, PageMarks>();
  readonly #looks = new Map<number, readonly ShownLook[]>();
  readonly #annotations = new Map<Dict, NotedKind>();
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

  /** Counts one more appearance. Past the limit the rules give the answer that is never too lenient. */
  mayRead(): boolean {
    return this.#appearances++ < MAX_APPEARANCES;
  }

  /** Whether an annotation hides text that its page showed before. */
  coversText(dict: Dict, number: number): boolean {
    const page = this.new.pageOf.get(number);
    return page !== undefined && this.#hides(page, [dict]);
  }

  /** Whether an annotation hid text of its page. */
  hidText(dict: Dict, number: number): boolean {
    const page = this.old.pageOf.get(number);
    const hidden = page === undefined ? [] : this.#hiddenText(this.before, page, [dict]);
    return !hidden || isReadable(hidden);
  }

  /**
   * Notes an annotation or a field that the update added or changed. `addHidden` compares all of them on a page with
   * its text.
   */
  noteAnnotation(dict: Dict, kind: NotedKind): void {
    this.#annotations.set(dict, kind);
  }

  /** Adds a change for each page on which annotations and fields of the update hide text, alone or together. */
  addHidden(): void {
    for (const [index, page] of this.new.pages.entries()) {
      const items = this.#annotations.size > 0 ? (page.array('Annots') ?? []) : [];
      const noted = items.flatMap((item) => {
        const dict = this.after.resolve(item);
        const kind = dict instanceof Dict ? this.#notedAs(dict) : undefined;
        return dict instanceof Dict && kind ? [{ dict, kind, number: item instanceof Ref ? item.number : 0 }] : [];
      });
      const [first] = noted;
      const isAsked = noted.length === 1 && first?.kind !== 'annotation';
      if (!first || isAsked || !(this.#comesToHide(index, noted) || this.#hidesScan(index, noted))) continue;
      this.add(first.kind, first.number, 'annotations above text', { page: index, hides: true });
    }
  }

  /** Whether text of a page is within a rectangle, or so near to it that both are read as one line. */
  standsInText(dict: Dict, number: number): boolean {
    const [page, box] = [this.new.pageOf.get(number), readBox(this.after, dict.array('Rect'))];
    if (page === undefined || box === undefined) return false;
    const shown = this.#shownOn(page);
    if (!shown) return true;
    const others = this.#looksOn(page).filter((look) => look.number !== number);
    const marks = [...shown.marks, ...others.flatMap((look) => look.marks)];
    const glyphs = marks.flatMap((mark) => (mark.kind === 'text' ? mark.glyphs : []));
    return isReadable(glyphs.filter((glyph) => isBeside(box, glyph)));
  }

  /** Whether the appearance of a field now hides other text of its page, or reveals text that it hid. */
  coversOtherText(was: Dict, is: Dict, number: number): boolean {
    const page = this.old.pageOf.get(number);
    if (page === undefined) return false;
    const before = this.#hiddenText(this.before, page, [was]);
    const after = this.#hiddenText(this.after, page, [is]);
    if (!before || !after) return true;
    return isReadable([...new Set(before).symmetricDifference(new Set(after))]);
  }

  /**
   * Whether the appearance of a field now hides its own text: all of it, or a part of an unchanged value or of a
   * number.
   */
  hidesItself(was: Dict, is: Dict): boolean {
    const [before, after] = [was.dict('AP')?.stream('N'), is.dict('AP')?.stream('N')];
    if (!after) return this.#isDrawnNoMore(is) && before !== undefined && this.hasSameValue(was, is);
    const now = seenText(this.after, after, readBox(this.after, is.array('Rect')), this.#reading);
    const then = before && seenText(this.before, before, readBox(this.before, was.array('Rect')), this.#reading);
    if (then && isSeenOtherwise(then, now) && this.hasSameValue(was, is)) return true;
    if (now.unseen === 0) return false;
    if (now.seen === 0) return !then || then.seen > 0 || then.unseen === 0;
    return then !== undefined && now.unseen > then.unseen && (this.hasSameValue(was, is) || isNumber(fieldValue(is)));
  }

  /**
   * Readers draw the value of a field without an appearance. They draw nothing if its appearance has no stream for the
   * state.
   */
  #isDrawnNoMore(field: Dict): boolean {
    return (
      field.get('AP') !== null &&
      !field
        .dict('AP')
        ?.dict('N')
        ?.stream(field.name('AS') ?? '')
    );
  }

  hasSameValue(was: Dict, is: Dict): boolean {
    return this.comparison.same(fieldValue(was), fieldValue(is));
  }

  /** A popup opens with its note (12.5.6.14). */
  #notedAs(dict: Dict): NotedKind | undefined {
    const note = dict.name('Subtype') === 'Popup' ? dict.dict('Parent') : undefined;
    return this.#annotations.get(dict) ?? (note && this.#annotations.get(note));
  }

  #comesToHide(page: number, noted: readonly Noted[]): boolean {
    const old = noted.flatMap(({ number }) => {
      const dict = this.before.object(number);
      return dict instanceof Dict && this.old.pageOf.get(number) === page ? [dict] : [];
    });
    const after = this.#hiddenText(
      this.after,
      page,
      noted.map(({ dict }) => dict),
    );
    const before = this.#hiddenText(this.before, page, old);
    return !after || !before || isReadable([...new Set(after).difference(new Set(before))]);
  }

  /** Whether comments hide a picture of the page, or the text of a scan, which lies unpainted over its picture. */
  #hidesScan(page: number, noted: readonly Noted[]): boolean {
    const comments = noted.filter(({ dict, kind }) => kind === 'annotation' && !ICONS.has(dict.name('Subtype') ?? ''));
    const covers = this.#coversOf(
      this.after,
      comments.map(({ dict }) => dict),
    );
    const shown = covers.length > 0 ? this.#shownOn(page) : undefined;
    if (!shown) return false;
    const text = hiddenText(covers, [{ kind: 'text', glyphs: shown.invisible }], this.#reading);
    return !text || isReadable(text) || hidePicture(covers, shown.pictures, (count) => this.#reading.mayCompare(count));
  }

  #hides(page: number, annotations: readonly Dict[]): boolean {
    const hidden = this.#hiddenText(this.after, page, annotations);
    return !hidden || isReadable(hidden);
  }

  /**
   * The letters of a page and of lower annotations that lie under annotations; undefined past a limit, where the answer
   * is never too lenient.
   */
  #hiddenText(pdf: PdfDocument, page: number, annotations: readonly Dict[]): Glyph[] | undefined {
    if ((this.#covers += annotations.length) > MAX_APPEARANCES) return undefined;
    const covers = this.#coversOf(pdf, annotations);
    if (covers.length === 0) return [];
    const shown = this.#shownOn(page);
    const hidden = shown && hiddenText(covers, shown.marks, this.#reading);
    return hidden && this.#hiddenLooks(pdf, page, annotations)?.concat(hidden);
  }

  /** The letters that other annotations and fields of the page showed before and that lie below these. */
  #hiddenLooks(pdf: PdfDocument, page: number, annotations: readonly Dict[]): Glyph[] | undefined {
    const items = (pdf === this.after ? this.new : this.old).pages[page]?.array('Annots') ?? [];
    const stack = items.map((item) => ({ number: item instanceof Ref ? item.number : 0, dict: pdf.resolve(item) }));
    const isAsked = (dict: PdfObject): boolean => dict instanceof Dict && annotations.includes(dict);
    const hidden: Glyph[] = [];
    for (const { number, marks } of this.#looksOn(page)) {
      const place = stack.findIndex((one) => one.number === number);
      if (place < 0 || isAsked(stack[place]?.dict ?? null)) continue;
      const above = stack.slice(place + 1).flatMap(({ dict }) => (dict instanceof Dict && isAsked(dict) ? [dict] : []));
      const found = hiddenText(this.#coversOf(pdf, above), marks, this.#reading);
      if (!found) return undefined;
      hidden.push(...found);
    }
    return hidden;
  }

  /** The texts that annotations and fields of a page showed before. */
  #looksOn(index: number): readonly ShownLook[] {
    const known = this.#looks.get(index);
    if (known) return known;
    const items = (this.old.pages[index]?.array('Annots') ?? []).slice(0, MAX_APPEARANCES);
    const looks = items.flatMap((item): ShownLook[] => {
      const dict = this.before.resolve(item);
      const box = dict instanceof Dict && !isUnseen(dict) ? readBox(this.before, dict.array('Rect')) : undefined;
      if (!(item instanceof Ref) || !(dict instanceof Dict) || !box) return [];
      const marks = textOfLook(this.before, { dict, box }, this.#reading);
      return marks.length > 0 ? [{ number: item.number, marks }] : [];
    });
    this.#looks.set(index, looks);
    return looks;
  }

  #coversOf(pdf: PdfDocument, annotations: readonly Dict[]): Cover[] {
    return annotations.flatMap((dict) => {
      const known = this.#coversOfEach.get(dict);
      if (known) return known;
      const box = isUnseen(dict) ? undefined : readBox(pdf, dict.array('Rect'));
      const covers = box ? coversOf(pdf, { dict, box }, this.#reading) : [];
      this.#coversOfEach.set(dict, covers);
      return covers;
    });
  }

  /** The earlier marks of a page; undefined if too many pages were read. */
  #shownOn(index: number): PageMarks | undefined {
    const known = this.#pages.get(index);
    if (known) return known;
    if (this.#pages.size >= MAX_PAGES_READ) return undefined;
    const page = this.old.pages[index];
    const shown = page ? pageMarks(this.before, page, this.#reading) : NO_MARKS;
    this.#pages.set(index, shown);
    return shown;
  }
}

/** Whether no reader draws it on screen or on paper (ISO 32000-2, table 167). */
function isUnseen(annotation: Dict): boolean {
  return ((annotation.integer('F') ?? 0) & HIDDEN) !== 0;
}

/** Whether letters are rotated, mirrored or much smaller than before. */
function isSeenOtherwise(then: SeenText, now: SeenText): boolean {
  if (then.seen === 0 || now.seen === 0) return false;
  return then.directions !== now.directions || now.height < Math.min(SMALL, LEAST_PART * then.height);
}

function isBeside({ left, bottom, right, top }: Box, { x, y, up }: Glyph): boolean {
  const em = EM * Math.hypot(...up);
  return holds({ left: left - em, bottom, right: right + em, top }, { x, y });
}

function isNumber(value: PdfObject): boolean {
  return value instanceof PdfString && /^\D?\d[\d.,'’\s]*\D?$/.test(textOfString(value));
}
