/** JSON as clients send it: each object has a name only once (RFC 8259, section 4), and no member is lost on the way. */
import { namedMembers } from '#domain/text/json.ts';

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

function checkNames(text: string): void {
  for (const { name, isRepeated, path } of namedMembers(text)) {
    const shown = JSON.stringify(name.slice(0, MAX_NAME_CHARS));
    if (isRepeated) throw new JsonRefused('duplicate', pointerTo(path), `has the name ${shown} more than once`);
    // Schemas leave this member out without a word, since an assignment to it would replace the prototype.
    if (name === '__proto__')
      throw new JsonRefused('unknown_parameter', pointerTo(path), `must not have the name ${shown}`);
  }
}

function pointerTo(path: readonly PropertyKey[]): string {
  return pointerOf(path.slice(0, MAX_NAME_CHARS)).slice(0, MAX_NAME_CHARS);
}

export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
