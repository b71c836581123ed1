/** Compares a result with the expected one. */
import type { Case, Outcome } from './cases.ts';
import type { Way } from './gateway.ts';

/** The first difference in words; null if there is none. */
export function differenceFrom({ expect }: Case, { results, error }: Outcome, way: Way, units: number): string | null {
  const result = results.at(-1);
  const said = JSON.stringify(error ?? result)?.slice(0, 600);
  if (expect.error ? error === null : error !== null) return `the outcome is another one: ${said}`;
  const lacks = expect.error
    ? lacking(expect.error, error, results, 'error')
    : lacking(expect.result, result, results, 'result');
  if (lacks !== null) return `${lacks}: ${said}`;
  if (expect.requests !== undefined && way.requests !== expect.requests)
    return `${way.requests} requests in the place of ${expect.requests}`;
  if (expect.keys !== undefined && way.keys.size !== expect.keys)
    return `${way.keys.size} idempotency keys in the place of ${expect.keys}`;
  if (expect.units !== undefined && units !== expect.units)
    return `${units} units were charged in the place of ${expect.units}`;
  return null;
}

/** Expected members must exist, and others may exist. `$0.a` refers to the result of the first step. */
function lacking(expected: unknown, found: unknown, results: readonly unknown[], path: string): string | null {
  if (typeof expected === 'string' && /^\$\d/.test(expected)) return lacking(at(expected, results), found, [], path);
  if (typeof expected !== 'object' || expected === null)
    return expected === found ? null : `${path} is not ${JSON.stringify(expected)}`;
  if (Array.isArray(expected))
    return JSON.stringify(expected) === JSON.stringify(found) ? null : `${path} is another list`;
  for (const [name, value] of Object.entries(expected)) {
    const lacks = name.startsWith('$')
      ? failing(name, value, found, path)
      : lacking(value, member(found, name), results, `${path}.${name}`);
    if (lacks !== null) return lacks;
  }
  return null;
}

function failing(rule: string, value: unknown, found: unknown, path: string): string | null {
  const rules: Readonly<Record<string, boolean>> = {
    $startsWith: typeof found === 'string' && found.startsWith(String(value)),
    $length: Array.isArray(found) && found.length === value,
    $type: typeof found === value,
  };
  return rules[rule] === true ? null : `${path} is not ${rule} ${JSON.stringify(value)}`;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** The value of a reference such as `$0.normalized.sha256`. */
export function at(reference: string, results: readonly unknown[]): unknown {
  const [index = '', ...names] = reference.slice(1).split('.');
  return names.reduce(member, results[Number(index)]);
}
