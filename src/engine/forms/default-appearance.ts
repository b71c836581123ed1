/**
 * Reads font, size and colours from a default appearance string (ISO 32000-2, 12.7.4.3). The other operators are
 * ignored.
 */
import type { ContentBuilder } from '#engine/content/builder.ts';
import { scanContent } from '#engine/content/operations.ts';
import type { Budget } from '#engine/pdf/budget.ts';
import { Name, toNumber } from '#engine/pdf/syntax/objects.ts';

export interface DefaultAppearance {
  /** The resource name of the font; undefined if the string has none. */
  readonly font: string | undefined;
  /** With 0 the size is chosen to fit. */
  readonly size: number;
  readonly colors: readonly Color[];
}

interface Color {
  readonly operator: string;
  readonly components: readonly number[];
}

const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ['g', 1],
  ['G', 1],
  ['rg', 3],
  ['RG', 3],
  ['k', 4],
  ['K', 4],
]);

const MAX_SIZE = 1000;

export function parseDefaultAppearance(bytes: Uint8Array, budget: Budget): DefaultAppearance {
  let font: string | undefined;
  let size = 0;
  const colors = new Map<string, Color>();
  scanContent(bytes, budget, ({ operator, operands }) => {
    if (operator === 'Tf') {
      const [name, points] = operands.slice(-2);
      font = name instanceof Name ? name.value : undefined;
      size = Math.min(MAX_SIZE, Math.max(0, toNumber(points) ?? 0));
    }
    const count = COMPONENTS.get(operator);
    const components = operands.slice(-(count ?? 1)).flatMap((operand) => toNumber(operand) ?? []);
    const kind = operator === operator.toLowerCase() ? 'fill' : 'stroke';
    if (count !== undefined && components.length === count) colors.set(kind, { operator, components });
  });
  return { font, size, colors: [...colors].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, color]) => color) };
}

export function setColors(content: ContentBuilder, { colors }: DefaultAppearance): void {
  for (const { operator, components } of colors) content.add(operator, ...components.map(clampComponent));
}

export function clampComponent(value: number): number {
  return Math.min(1, Math.max(0, value));
}
