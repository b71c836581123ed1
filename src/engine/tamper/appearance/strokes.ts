/** What a look draws by lines and in which colours: letters can be made of lines, and text can be written unseen. */
import type { Box } from '#engine/content/matrix.ts';
import { type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';

/** Borders and backgrounds are as wide or as high as what they belong to. */
const LEAST_PART = 0.5;
/** From 0 (black) to 1: lighter is the colour of paper. */
const PAPER = 0.9;
const COLOURS: ReadonlySet<string> = new Set(['g', 'rg', 'k', 'sc', 'scn']);
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

export class Strokes {
  count = 0;
  isPale = false;
  readonly #width: number;
  readonly #height: number;
  /** Drawn and not yet painted. */
  #open = 0;
  #isPaper = false;
  #hasDarkGround = false;
  #x = 0;
  #y = 0;
  readonly #saved: boolean[] = [];

  constructor(box: Box | undefined) {
    this.#width = box ? box.right - box.left : 0;
    this.#height = box ? box.top - box.bottom : 0;
  }

  visit(operator: string, operands: readonly PdfObject[]): void {
    const numbers = operands.map((operand) => toNumber(operand) ?? 0);
    if (operator === 'm') [this.#x = 0, this.#y = 0] = numbers;
    else if (operator === 'l') this.#line(numbers);
    else if (operator === 're') this.#rectangle(numbers);
    else if (operator === 'n') this.#open = 0;
    else if (operator === 'S' || operator === 's' || FILLS.has(operator)) this.#paint(operator);
    else if (operator === 'q') this.#saved.push(this.#isPaper);
    else if (operator === 'Q') this.#isPaper = this.#saved.pop() ?? this.#isPaper;
    else if (COLOURS.has(operator)) this.#isPaper = isPaper(numbers);
    else if (SHOWING.has(operator) && this.#isPaper && !this.#hasDarkGround) this.isPale = true;
  }

  #line([x = 0, y = 0]: readonly number[]): void {
    const isLong =
      Math.abs(x - this.#x) >= LEAST_PART * this.#width || Math.abs(y - this.#y) >= LEAST_PART * this.#height;
    if (!isLong) this.#open++;
    [this.#x, this.#y] = [x, y];
  }

  /** A high one is no border if it is narrow. */
  #rectangle([, , width = 0]: readonly number[]): void {
    if (Math.abs(width) < LEAST_PART * this.#width) this.#open++;
  }

  #paint(operator: string): void {
    this.count += this.#open;
    this.#open = 0;
    if (FILLS.has(operator) && !this.#isPaper) this.#hasDarkGround = true;
  }
}

/** Whether a colour of one, three or four components is that of paper. */
export function isPaper(components: readonly number[]): boolean {
  if (components.length === 4) return components.every((component) => component <= 1 - PAPER);
  return components.length > 0 && components.every((component) => component >= PAPER);
}
