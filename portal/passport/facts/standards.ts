/** The facts about standards, row by row. Unchecked standards are marked as such. */
import type { Report, Submission } from '#portal/api/answers.ts';
import type { Outline, OutlineItem } from '#portal/frame/protocol.ts';
import { countText } from '#portal/ui/words.tsx';
import { wasLookedAt } from './findings.ts';

type Row = readonly [name: string, value: string];

/** Empty for a document that declares nothing. */
export function pdfaRows({ validation, normalized, warnings }: Submission, report: Report | null): Row[] {
  const { pdfaDeclared, pdfaLevel, pdfaPreserved, pdfaCompliant, validatorValidated } = validation;
  // A file that did not open says nothing of itself.
  if (pdfaDeclared === undefined || wasLookedAt(report, 'StructuralRepair') !== true)
    return [['Declared', 'Not known']];
  if (!pdfaDeclared) return [];
  const has = (wanted: string) => warnings.some(({ code }) => code === wanted);
  const declared = `PDF/A-${pdfaLevel ?? ' of an unknown level'}`;
  const claim = has('PDFA_DECLARATION_INVALID') ? `${declared}, in a way that is not valid` : declared;
  const before: Row[] = [
    ['Declared by the original', claim],
    ['Validated by veraPDF', validatorValidated === true ? 'Yes' : 'No'],
  ];
  if (normalized === null) return [...before, ['Output', 'There is none']];
  const output = ['Declared by the output', pdfaPreserved ? 'The same' : 'No longer'] as const;
  if (validatorValidated !== true) return [...before, output, ['Output', 'Not known']];
  return [
    ...before,
    ['Original', has('PDFA_NOT_COMPLIANT') ? 'Violates rules of that level' : 'No violation was found'],
    output,
    ['Output', pdfaCompliant ? 'Conforms to that level' : 'Violates rules of that level'],
  ];
}

/** Report and submission have no tags, language or reading order. The page reads them from the document. */
export function accessibilityRows(
  { normalized, validation }: Submission,
  report: Report | null,
  outline: Outline | null,
): Row[] {
  const isTextKnown = wasLookedAt(report, 'ContentHash') === true && normalized !== null;
  const text = normalized?.contentHash === null ? 'No text that programs could read aloud' : 'Can be extracted';
  return [
    ['Text', isTextKnown ? text : NOT_KNOWN],
    ['Tags', outline ? tagWords(outline) : tagsByLevel(validation)],
    ['Language', outline ? languageWords(outline) : NOT_KNOWN],
    ['Reading order', outline ? orderWords(outline) : NOT_KNOWN],
  ];
}

const NOT_KNOWN = 'Not known';

/** Level A of the first three parts requires tags, but no validator checks their content. */
function tagsByLevel({ pdfaCompliant, pdfaLevel }: Submission['validation']): string {
  if (pdfaCompliant !== true || !/^[1-3]a$/i.test(pdfaLevel ?? '')) return NOT_KNOWN;
  return `Declared, as PDF/A-${pdfaLevel} requires; the tags themselves are unknown`;
}

function tagWords({ isTagged, items }: Outline): string {
  if (items.length === 0) return isTagged ? 'The document says that it is tagged, and has no tags' : 'None';
  return isTagged ? 'There are tags' : 'There are tags, and the document does not say that it is tagged';
}

function languageWords({ language }: Outline): string {
  return language === '' ? 'Not stated for the whole document' : language;
}

function orderWords({ items, isCut }: Outline): string {
  if (items.length === 0) return 'Programs have to guess it from the positions on the page';
  return `${countText(items.length, 'element')}${isCut ? ' and more' : ''}, in the order in which they are read`;
}

export interface OutlineLine extends Omit<OutlineItem, 'page'> {
  readonly key: string;
  /** The number at the start of a page; otherwise null. */
  readonly page: number | null;
}

export function linesOf({ items }: Outline): OutlineLine[] {
  return items.map((item, index) => ({
    ...item,
    key: `${index}`,
    page: items[index - 1]?.page === item.page ? null : item.page,
  }));
}
