/** The names that content takes from its resources (ISO 32000-2, 7.8.3), each in its category. */
import type { ContentOperation } from './content-pass.ts';
import { type Category, categoryOf } from './operators.ts';

type NamedResource = readonly [Category, string];

/** A list of so many is searched as fast as sets are; above, sets are made of it. */
const MAX_LISTED = 8;

/** Tens of thousands of pages have a few names each, whose sets would take four times the memory of everything else of them. */
export class ResourceNames {
  #all: NamedResource[] = [];
  #byCategory: Map<Category, Set<string>> | null = null;
  #isRegular = true;

  /** Whether each operation names one resource, where its operator takes it. */
  get isRegular(): boolean {
    return this.#isRegular;
  }

  of(category: Category): ReadonlySet<string> {
    if (this.#byCategory !== null) return this.#byCategory.get(category) ?? new Set();
    return new Set(this.#all.filter(([of]) => of === category).map(([, name]) => name));
  }

  add(category: Category, name: string): void {
    if (this.#has(category, name)) return;
    if (this.#all.length < MAX_LISTED) {
      // A copy is as long as the list; one that has grown has room to grow.
      this.#all = this.#all.concat([[category, name]]);
      return;
    }
    this.#byCategory ??= inSets(this.#all);
    this.#byCategory.set(category, (this.#byCategory.get(category) ?? new Set()).add(name));
    this.#all.push([category, name]);
  }

  #has(category: Category, name: string): boolean {
    if (this.#byCategory !== null) return this.#byCategory.get(category)?.has(name) === true;
    return this.#all.some(([ofIt, known]) => known === name && ofIt === category);
  }

  /** Notes what the operation names. Which of several names counts is not the same in all readers: all do. */
  note(operation: ContentOperation): void {
    for (const name of operation.image?.names ?? []) this.add('ColorSpace', name);
    const category = categoryOf(operation.operator);
    if (category === undefined) return;
    const place = placeOfName(operation);
    // 14.6.2: of two operands the first one is a tag.
    const first = operation.operator === 'BDC' && operation.operandCount === 2 ? 1 : 0;
    for (let index = first; index < operation.operandCount; index++) {
      const name = operation.nameAt(index);
      if (name === undefined) continue;
      this.add(category, name);
      if (index !== place) this.#isRegular = false;
    }
  }

  addAll(others: ResourceNames): void {
    for (const [category, name] of others) this.add(category, name);
    if (!others.isRegular) this.#isRegular = false;
  }

  /** In the order in which they were added; what is added on the way comes too. */
  *[Symbol.iterator](): Iterator<NamedResource> {
    for (let index = 0; index < this.#all.length; index++) {
      const named = this.#all[index];
      if (named !== undefined) yield named;
    }
  }
}

function inSets(all: readonly NamedResource[]): Map<Category, Set<string>> {
  const sets = new Map<Category, Set<string>>();
  for (const [category, name] of all) sets.set(category, (sets.get(category) ?? new Set()).add(name));
  return sets;
}

/** Where all readers find the name among the operands; minus one where there are more operands than the operator takes. */
function placeOfName({ operator, operandCount }: ContentOperation): number {
  switch (operator) {
    case 'BDC':
      return operandCount === 2 ? 1 : -1;
    case 'Tf':
      return operandCount === 2 ? 0 : -1;
    case 'SC':
    case 'SCN':
    case 'sc':
    case 'scn':
      return operandCount - 1;
    default:
      return operandCount === 1 ? 0 : -1;
  }
}
