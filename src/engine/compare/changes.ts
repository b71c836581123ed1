/** Helpers for lists of differences: values by key, one order, and text that fits a report. */
import { printable } from '#engine/signature/fields.ts';

export interface KeyChange<V> {
  readonly key: string;
  readonly before: V | undefined;
  readonly after: V | undefined;
}

/** The keys with different values, in the order of their characters. */
export function changedKeys<V>(
  before: ReadonlyMap<string, V>,
  after: ReadonlyMap<string, V>,
  same: (x: V, y: V) => boolean,
): KeyChange<V>[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  const changes: KeyChange<V>[] = [];
  for (const key of [...keys].toSorted(compareText)) {
    const [x, y] = [before.get(key), after.get(key)];
    if (x === undefined || y === undefined || !same(x, y)) changes.push({ key, before: x, after: y });
  }
  return changes;
}

/** Compares code units, so that the order is the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const MAX_SHOWN = 1000;

/** Values are compared whole, and the report shows the beginning. */
export function shown(text: string): string {
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return printable(cut).toWellFormed();
}
