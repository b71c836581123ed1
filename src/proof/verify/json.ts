/**
 * JSON (RFC 8259) without a doubt about what it says. Where an object names a member twice, programs differ in which of the
 * two they read: what one of them verifies is then not what another one shows.
 */

/** The value of a JSON text; undefined where it is none, and where it is ambiguous. */
export function parsedJson(text: string | null): unknown {
  const value = valueOf(text);
  return text === null || namesMemberTwice(text, value) ? undefined : value;
}

/** Whether the text is JSON, and one of its objects has two members of one name. */
export function isAmbiguousJson(text: string): boolean {
  return namesMemberTwice(text, valueOf(text));
}

function valueOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parser keeps one member of each name: there are fewer of them than were written. */
function namesMemberTwice(text: string, value: unknown): boolean {
  return value !== undefined && membersWritten(text) !== membersOf(value);
}

/** How many strings of a sound JSON text are names of members: those before a colon. */
function membersWritten(text: string): number {
  const colon = /\s*:/y;
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = endOfString(text, at);
    colon.lastIndex = at;
    if (colon.test(text)) count += 1;
  }
  return count;
}

/** Behind the next quotation mark that no backslash makes a part of the string. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/** Iterative: a value may be nested as deeply as its text is long. */
function membersOf(value: unknown): number {
  let count = 0;
  const rest = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const one of values) rest.push(one);
  }
  return count;
}
