/**
 * Texts of the logical structure that replace visible content for reading aloud and copying (ISO 32000-2, 14.9.3 to
 * 14.9.5). Their change alters the document for users of a screen reader.
 */
import { Dict, type PdfObject, PdfString } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from '#engine/text/text-string.ts';

/** ISO 32000-2, table 355. */
const SPOKEN_KEYS = ['ActualText', 'Alt', 'E'] as const;
const MAX_VALUES = 20_000;

/** True if such a text was removed, changed or added. */
export function speaksOtherwise(before: PdfObject, after: PdfObject): boolean {
  const [was, is] = [spokenTexts(before), spokenTexts(after)];
  if (before instanceof Dict && after instanceof Dict && ownTexts(before).join() !== ownTexts(after).join())
    return true;
  // An update may add elements with texts for new content, so only the old texts are compared.
  return was.some((text) => !is.includes(text));
}

/** Whether an element, or a direct one within it, has such a text. */
export function speaks(element: PdfObject): boolean {
  return spokenTexts(element).length > 0;
}

/** Whether an element, or one within it, has a text that replaces content. A description does not replace content. */
export function replacesText(element: PdfObject): boolean {
  return spokenTexts(element).some((text) => !text.startsWith('Alt '));
}

/** The texts of an object and of all direct objects within it. */
function spokenTexts(object: PdfObject): string[] {
  const pending = [object];
  const texts: string[] = [];
  for (let count = 0; pending.length > 0 && count < MAX_VALUES; count++) {
    const next = pending.pop() ?? null;
    if (Array.isArray(next)) for (const item of next) pending.push(item);
    if (!(next instanceof Dict)) continue;
    texts.push(...ownTexts(next));
    for (const value of next.values()) pending.push(value);
  }
  return texts;
}

function ownTexts(element: Dict): string[] {
  return SPOKEN_KEYS.flatMap((key) => {
    const value = element.get(key);
    return value instanceof PdfString ? [`${key} ${textOfString(value)}`] : [];
  });
}
