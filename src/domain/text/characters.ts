/** Lengths of text are counted in code points everywhere, as by JSON Schema, PostgreSQL and people. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
