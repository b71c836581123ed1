/** JSON as clients send it: each object has a name only once (RFC 8259, section 4), and no member is lost on the way. */

const MAX_NAME_CHARS = 100;

/** The text is no JSON, or not all of its members can be taken. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
  /** A JSON pointer (RFC 6901); empty for the whole text. */
  readonly pointer: string;
  readonly code: 'malformed_json' | 'duplicate' | 'unknown_parameter';

  constructor(code: JsonRefused['code'], pointer: string, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
    this.pointer = pointer;
  }
}

export function parseJsonText(text: string): unknown {
  const value = parse(text);
  checkNames(text);
  return value;
}

/** `JSON.parse` works without recursion, so that no nesting is too deep for it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JsonRefused('malformed_json', '', 'is not JSON', { cause });
  }
}

/** An object or a list around the current place: the names that the object has so far, and where in it the text stands. */
interface Level {
  readonly names: Set<string> | null;
  at: string | number;
}

/** In text that is known to be JSON, these are all strings, those that are names with their colon, and all structure. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{},]/g;

/** `JSON.parse` takes the last of several members with one name, and its reviver is not called for the others. */
function checkNames(text: string): void {
  const levels: Level[] = [];
  for (const [token, string = '', colon] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), at: '' });
    else if (token === '[') levels.push({ names: null, at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && typeof level?.at === 'number') level.at++;
    else if (colon !== undefined && level?.names) checkName(JSON.parse(string), level, level.names, levels);
  }
}

function checkName(name: string, level: Level, names: Set<string>, levels: readonly Level[]): void {
  level.at = name;
  const shown = JSON.stringify(name.slice(0, MAX_NAME_CHARS));
  if (names.has(name)) throw new JsonRefused('duplicate', pointerTo(levels), `has the name ${shown} more than once`);
  // Schemas leave this member out without a word, since an assignment to it would replace the prototype.
  if (name === '__proto__')
    throw new JsonRefused('unknown_parameter', pointerTo(levels), `must not have the name ${shown}`);
  names.add(name);
}

function pointerTo(levels: readonly Level[]): string {
  return pointerOf(levels.slice(0, MAX_NAME_CHARS).map(({ at }) => at)).slice(0, MAX_NAME_CHARS);
}

export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
