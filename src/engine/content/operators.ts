/** The operators of content (ISO 32000-2, annex A), and which of them take names from resources (7.8.3). */
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';

/** Table 34, whose entries are only reached by name. */
export const CATEGORIES = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Properties', 'Shading', 'XObject'] as const;

export type Category = (typeof CATEGORIES)[number];

/** Its image is one operand: there are no operators `ID` and `EI` in sound content. */
export const INLINE_IMAGE = 'BI';

const OPERATORS =
  '" \' B B* BDC BI BMC BT BX CS DP Do EI EMC ET EX F G ID J K M MP Q RG S SC SCN T* TD TJ TL Tc Td Tf Tj Tm Tr Ts Tw Tz ' +
  'W W* b b* c cm cs d d0 d1 f f* g gs h i j k l m n q re rg ri s sc scn sh v w y';

/** Operators have at most three letters, which make one number. */
const LONGEST = 3;

const BY_CODE: ReadonlyMap<number, string> = new Map(
  OPERATORS.split(' ').map((operator) => [codeOf(fromLatin1(operator), 0, operator.length), operator]),
);

/** The operators by how many operands they take; those of colours and inline images take what there is. */
const TAKERS: Readonly<Record<number, string>> = {
  1: "' BMC CS Do G J M MP TJ TL Tc Tj Tr Ts Tw Tz cs g gs i j ri sh w",
  2: 'BDC DP TD Td Tf d d0 l m',
  3: '" RG rg',
  4: 'K k re v y',
  6: 'Tm c cm d1',
};

const TAKEN_BY: ReadonlyMap<string, number> = new Map(
  Object.entries(TAKERS).flatMap(([count, takers]) => takers.split(' ').map((operator) => [operator, Number(count)])),
);

/** MuPDF takes patterns by `sc` too. */
const CATEGORY_OF: ReadonlyMap<string, Category> = new Map<string, Category>([
  ['BDC', 'Properties'],
  ['CS', 'ColorSpace'],
  ['DP', 'Properties'],
  ['Do', 'XObject'],
  ['SC', 'Pattern'],
  ['SCN', 'Pattern'],
  ['Tf', 'Font'],
  ['cs', 'ColorSpace'],
  ['gs', 'ExtGState'],
  ['sc', 'Pattern'],
  ['scn', 'Pattern'],
  ['sh', 'Shading'],
]);

/** The operator that the bytes spell; undefined when every reader passes them over with their operands. */
export function operatorAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  return end - start > LONGEST ? undefined : BY_CODE.get(codeOf(bytes, start, end));
}

/** The operands that the operator acts on: of too many, all readers take the last. */
export function actingOn<T>(operator: string, operands: readonly T[]): readonly T[] {
  const count = TAKEN_BY.get(operator) ?? operands.length;
  return operands.length > count ? operands.slice(operands.length - count) : operands;
}

/** Where the operator looks up names; undefined when it looks up none. */
export function categoryOf(operator: string): Category | undefined {
  return CATEGORY_OF.get(operator);
}

/** 14.6.1: points mark a place for the program that wrote them; structure and layers have sequences only. */
export function isPoint(operator: string): boolean {
  return operator === 'DP' || operator === 'MP';
}

/** Poppler passes these over when their operand is written with a point, be it `1.0`. */
export function wantsInteger(operator: string): boolean {
  return operator === 'J' || operator === 'j' || operator === 'Tr';
}

function codeOf(bytes: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let at = start; at < end; at++) code = (code << 8) | (bytes[at] ?? 0);
  return code;
}
