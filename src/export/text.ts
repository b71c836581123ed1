/** The text files of an export, as streams of UTF-8. */

export async function* json(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

/** One JSON document a line (NDJSON): the body of each record, made when its turn comes. */
export async function* jsonLines<Item>(
  records: AsyncIterable<Item>,
  bodyOf: (item: Item) => unknown,
): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(await bodyOf(record))}\n`;
}

type Cell = string | number | boolean | Date | null;

/** RFC 4180: a header, and the members of that name of each row. */
export async function* csv<Name extends string>(
  header: readonly Name[],
  rows: readonly Readonly<Record<Name, Cell>>[],
): AsyncGenerator<string> {
  yield csvLine(header);
  for (const row of rows) yield csvLine(header.map((name) => row[name]));
}

function csvLine(values: readonly Cell[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

function csvField(value: Cell): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
