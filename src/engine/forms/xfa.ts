/**
 * Separates forms whose pages exist only in an XFA processor from forms that the PDF shows too (ISO 32000-2, annex K).
 * The decision depends on the pages: on a widget that viewers show, or on more content than the notice that authoring
 * tools write for viewers without XFA. `NeedsRendering` alone proves nothing.
 */
import { isEmptyBox, readBox } from '#engine/content/matrix.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { Dict, toName } from '#engine/pdf/syntax/objects.ts';
import { isShown } from './annotation-appearance.ts';
import { type AppearanceContent, contentOf, drawsNothing } from './appearance-content.ts';
import { type Form, inherited } from './field.ts';
import { FontCabinet } from './text-font.ts';

/** The first words of the notice in the languages of authoring tools, only letters and in lower case. */
const WAIT_WORDS: readonly string[] = `
  pleasewait bittewarten veuillezpatienter veuillezattendre patientezsvp espereporfavor porfavorespere
  attendereprego aguarde porfavoraguarde evengeduld eenogenblikgeduld väntagod vargodochvänta
  ventvenligst venligstvent vennligstvent ventlitt odotahetki proszęczekać čekejteprosím
  počkejteprosím počakajteprosím pričekajte prosimopočakajte kérjükvárjon vărugămaşteptaţi vărugămașteptați
  lütfenbekleyin подождите пожалуйстаподождите зачекайте будьласказачекайте περιμένετε お待ちください
  しばらくお待ち 请稍候 请稍等 請稍候 請稍等 잠시기다 기다려주`
  .trim()
  .split(/\s+/);

/**
 * The addresses that the notice names in every language, only letters: /go/reader_download, /go/acrreader, get.adobe.
 */
const READER_ADDRESSES: readonly string[] = [
  'adobecomgoreader',
  'adobecomgoacrreader',
  'getadobecomreader',
  'adobecomproductsacrobatreadstep',
];

/** The notice has about 600 letters. A page with more than twice as many is no notice, even if it names the address. */
const MAX_NOTICE_LETTERS = 1500;

export function hasXfa(form: Form): boolean {
  return form.dict.get('XFA') !== null;
}

/** Whether the document requires viewers to build the pages from the XFA form. */
export function needsRendering({ pdf, dict }: Form): boolean {
  return dict.get('XFA') !== null && pdf.catalog.boolean('NeedsRendering') === true;
}

/** True if the pages of the PDF show nothing of the form. */
export function isDynamicXfa(form: Form): boolean {
  if (!hasXfa(form) || form.pdf.pages.some((page) => hasVisibleField(form, page))) return false;
  const cabinet = new FontCabinet(form.pdf);
  return form.pdf.pages.every((page) => isPlaceholder(contentOfPage(form.pdf, cabinet, page), needsRendering(form)));
}

/** Signature fields do not count, because they also stand beside the notice. */
function hasVisibleField(form: Form, page: Page): boolean {
  return (page.dict.array('Annots') ?? []).some((item) => {
    const widget = form.pdf.resolve(item);
    if (!(widget instanceof Dict) || widget.name('Subtype') !== 'Widget' || !isShown(widget)) return false;
    const rect = readBox(form.pdf, widget.array('Rect'));
    return rect && !isEmptyBox(rect) && toName(inherited(form.fieldOf(widget).chain, 'FT')) !== 'Sig';
  });
}

function contentOfPage(pdf: PdfDocument, cabinet: FontCabinet, page: Page): AppearanceContent {
  const resources = page.dict.dict('Resources');
  const content = pdf.newStream(pdf.pageContent(page), resources ? { Resources: resources } : {});
  return contentOf(pdf, cabinet, content, undefined);
}

/** An unreadable page is a placeholder only if the document itself says that its pages do not show the form. */
function isPlaceholder(content: AppearanceContent, isUnrendered: boolean): boolean {
  if (drawsNothing(content)) return isUnrendered;
  if (!content.showsText) return false;
  return content.text === undefined ? isUnrendered : isNotice(lettersOf(content.text));
}

function isNotice(letters: string): boolean {
  if (letters.length > MAX_NOTICE_LETTERS) return false;
  return (
    WAIT_WORDS.some((words) => letters.startsWith(words)) ||
    READER_ADDRESSES.some((address) => letters.includes(address))
  );
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\P{L}/gu, '');
}
