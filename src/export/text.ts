/** The text files of an export, as streams of UTF-8. */

export async function* json(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

/** One JSON document a line (NDJSON). */
export async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

type Cell = string | number | boolean | Date | null;

/** RFC 4180, with the names of the members as header; nothing at all for no row. */
export async function* csv(rows: readonly Readonly<Record<string, Cell>>[]): AsyncGenerator<string> {
  const [first] = rows;
  if (first === undefined) return;
  yield csvLine(Object.keys(first));
  for (const row of rows) yield csvLine(Object.values(row));
}

function csvLine(values: readonly Cell[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

function csvField(value: Cell): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
