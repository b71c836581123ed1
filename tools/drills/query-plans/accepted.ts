/** Statements that read more the larger their tables are, and may: each with its reason. */
const ACCEPTED: readonly { readonly statement: RegExp; readonly because: string }[] = [
  {
    statement: /^select t::text "row" from/,
    because: 'A test reads whole tables, to look for what is to be gone.',
  },
  {
    statement: /"organization_id" is not null/,
    because: 'A test takes the first wall of tenancy away, to see that the second one holds.',
  },
];

export function acceptedFor(statement: string): string | null {
  return ACCEPTED.find((one) => one.statement.test(statement))?.because ?? null;
}
