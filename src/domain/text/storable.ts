/** Values as PostgreSQL's `json` stores them: it has neither U+0000 nor lone surrogates, and texts of hostile documents can have both. */

export function storable<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, cleanText));
}

function cleanText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
}
