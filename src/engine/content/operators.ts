/** The operators of content (ISO 32000-2, annex A), and which of them take names from resources (7.8.3). */
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';

/** The categories of table 34 whose entries are used by name only. */
export const CATEGORIES = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Properties', 'Shading', 'XObject'] as const;

export type Category = (typeof CATEGORIES)[number];

/** The dictionary of the image is the operand. Valid content has no operators `ID` and `EI`. */
export const INLINE_IMAGE = 'BI';

const OPERATORS =
  '" \' B B* BDC BI BMC BT BX CS DP Do EI EMC ET EX F G ID J K M MP Q RG S SC SCN T* TD TJ TL Tc Td Tf Tj Tm Tr Ts Tw Tz ' +
  'W W* b b* c cm cs d d0 d1 f f* g gs h i j k l m n q re rg ri s sc scn sh v w y';

/** Operators have at most three letters, which fit into one number. */
const LONGEST = 3;

const BY_CODE: ReadonlyMap<number, string> = new Map(
  OPERATORS.split(' ').map((operator) => [codeOf(fromLatin1(operator), 0, operator.length), operator]),
);

/** The operators by their number of operands. Operators of colours and inline images take any number. */
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

/** MuPDF also accepts a pattern for `sc`. */
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

/** The operator that the bytes spell; undefined if every reader skips the bytes and their operands. */
export function operatorAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  return end - start > LONGEST ? undefined : BY_CODE.get(codeOf(bytes, start, end));
}

/** The operands that the operator uses: all readers use the last ones if there are too many. */
export function actingOn<T>(operator: string, operands: readonly T[]): readonly T[] {
  const count = TAKEN_BY.get(operator) ?? operands.length;
  return operands.length > count ? operands.slice(operands.length - count) : operands;
}

/** The category in which the operator looks up names; undefined if it uses no names. */
export function categoryOf(operator: string): Category | undefined {
  return CATEGORY_OF.get(operator);
}

/** 14.6.1: marked points serve only the program that wrote them. Structure and layers use sequences. */
export function isPoint(operator: string): boolean {
  return operator === 'DP' || operator === 'MP';
}

/** Poppler skips these operators if their operand has a point, even `1.0`. */
export function wantsInteger(operator: string): boolean {
  return operator === 'J' || operator === 'j' || operator === 'Tr';
}

function codeOf(bytes: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let at = start; at < end; at++) code = (code << 8) | (bytes[at] ?? 0);
  return code;
}
