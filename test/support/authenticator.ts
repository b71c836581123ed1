/**
 * An authenticator in software (Web Authentication, level 3): it makes passkeys of ES256 with attestation `none` and
 * signs with them. It also does the part of the browser, unless a test replaces it.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Authenticator {
  /** The JSON result of the browser's `navigator.credentials.create`. */
  create(options: CreationOptions): object;
  /** The JSON result of the browser's `navigator.credentials.get`. */
  get(options: RequestOptions, requested?: Requested): object;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

export interface Requested {
  readonly origin?: string;
  readonly rpId?: string;
  /** Replaces the next number of the counter. */
  readonly count?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function authenticator(origin: string): Authenticator {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counted = 0;
  const wrapped = (response: object) => {
    const text = id.toString('base64url');
    return { id: text, rawId: text, type: 'public-key', response, clientExtensionResults: {} };
  };

  return {
    create({ challenge, rp }) {
      const credential = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, coseKey(publicKey)]);
      const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL;
      const authData = Buffer.concat([authenticatorData(rp.id, flags, counted), credential]);
      return wrapped({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation(authData).toString('base64url'),
        transports: ['internal'],
      });
    },

    get({ challenge, rpId }, requested = {}) {
      counted = requested.count ?? counted + 1;
      const data = authenticatorData(requested.rpId ?? rpId, USER_PRESENT | USER_VERIFIED, counted);
      const client = clientData('webauthn.get', challenge, requested.origin ?? origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return wrapped({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Section 6.1. */
function authenticatorData(rpId: string, flags: number, count: number): Buffer {
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags), uint(count, 4)]);
}

/** RFC 9053, section 7.1.1, in CBOR: EC2, ES256, P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const head = Buffer.from('a50102032620012158', 'hex');
  const [X, Y] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat([head, Buffer.of(32), X, Buffer.from('225820', 'hex'), Y]);
}

/** Section 6.5, in CBOR: `fmt` is `none`, `attStmt` is empty, and `authData`. */
function attestation(authData: Buffer): Buffer {
  const text = (words: string) => Buffer.concat([Buffer.of(0x60 + words.length), Buffer.from(words)]);
  const bytes = Buffer.concat([Buffer.of(0x59), uint(authData.length, 2), authData]);
  const none = [text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0), text('authData'), bytes];
  return Buffer.concat([Buffer.of(0xa3), ...none]);
}

function uint(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
