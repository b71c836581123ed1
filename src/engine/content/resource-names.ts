/** The names that content takes from its resources (ISO 32000-2, 7.8.3), each in its category. */
import type { ContentOperation } from './content-pass.ts';
import { type Category, categoryOf } from './operators.ts';

type NamedResource = readonly [Category, string];

/** Up to this length a list is searched as fast as a set. A longer list becomes a set. */
const MAX_LISTED = 8;

/**
 * Documents with tens of thousands of pages have a few names on each. Sets would take four times the memory of all
 * other data of these pages.
 */
export class ResourceNames {
  #all: NamedResource[] = [];
  #byCategory: Map<Category, Set<string>> | null = null;
  #isRegular = true;

  /** Whether each operation names at most one resource, in the expected place. */
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
      // `concat` allocates the exact length. An array that grew by `push` has spare capacity.
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

  /** Notes the names of an operation. Readers differ about which of several names counts, so all count. */
  note(operation: ContentOperation): void {
    for (const name of operation.image?.names ?? []) this.add('ColorSpace', name);
    const category = categoryOf(operation.operator);
    if (category === undefined) return;
    const place = placeOfName(operation);
    // 14.6.2: the first of two operands is a tag.
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

  /** The names in the order in which they were added, including names that are added during the walk. */
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

/** The index of the operand in which all readers find the name; -1 if there are too many operands. */
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
