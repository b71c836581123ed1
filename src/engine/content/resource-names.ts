/** The names that content takes from its resources (ISO 32000-2, 7.8.3), each in its category. */
import type { ContentOperation } from './content-pass.ts';
import { type Category, categoryOf } from './operators.ts';

const NO_NAMES: ReadonlySet<string> = new Set();

export class ResourceNames {
  readonly #all: (readonly [Category, string])[] = [];
  readonly #byCategory = new Map<Category, Set<string>>();

  of(category: Category): ReadonlySet<string> {
    return this.#byCategory.get(category) ?? NO_NAMES;
  }

  add(category: Category, name: string): void {
    const names = this.#byCategory.get(category) ?? new Set();
    if (names.has(name)) return;
    this.#byCategory.set(category, names.add(name));
    this.#all.push([category, name]);
  }

  /** Notes what the operation names. Which of several names counts is not the same in all readers: all do. */
  note(operation: ContentOperation): void {
    for (const name of operation.image?.names ?? []) this.add('ColorSpace', name);
    const category = categoryOf(operation.operator);
    if (category === undefined) return;
    for (let index = 0; index < operation.operandCount; index++) {
      const name = operation.nameAt(index);
      if (name !== undefined) this.add(category, name);
    }
  }

  addAll(others: ResourceNames): void {
    for (const [category, name] of others) this.add(category, name);
  }

  /** In the order in which they were added; what is added on the way comes too. */
  [Symbol.iterator](): Iterator<readonly [Category, string]> {
    return this.#all.values();
  }
}
