/** Compares the appearances of fields and the resources that they use. */
import { readBox } from '#engine/content/matrix.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { fieldFlags, fieldName, fieldType, isSigned } from '#engine/signature/fields.ts';
import {
  appearanceContradicts,
  isTick,
  isTickedOtherwise,
  looksOtherwise,
  showsOtherState,
  showsOtherWhenTouched,
} from '#engine/tamper/appearance/appearance.ts';
import type { Diff } from './diff.ts';
import { isDrawnWith, isLargerThan, MAX_ICON_SIDE } from './values.ts';

/** Table 229: the button has no state. */
const PUSH_BUTTON = 1 << 16;

/** Past the limit an appearance counts as contradicting, so that the answer is never too lenient. */
export function checkAppearance(diff: Diff, was: Dict, is: Dict, number: number, field: string): void {
  const isRead = diff.mayRead();
  diff.noteAnnotation(is, 'appearance');
  if (
    isRead &&
    !appearanceContradicts(diff.after, is) &&
    !looksOtherwise(diff.before, was, diff.after, is) &&
    !showsOtherWhenTouched(diff.before, was, diff.after, is) &&
    !isRedrawn(diff, was, is) &&
    (fieldType(is) === 'Sig' || !(diff.coversOtherText(was, is, number) || diff.hidesItself(was, is)))
  )
    return;
  diff.add('appearance', number, 'appearance that contradicts the value', { field, hides: true });
}

/** Whether an unchanged value is drawn with a font program of the update, whose glyphs may differ from their names. */
function isRedrawn(diff: Diff, was: Dict, is: Dict): boolean {
  if (fieldType(is) === 'Btn' || !diff.hasSameValue(was, is)) return false;
  const known = fontsOf(was).concat(fontsOf(diff.before.trailer.dict('Root')?.dict('AcroForm')?.dict('DR')));
  return fontsOf(is).some((font) => isEmbedded(font) && !known.some((one) => diff.comparison.same(one, font)));
}

/** The fonts of an appearance, or those of resources. */
function fontsOf(owner: Dict | undefined): Dict[] {
  const resources = owner?.dict('AP')?.stream('N')?.dict.dict('Resources') ?? owner;
  const fonts = resources?.dict('Font');
  return (fonts?.keys() ?? []).flatMap((key) => fonts?.dict(key) ?? []);
}

function isEmbedded(font: Dict): boolean {
  const [descendant] = font.array('DescendantFonts') ?? [];
  const own = font.dict('FontDescriptor');
  return descendant !== undefined || ['FontFile', 'FontFile2', 'FontFile3'].some((key) => own?.has(key) === true);
}

export function compareAppearance(diff: Diff, number: number, before: PdfObject): void {
  const owner = diff.old.ownerOf.get(number);
  const now = diff.new.ownerOf.get(number) ?? owner;
  if (!owner || !now) return;
  const field = fieldName(now);
  if (isDrawnWith(before)) return addFont(diff, number, field);
  if (fieldType(owner) === 'Sig') {
    compareSignatureCover(diff, owner, now, number);
    if (isSigned(owner)) diff.add('signature', number, 'appearance of a signature', { field, hides: true });
    else if (!isSigned(now) && showsSomething(diff, now))
      diff.add('appearance', number, 'appearance of an empty signature field', { field, hides: true });
  } else if (fieldType(owner) === 'Btn') {
    compareButton(diff, owner, now, number, field);
  } else {
    diff.add('form', number, 'appearance of a field', { field });
    checkAppearance(diff, owner, now, number, field);
  }
}

/** Checks an exchanged appearance: it must show the value, and nothing else may have used the old one. */
export function compareAppearances(diff: Diff, before: Dict, after: Dict, number: number, field: string): void {
  checkAppearance(diff, before, after, number, field);
  if (fieldType(before) === 'Btn') compareButton(diff, before, after, number, field);
  const role = diff.old.roles.get(before.ref('AP')?.number ?? -1);
  if (role === undefined || role === 'field-appearance') return;
  diff.add('appearance', number, 'appearance that is used elsewhere', { field, hides: true });
}

/** The program that fills in a form may draw its own tick, if the tick hides nothing. */
function compareButton(diff: Diff, was: Dict, button: Dict, number: number, field: string): void {
  const isSmall = !isLargerThan(readBox(diff.after, button.array('Rect')), MAX_ICON_SIDE);
  const isFilledIn = isTick(diff.after, button) && !isTickedOtherwise(diff.before, was, diff.after, button);
  if (isSmall && isFilledIn && !diff.coversText(button, number))
    diff.add('form', number, 'appearance of a field', { field });
  else diff.add('appearance', number, 'appearance of a button replaced', { field, hides: true });
}

/** Whether the box shows a tick against its value, or no tick although its value has one. */
export function compareStates(diff: Diff, was: Dict, is: Dict, number: number, field: string): void {
  const isPushButton = (fieldFlags(is) & PUSH_BUTTON) !== 0;
  if (isPushButton && was.name('AS') !== is.name('AS'))
    diff.add('appearance', number, 'field /AS of a push button', { field, hides: true });
  if (was.name('AS') !== undefined && is.name('AS') === undefined)
    diff.add('appearance', number, 'field without /AS', { field, hides: true });
  if (showsOtherState(is) && !(showsOtherState(was) && was.name('AS') === is.name('AS')))
    diff.add('appearance', number, 'field /AS that is not /V', { field, hides: true });
}

/** A resource of field appearances was replaced, so that the same codes show other signs. */
export function addFont(diff: Diff, number: number, field?: string): void {
  diff.add('appearance', number, 'font or image of a form', { ...(field !== undefined && { field }), hides: true });
}

/** Readers redraw every field from its value, so an appearance that differed from its value is lost. */
export function compareDrawnAnew(diff: Diff): void {
  const [before, after] = [diff.before, diff.after].map((pdf) => pdf.trailer.dict('Root')?.dict('AcroForm'));
  if (after?.boolean('NeedAppearances') !== true || before?.boolean('NeedAppearances') === true) return;
  for (const [number, role] of diff.old.roles) {
    const field = role === 'field' ? diff.before.object(number) : null;
    if (!(field instanceof Dict) || !diff.mayRead()) continue;
    if (appearanceContradicts(diff.before, field))
      diff.add('appearance', number, 'form /NeedAppearances', { field: fieldName(field), hides: true });
  }
}

/** Whether an existing field now hides text, whether it was signed or not. */
export function compareSignatureCover(diff: Diff, before: Dict, after: Dict, number: number): void {
  if (!isSigned(before) && diff.coversOtherText(before, after, number))
    diff.add('covering', number, 'signature field above text', { field: fieldName(before), hides: true });
}

/** A signature field shows nothing before it is signed. */
export function showsSomething(diff: Diff, field: Dict): boolean {
  const look = field.dict('AP')?.get('N') ?? null;
  return (
    look instanceof Dict || (look instanceof Stream && !/^\s*$/.test(latin1(diff.after.bytesOf(look) ?? look.raw)))
  );
}
