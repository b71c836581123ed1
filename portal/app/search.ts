/**
 * Filters in the address. Pages get only valid values, because anybody can edit an address. A route says
 * `validateSearch: ({ status }: Search): { status?: Status | undefined } => ({ status: word(status, STATUSES) })`.
 */

export type Search = Readonly<Record<string, unknown>>;

/** The router reads numbers out of digits: a name of digits is a text all the same. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function word<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((one) => one === value);
}

/** The names that have a text. */
export function texts<Name extends string>(
  search: Search,
  names: readonly Name[],
): { [One in Name]?: string | undefined } {
  const found: { [One in Name]?: string | undefined } = {};
  for (const name of names) {
    const value = text(search[name]);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function uuid(value: unknown): string | undefined {
  const given = text(value)?.trim();
  return given !== undefined && isUuid(given) ? given : undefined;
}

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** A whole number from 1. */
export function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}
