/** The JSON Canonicalization Scheme of RFC 8785: one text for one JSON value, so that a signature has fixed bytes. */

/** This is far above what an attestation nests; it is a limit, because the input may be anybody's. */
const MAX_DEPTH = 64;

/** Throws for what is no JSON value: RFC 8785, section 3.2.2, leaves no other way with NaN and lone surrogates. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TypeError('The value is nested too deeply.');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return canonicalObject(value, depth + 1);
  return canonicalScalar(value);
}

/** Names in the order of their UTF-16 code units (section 3.2.3), which is what `toSorted` compares. */
function canonicalObject(value: object, depth: number): string {
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${canonicalScalar(name)}:${canonicalJson(item, depth)}`).join(',')}}`;
}

/** Strings and numbers are written as ECMAScript writes them: the scheme takes its rules from there. */
function canonicalScalar(value: unknown): string {
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('A string has a lone surrogate.');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not a JSON number.`);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return JSON.stringify(value);
  }
  throw new TypeError(`A ${typeof value} is not a JSON value.`);
}
