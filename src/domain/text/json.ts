/**
 * JSON (RFC 8259) without a doubt about its content. Where an object names a member twice, programs differ in which of the
 * two they read: one program then verifies or checks another value than the next one uses.
 */

/** The value of a JSON text; undefined where it is none, and where it is ambiguous. */
export function parsedJson(text: string | null): unknown {
  const value = valueOf(text);
  return text === null || value === undefined || namesMemberTwice(text) ? undefined : value;
}

/** Whether the text is JSON, and one of its objects has two members of one name. */
export function isAmbiguousJson(text: string): boolean {
  return valueOf(text) !== undefined && namesMemberTwice(text);
}

function valueOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function namesMemberTwice(text: string): boolean {
  for (const { isRepeated } of namedMembers(text)) if (isRepeated) return true;
  return false;
}

export interface NamedMember {
  readonly name: string;
  /** Whether the object has another member of this name before this one. */
  readonly isRepeated: boolean;
  /** The way to the member (RFC 6901, not encoded), at the time when the member is found. */
  readonly path: readonly (string | number)[];
}

/** Structure, and the beginnings of strings. */
const TOKEN = /["[\]{},]/g;
const COLON = /\s*:/y;

/**
 * The members of all objects in a text that is known to be JSON, in its order. `JSON.parse` gives one of several members with
 * one name, and calls its reviver for that one alone. A text may be as deep and as long as anybody likes: nothing is recursive,
 * and a level without a second name takes two entries of a list.
 */
export function* namedMembers(text: string): Generator<NamedMember> {
  // For each object or list around the current place: the last name or index.
  const path: (string | number)[] = [];
  // The names of an object with several; null where the path has its only one.
  const names: (Set<string> | null | undefined)[] = [];
  for (let at = 0; ;) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return;
    const begin = TOKEN.lastIndex - 1;
    at = begin + 1;
    const last = path.length - 1;
    const place = path[last] ?? '';
    if (token === '"') {
      at = endOfString(text, begin);
      COLON.lastIndex = at;
      if (!COLON.test(text)) continue;
      const name = contentOf(text.slice(begin, at));
      const before = names[last];
      const isRepeated = before?.has(name) ?? (before === null && place === name);
      names[last] = before === undefined ? null : (before ?? new Set([String(place)])).add(name);
      path[last] = name;
      yield { name, isRepeated, path };
    } else if (token === ',') {
      if (typeof place === 'number') path[last] = place + 1;
    } else if (token === '{' || token === '[') {
      path.push(token === '[' ? 0 : '');
      names.push(undefined);
    } else {
      path.pop();
      names.pop();
    }
  }
}

/** Behind the next quotation mark that no backslash makes a part of the string. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

function contentOf(string: string): string {
  return string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
}
