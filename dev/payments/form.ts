/** Reads form-encoded requests of the provider's clients: `items[0][price]=…` is a list of objects. */

export interface Params {
  readonly [name: string]: Value;
}

export type Value = string | Params | readonly Value[];

type Node = { [name: string]: Node } | string;

export function parseForm(body: string): Params {
  const root: { [name: string]: Node } = {};
  for (const [name, value] of new URLSearchParams(body)) put(root, name.split(/\[|\]\[|\]/).filter(notLast), value);
  return asObject(root);
}

/** The part after the last closing bracket is empty, and an empty name before it is an element without a number. */
function notLast(part: string, index: number, parts: readonly string[]): boolean {
  return part !== '' || index < parts.length - 1;
}

function put(root: { [name: string]: Node }, path: readonly string[], value: string): void {
  let at = root;
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[name] = value;
      return;
    }
    const next = at[name];
    at = typeof next === 'object' ? next : (at[name] = {});
  }
}

function asObject(node: { [name: string]: Node }): Params {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, asValue(value)]));
}

function asValue(node: Node): Value {
  if (typeof node === 'string') return node;
  const names = Object.keys(node);
  const isNumbered = names.length > 0 && names.every((name, index) => name === String(index));
  return isNumbered ? Object.values(node).map(asValue) : asObject(node);
}

/** The readers report faults as the provider does. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly param: string | null;
  readonly code: string | null;
  readonly status: number;

  constructor(message: string, { param = null, code = null, status = 400 }: Partial<BadRequestFacts> = {}) {
    super(message);
    this.param = param;
    this.code = code;
    this.status = status;
  }
}

interface BadRequestFacts {
  readonly param: string | null;
  readonly code: string | null;
  readonly status: number;
}

export function text(params: Params, name: string): string {
  const value = optionalText(params, name);
  if (value === null)
    throw new BadRequest(`Missing required param: ${name}.`, { param: name, code: 'parameter_missing' });
  return value;
}

export function optionalText(params: Params, name: string): string | null {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function whole(params: Params, name: string): number {
  const value = text(params, name);
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new BadRequest(`Invalid integer: ${value}`, { param: name, code: 'parameter_invalid_integer' });
}

export function object(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' && !isList(value) ? value : {};
}

export function list(params: Params, name: string): readonly Value[] {
  const value = params[name];
  return typeof value === 'object' && isList(value) ? value : [];
}

export function objects(params: Params, name: string): readonly Params[] {
  return list(params, name).flatMap((value) => (typeof value === 'object' && !isList(value) ? [value] : []));
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Reads the text values and ignores other values. */
export function metadata(params: Params): Record<string, string> {
  const entries = Object.entries(object(params, 'metadata'));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
