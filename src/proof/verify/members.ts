/** Reading values that anybody may have written. */

/** An own member of an object, else undefined. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
