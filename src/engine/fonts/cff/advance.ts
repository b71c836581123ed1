/**
 * Advance widths in Type 2 charstrings (Adobe Technical Note 5177, 3.1). The width is an additional first operand of
 * the first operator that clears the stack. It is written as the difference from `nominalWidthX`.
 */
import type { CffProgram } from './cff.ts';
import { bias, encodeNumber, type Operand, readNumber } from './charstring.ts';

const HMOVETO = 22;
const VMOVETO = 4;
const RMOVETO = 21;
const ENDCHAR = 14;
const RETURN = 11;
const CALLSUBR = 10;
const CALLGSUBR = 29;
/** hstem, vstem, hstemhm, hintmask, cntrmask, vstemhm: with an odd number of operands, the first one is a width. */
const STEMS: ReadonlySet<number> = new Set([1, 3, 18, 19, 20, 23]);
const MAX_CALLS = 64;

/** A charstring whose first stack-clearing operator is not in a subroutine. */
interface Opening {
  readonly charString: Uint8Array;
  /** The operand that is the width, if there is one. It is always the first. */
  readonly width: Operand | undefined;
}

/** Advance widths by glyph name. */
export function advancesOf(program: CffProgram): ReadonlyMap<string, number> {
  return new Map(
    program.glyphs.map((glyph, index) => {
      const { width } = open(program, program.charStrings[index] ?? new Uint8Array());
      return [glyph, width === undefined ? program.defaultWidth : program.nominalWidth + width.value];
    }),
  );
}

/** The program with other integer advance widths for some of its glyphs. The outlines stay. */
export function withAdvances(program: CffProgram, advances: ReadonlyMap<string, number>): CffProgram {
  const charStrings = program.charStrings.map((charString, index) => {
    const advance = advances.get(program.glyphs[index] ?? '');
    return advance === undefined ? charString : withAdvance(program, charString, advance);
  });
  return { ...program, charStrings };
}

function withAdvance(program: CffProgram, charString: Uint8Array, advance: number): Uint8Array {
  const opening = open(program, charString);
  const rest = opening.charString.subarray(opening.width?.end ?? 0);
  return Uint8Array.from([...encodeNumber(advance - program.nominalWidth), ...rest]);
}

/** Inlines the subroutines at the start of a charstring until its first stack-clearing operator is reached. */
function open(program: CffProgram, charString: Uint8Array): Opening {
  let current = charString;
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const { operands, operator, at } = readToOperator(current);
    const last = operands.at(-1);
    if ((operator !== CALLSUBR && operator !== CALLGSUBR) || last === undefined) {
      return { charString: current, width: hasWidth(operator, operands.length) ? operands[0] : undefined };
    }
    const subrs = operator === CALLSUBR ? program.localSubrs : program.globalSubrs;
    const body = subrs[last.value + bias(subrs.length)] ?? new Uint8Array();
    const inlined = body.at(-1) === RETURN ? body.subarray(0, -1) : body;
    current = Uint8Array.from([...current.subarray(0, last.start), ...inlined, ...current.subarray(at + 1)]);
  }
  throw new Error('charstring without a stack-clearing operator');
}

function hasWidth(operator: number, operandCount: number): boolean {
  if (STEMS.has(operator)) return operandCount % 2 === 1;
  if (operator === RMOVETO) return operandCount > 2;
  if (operator === HMOVETO || operator === VMOVETO) return operandCount > 1;
  // Four operands compose an accented character from two others.
  if (operator === ENDCHAR) return operandCount === 1 || operandCount === 5;
  throw new Error(`charstring that opens with operator ${operator}`);
}

function readToOperator(bytes: Uint8Array): { operands: Operand[]; operator: number; at: number } {
  const operands: Operand[] = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte < 32 && byte !== 28) return { operands, operator: byte, at };
    const operand = readNumber(bytes, at);
    operands.push(operand);
    at = operand.end;
  }
  throw new Error('charstring without an operator');
}
