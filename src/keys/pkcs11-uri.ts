/** Addresses of keys in a token: the part of RFC 7512 that finds one private key. */
import { SigningKeyError } from './signing-key.ts';

export interface Pkcs11Uri {
  /** The library that speaks to the token (PKCS #11, also called Cryptoki). */
  readonly modulePath: string;
  /** Label and serial number of the token; null where any would do. */
  readonly token: string | null;
  readonly serial: string | null;
  /** Label and id of the key; at least one is set. */
  readonly object: string | null;
  readonly id: Buffer | null;
  /** File that holds the user's PIN; null where the token asks for none. */
  readonly pinFile: string | null;
}

const PATH_ATTRIBUTES = new Set(['token', 'serial', 'object', 'id', 'type', 'manufacturer', 'model']);
const QUERY_ATTRIBUTES = new Set(['module-path', 'pin-source']);

/**
 * Reads `pkcs11:token=T;object=O?module-path=/lib.so&pin-source=file:/run/secrets/pin`. A PIN itself is refused: settings
 * are seen by more than the process. Throws a SigningKeyError that names the attribute, never its value.
 */
export function parsePkcs11Uri(uri: string): Pkcs11Uri {
  const [path = '', query = ''] = uri.slice('pkcs11:'.length).split('?', 2);
  const where = attributesOf(path, ';', PATH_ATTRIBUTES);
  const how = attributesOf(query, '&', QUERY_ATTRIBUTES);
  const modulePath = how.get('module-path')?.toString();
  if (!modulePath) throw new SigningKeyError('The PKCS #11 URI names no module-path.');
  if ((where.get('type')?.toString() ?? 'private') !== 'private') {
    throw new SigningKeyError('The PKCS #11 URI names something else than a private key.');
  }
  const object = where.get('object')?.toString() ?? null;
  const id = where.get('id') ?? null;
  if (object === null && id === null) throw new SigningKeyError('The PKCS #11 URI names neither object nor id.');
  return {
    modulePath,
    token: where.get('token')?.toString() ?? null,
    serial: where.get('serial')?.toString() ?? null,
    object,
    id,
    pinFile:
      how
        .get('pin-source')
        ?.toString()
        .replace(/^file:(?:\/\/(?=\/))?/, '') ?? null,
  };
}

function attributesOf(text: string, separator: string, known: ReadonlySet<string>): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const part of text.split(separator).filter(Boolean)) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2);
    if (!known.has(name)) throw new SigningKeyError(`The PKCS #11 URI has an attribute that is not known: ${name}.`);
    if (found.has(name)) throw new SigningKeyError(`The PKCS #11 URI names ${name} twice.`);
    found.set(name, unescaped(value));
  }
  return found;
}

/** An id is bytes, which need not be a text. */
function unescaped(value: string): Buffer {
  const binary = Buffer.from(value).toString('latin1');
  return Buffer.from(
    binary.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
