/**
 * Outlines of Type 2 charstrings (Adobe Technical Note 5177): read into absolute path segments, moved or scaled.
 */
import type { CffProgram } from '#engine/fonts/cff/cff.ts';
import { bias, readNumber } from '#engine/fonts/cff/charstring.ts';
import type { Point, Segment } from '#engine/fonts/cff/outline.ts';

const MAX_CALL_DEPTH = 10;
const LINE = 5;
const CURVE = 8;
const MOVE = 21;
const ENDCHAR = 14;

/** The unread part of a charstring or subroutine. */
interface Frame {
  readonly bytes: Uint8Array;
  at: number;
}

/** The outline of a glyph by its index in the program. */
export function readOutline(program: CffProgram, index: number): Segment[] {
  const pen = new Pen();
  const frames: Frame[] = [{ bytes: program.charStrings[index] ?? new Uint8Array(), at: 0 }];
  let stack: number[] = [];
  for (let frame = frames.at(-1); frame !== undefined && frame.at < frame.bytes.length; frame = frames.at(-1)) {
    const byte = frame.bytes[frame.at] ?? 0;
    if (byte >= 32 || byte === 28) {
      const { value, end } = readNumber(frame.bytes, frame.at);
      stack.push(value);
      frame.at = end;
      continue;
    }
    frame.at++;
    if (byte === 10 || byte === 29) {
      const subrs = byte === 10 ? program.localSubrs : program.globalSubrs;
      if (frames.length > MAX_CALL_DEPTH) throw new Error('charstring calls too deep');
      frames.push({ bytes: subrs[(stack.pop() ?? 0) + bias(subrs.length)] ?? new Uint8Array(), at: 0 });
    } else if (byte === 11) frames.pop();
    else if (byte === ENDCHAR) break;
    else {
      if (byte === 12) throw new Error('charstring with an escaped operator');
      frame.at += pen.run(byte, stack);
      stack = [];
    }
  }
  return pen.segments;
}

/** Scales the outline about the origin, then moves it. */
export function transform(outline: readonly Segment[], scaleX: number, dx: number, dy = 0): Segment[] {
  return outline.map(({ kind, points }) => ({
    kind,
    points: points.map(({ x, y }) => ({ x: x * scaleX + dx, y: y + dy })),
  }));
}

/** Draws operators that clear the stack, and ignores widths and hints. */
class Pen {
  readonly segments: Segment[] = [];
  #x = 0;
  #y = 0;
  #stems = 0;

  /** Runs one operator and returns the number of hint mask bytes after it. */
  run(operator: number, stack: readonly number[]): number {
    switch (operator) {
      case 1:
      case 3:
      case 18:
      case 23:
        this.#stems += stack.length >> 1;
        return 0;
      case 19:
      case 20:
        this.#stems += stack.length >> 1;
        return (this.#stems + 7) >> 3;
      case 4:
        return this.#move(0, stack.at(-1) ?? 0);
      case 22:
        return this.#move(stack.at(-1) ?? 0, 0);
      case MOVE:
        return this.#move(stack.at(-2) ?? 0, stack.at(-1) ?? 0);
      default:
        return this.#draw(operator, stack);
    }
  }

  #draw(operator: number, stack: readonly number[]): number {
    switch (operator) {
      case LINE:
        return this.#lines(stack, stack.length);
      case 6:
      case 7:
        return this.#alternatingLines(stack, operator === 6);
      case CURVE:
        return this.#curves(stack, 0, stack.length);
      case 24:
        this.#curves(stack, 0, stack.length - 2);
        return this.#lines(stack.slice(-2), 2);
      case 25:
        this.#lines(stack, stack.length - 6);
        return this.#curves(stack, stack.length - 6, stack.length);
      case 26:
      case 27:
        return this.#parallelCurves(stack, operator === 27);
      case 30:
      case 31:
        return this.#alternatingCurves(stack, operator === 31);
      default:
        throw new Error(`charstring operator ${operator}`);
    }
  }

  #move(dx: number, dy: number): number {
    this.segments.push({ kind: 'move', points: [this.#step(dx, dy)] });
    return 0;
  }

  #lines(stack: readonly number[], end: number): number {
    for (let at = 0; at < end; at += 2) this.#line(stack[at] ?? 0, stack[at + 1] ?? 0);
    return 0;
  }

  #line(dx: number, dy: number): void {
    this.segments.push({ kind: 'line', points: [this.#step(dx, dy)] });
  }

  #alternatingLines(stack: readonly number[], horizontalFirst: boolean): number {
    let horizontal = horizontalFirst;
    for (const distance of stack) {
      this.#line(horizontal ? distance : 0, horizontal ? 0 : distance);
      horizontal = !horizontal;
    }
    return 0;
  }

  #curves(stack: readonly number[], start: number, end: number): number {
    for (let at = start; at < end; at += 6) this.#curve(stack.slice(at, at + 6));
    return 0;
  }

  /**
   * Curves that start and end in one direction (hhcurveto, vvcurveto). An additional operand bends the start of the
   * first curve.
   */
  #parallelCurves(stack: readonly number[], horizontal: boolean): number {
    let cross = stack.length % 2 === 1 ? (stack[0] ?? 0) : 0;
    for (let at = stack.length % 2; at < stack.length; at += 4) {
      const [first = 0, dx = 0, dy = 0, last = 0] = stack.slice(at, at + 4);
      this.#curve(horizontal ? [first, cross, dx, dy, last, 0] : [cross, first, dx, dy, 0, last]);
      cross = 0;
    }
    return 0;
  }

  /**
   * Curves that start in one direction and end in the other (hvcurveto, vhcurveto). A fifth operand bends the last end.
   */
  #alternatingCurves(stack: readonly number[], horizontalFirst: boolean): number {
    let horizontal = horizontalFirst;
    for (let at = 0; at + 4 <= stack.length; at += 4) {
      const [first = 0, dx = 0, dy = 0, last = 0] = stack.slice(at, at + 4);
      const bend = stack.length - at === 5 ? (stack[at + 4] ?? 0) : 0;
      this.#curve(horizontal ? [first, 0, dx, dy, bend, last] : [0, first, dx, dy, last, bend]);
      horizontal = !horizontal;
    }
    return 0;
  }

  #curve([dx1 = 0, dy1 = 0, dx2 = 0, dy2 = 0, dx3 = 0, dy3 = 0]: readonly number[]): void {
    const points = [this.#step(dx1, dy1), this.#step(dx2, dy2), this.#step(dx3, dy3)];
    this.segments.push({ kind: 'curve', points });
  }

  #step(dx: number, dy: number): Point {
    this.#x += dx;
    this.#y += dy;
    return { x: this.#x, y: this.#y };
  }
}
