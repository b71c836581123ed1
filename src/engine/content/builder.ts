/** Writes content streams: one operation a line, numbers in canonical text, strings in hexadecimal. */
import { viewOf } from '#platform';
import { fromLatin1, isBoundary } from '#engine/pdf/syntax/lexer.ts';
import { fromNumber, Name, Real } from '#engine/pdf/syntax/objects.ts';

export type Operand = number | Name | Uint8Array;

export class ContentBuilder {
  readonly #lines: string[] = [];

  add(operator: string, ...operands: Operand[]): this {
    this.#lines.push([...operands.map(format), operator].join(' '));
    return this;
  }

  /** A marked-content sequence with an identifier (14.7.5.2). */
  addMarked(tag: string, mcid: number): this {
    this.#lines.push(`${formatName(tag)} <</MCID ${mcid}>> BDC`);
    return this;
  }

  /** `[lengths] 0 d` (8.4.3.6). */
  addDash(lengths: readonly number[]): this {
    this.#lines.push(`[${lengths.map(format).join(' ')}] 0 d`);
    return this;
  }

  bytes(): Uint8Array {
    return fromLatin1(this.#lines.map((line) => `${line}\n`).join(''));
  }
}

function format(operand: Operand): string {
  if (operand instanceof Name) return formatName(operand.value);
  if (operand instanceof Uint8Array) return `<${viewOf(operand).toString('hex')}>`;
  const number = fromNumber(operand);
  return number instanceof Real ? number.text : String(number);
}

function formatName(name: string): string {
  return `/${name.replace(/[^]/g, (char) => {
    const code = char.charCodeAt(0);
    const plain = code > 0x20 && code < 0x7f && char !== '#' && !isBoundary(code);
    return plain ? char : `#${code.toString(16).padStart(2, '0')}`;
  })}`;
}
