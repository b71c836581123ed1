/**
 * Decides what a widget shows. The appearance of the file stays wherever it still shows the value, because its fonts,
 * formatting and layout are those of the author. `NeedAppearances` says that all appearances are out of date
 * (ISO 32000-2, table 224), and PDFium, MuPDF and poppler then draw every field anew. The exceptions are appearances
 * that cannot be made from the entries of the field: signatures, barcodes, icons, and a text that shows the value and
 * that is rich or has characters of no available font.
 */
import type { Box } from '#engine/content/matrix.ts';
import type { FaceLibrary } from '#engine/fonts/opentype.ts';
import type { Stream } from '#engine/pdf/syntax/objects.ts';
import { formOf, normalAppearance } from './annotation-appearance.ts';
import { type AppearanceContent, contentOf, drawsNothing } from './appearance-content.ts';
import { hasIcon, isPushButton, madeButton, markAppearance } from './button-appearance.ts';
import { type Field, FIELD_FLAGS, flagsOf, type Form, inherited } from './field.ts';
import { displayedText } from './field-value.ts';
import { AppearanceGenerator } from './generate.ts';
import { FontCabinet } from './text-font.ts';

/**
 * A background and a border need at most this many paths. An appearance with more is a drawing, for example a bar code.
 */
const MAX_FRAME_PATHS = 4;

export class AppearanceChooser {
  readonly #form: Form;
  readonly cabinet: FontCabinet;
  readonly generator: AppearanceGenerator;
  readonly #needAppearances: boolean;
  /** The names of fields whose appearance was replaced, and of those whose appearance differs from the value. */
  readonly regenerated: string[] = [];
  readonly mismatched: string[] = [];
  /** The names of fields whose rich text became plain text. */
  readonly simplified: string[] = [];

  constructor(form: Form, library?: FaceLibrary) {
    this.#form = form;
    this.cabinet = new FontCabinet(form.pdf, library);
    this.generator = new AppearanceGenerator(form, this.cabinet);
    this.#needAppearances = form.dict.boolean('NeedAppearances') ?? false;
  }

  /** The form XObject to draw; undefined if nothing is visible. */
  choose(field: Field, rect: Box): Stream | undefined {
    const chosen = this.#candidate(field, rect);
    return chosen && !drawsNothing(this.#content(chosen)) ? chosen : undefined;
  }

  #candidate(field: Field, rect: Box): Stream | undefined {
    if (field.type === 'Tx' || field.type === 'Ch') return this.#variableText(field, rect);
    return field.type === 'Btn' ? this.#button(field, rect) : this.#existing(field, rect);
  }

  #variableText(field: Field, rect: Box): Stream {
    const existing = this.#existing(field, rect);
    if (existing && this.#isCurrent(field, existing)) return existing;
    const made = field.type === 'Tx' ? this.generator.textField(field, rect) : this.generator.choiceField(field, rect);
    if (existing && this.generator.missing.has(field.name) && this.#content(existing).showsText) {
      // The existing text stays, because new text would lack characters.
      this.mismatched.push(field.name);
      return existing;
    }
    if (existing) this.regenerated.push(field.name);
    if (hasRichText(field)) this.simplified.push(field.name);
    return made;
  }

  #isCurrent(field: Field, existing: Stream): boolean {
    if (isBarcode(field)) return true;
    const content = this.#content(existing);
    const value = squeeze(displayedText(this.#form.pdf, field));
    const shown = content.text === undefined ? undefined : squeeze(content.text);
    if (this.#needAppearances) return shown === value && (hasRichText(field) || !this.generator.canWrite(field));
    if (value === '') return true;
    if (!content.showsText) return content.pictures > 0 || content.paths > MAX_FRAME_PATHS;
    if (shown === undefined || flagsOf(field) & FIELD_FLAGS.password) return true;
    if (shown === value || (isList(field) && this.#showsChoice(field, shown))) return true;
    if (!showsMuchTheSame(shown, value)) this.mismatched.push(field.name);
    return true;
  }

  /** A list shows all visible options, and colours mark the chosen ones. */
  #showsChoice(field: Field, shown: string): boolean {
    return displayedText(this.#form.pdf, field)
      .split(' ')
      .every((word) => shown.includes(squeeze(word)));
  }

  #button(field: Field, rect: Box): Stream | undefined {
    const { pdf } = this.#form;
    const existing = isPushButton(field) ? this.#existing(field, rect) : markAppearance(pdf, field, rect);
    if (this.#needAppearances && !this.#showsIcon(field, existing)) {
      if (existing) this.regenerated.push(field.name);
      return madeButton(this.generator, field, rect);
    }
    return existing === undefined ? madeButton(this.generator, field, rect) : (existing ?? undefined);
  }

  /** The engine cannot draw the picture of a push button, because no entry of the field holds it. */
  #showsIcon(field: Field, existing: Stream | null | undefined): boolean {
    return isPushButton(field) && (hasIcon(field) || (existing ? this.#content(existing).pictures > 0 : false));
  }

  #existing(field: Field, rect: Box): Stream | undefined {
    const chosen = normalAppearance(field.widget);
    return chosen && formOf(this.#form.pdf, chosen, rect);
  }

  #content(appearance: Stream): AppearanceContent {
    return contentOf(this.#form.pdf, this.cabinet, appearance, this.#form.dict.dict('DR'));
  }
}

function hasRichText({ chain }: Field): boolean {
  return inherited(chain, 'RV') !== null;
}

/** The value of a barcode field is the data that its bars encode (`PMD`, Adobe Supplement to ISO 32000, 8.4.5). */
function isBarcode({ chain }: Field): boolean {
  return inherited(chain, 'PMD') !== null;
}

function isList(field: Field): boolean {
  return field.type === 'Ch' && (flagsOf(field) & FIELD_FLAGS.combo) === 0;
}

/** Formatted numbers and partly visible text also show the value, so only letters and digits are compared. */
function showsMuchTheSame(shown: string, value: string): boolean {
  const [a, b] = [shown, value].map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return a !== undefined && b !== undefined && (a.includes(b) || b.includes(a));
}

/** The text without the effects of layout: white space, compatibility forms and hyphens that only break lines. */
function squeeze(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
}
