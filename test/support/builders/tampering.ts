/** Makes every single change of a JSON document. */

type Path = readonly string[];

export interface Change {
  /** For example `subject.originalSha256`. */
  readonly where: string;
  readonly changed: object;
}

/** A copy for each value with a small change: another letter, one more, one item more. */
export function changedValues(document: object): Change[] {
  return leaves(document).map((path) => ({
    where: path.join('.'),
    changed: edited(document, path, (parent, name) => Reflect.set(parent, name, different(Reflect.get(parent, name)))),
  }));
}

/** A copy without the member, for each member. */
export function removedMembers(document: object): Change[] {
  return leaves(document).map((path) => ({
    where: path.join('.'),
    changed: edited(document, path, (parent, name) => Reflect.deleteProperty(parent, name)),
  }));
}

function leaves(value: object, path: Path = []): Path[] {
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? leaves(item, [...path, name])
      : [[...path, name]],
  );
}

function edited(document: object, path: Path, edit: (parent: object, name: string) => void): object {
  const copy: object = structuredClone(document);
  const parent = path.slice(0, -1).reduce<object>((object, name) => Reflect.get(object, name), copy);
  edit(parent, path.at(-1) ?? '');
  return copy;
}

function different(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...value, 'more'];
  const text = String(value);
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
}
