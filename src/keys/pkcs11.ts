/**
 * A signing key in a token: a hardware security module, or software that speaks like one (PKCS #11 v2.40, of which v3
 * is a superset). The private key never comes here; the token signs the digests that it is given.
 */
import { createHash, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PublicJwk } from '#domain/attestation.ts';
import { type Cryptoki, cryptoki, PinRefused, type Session } from './cryptoki.ts';
import { parsePkcs11Uri, type Pkcs11Uri } from './pkcs11-uri.ts';
import { publicJwkOf, type SigningKey, SigningKeyError } from './signing-key.ts';

/** The object identifier 1.2.840.10045.3.1.7 in DER. */
const P256 = Buffer.from('06082a8648ce3d030107', 'hex');
/** An EC key's SubjectPublicKeyInfo (RFC 5480) up to the point itself. */
const SPKI_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
/** An uncompressed point: 4, x and y. */
const POINT_BYTES = 65;

interface OpenKey {
  readonly session: Session;
  readonly privateKey: bigint;
  readonly publicJwk: PublicJwk;
}

/**
 * Opens the key that the URI (RFC 7512) names, whose public half has to lie beside it. The session lives as long as the
 * process; where a token has lost it, it is opened again, once for each signature.
 */
export async function pkcs11SigningKey(uri: string): Promise<SigningKey> {
  const where = parsePkcs11Uri(uri);
  const module = await cryptoki(where.modulePath);
  // A token locks itself after a few PINs that are wrong: one that it refused is not tried again.
  const refused = new Set<string>();
  const opened = async (): Promise<OpenKey> => {
    const pin = await pinOf(where);
    if (pin !== null && refused.has(pin)) throw new SigningKeyError('The token has refused this PIN before.');
    try {
      return openKey(module, where, pin);
    } catch (error) {
      if (error instanceof PinRefused && pin !== null) refused.add(pin);
      throw error;
    }
  };
  let open = await opened();
  const { publicJwk } = open;
  const signDigest = async (digest: Uint8Array): Promise<Uint8Array> => {
    try {
      return await open.session.sign(open.privateKey, digest);
    } catch {
      open.session.close();
      open = await opened();
      if (open.publicJwk.kid !== publicJwk.kid) throw new SigningKeyError('The token has another key than before.');
      return open.session.sign(open.privateKey, digest);
    }
  };
  // A session does one thing at a time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    publicJwk,
    sign: (bytes) => {
      const digest = createHash('sha256').update(bytes).digest();
      const signed = last.then(() => signDigest(digest));
      last = signed.catch(() => undefined);
      return signed;
    },
  };
}

async function pinOf({ pinFile }: Pkcs11Uri): Promise<string | null> {
  if (pinFile === null) return null;
  const text = await readFile(pinFile, 'utf8').catch((cause: unknown) => {
    throw new SigningKeyError('The file that pin-source names cannot be read.', { cause });
  });
  return text.replace(/\r?\n$/, '');
}

function openKey(module: Cryptoki, where: Pkcs11Uri, pin: string | null): OpenKey {
  const session = module.openSession(slotOf(module, where));
  try {
    if (pin !== null) session.login(pin);
    const name = { label: where.object, id: where.id };
    const [privateKey, another] = session.findKeys('private', name);
    if (privateKey === undefined) throw new SigningKeyError('The token has no such private EC key.');
    if (another !== undefined) throw new SigningKeyError('The token has more than one such private EC key.');
    return { session, privateKey, publicJwk: publicHalf(session, session.attribute(privateKey, 'id'), where) };
  } catch (error) {
    session.close();
    throw error;
  }
}

function slotOf(module: Cryptoki, { token, serial }: Pkcs11Uri): bigint {
  const fits = module
    .slots()
    .filter((slot) => (token === null || slot.label === token) && (serial === null || slot.serial === serial));
  const [slot, another] = fits;
  if (slot === undefined) throw new SigningKeyError('There is no such token.');
  if (another !== undefined) throw new SigningKeyError('There is more than one such token: name its serial.');
  return slot.id;
}

/** The public key of the same id, which both halves share by convention (PKCS #11, 4.7); else the one of the same label. */
function publicHalf(session: Session, id: Buffer, { object }: Pkcs11Uri): PublicJwk {
  const [found] = session.findKeys('public', id.length > 0 ? { label: null, id } : { label: object, id: null });
  if (found === undefined) throw new SigningKeyError('The token has no public key beside the private one.');
  if (!session.attribute(found, 'ecParams').equals(P256)) {
    throw new SigningKeyError('The signing key is not on the curve P-256.');
  }
  // An OCTET STRING around the point; some modules leave it out.
  const point = session.attribute(found, 'ecPoint').subarray(-POINT_BYTES);
  try {
    return publicJwkOf(createPublicKey({ key: Buffer.concat([SPKI_HEAD, point]), format: 'der', type: 'spki' }));
  } catch (cause) {
    throw new SigningKeyError('The public key in the token cannot be read.', { cause });
  }
}
