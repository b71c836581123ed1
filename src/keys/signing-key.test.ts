import { createPrivateKey, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, test } from 'vitest';
import { newDevelopmentKey, publicPem, readSigningKey, SigningKeyError } from './signing-key.ts';

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const development = { production: false };
const production = { production: true };

function pemOf({ privateKey }: KeyPairKeyObjectResult): string {
  return privateKey.export(pkcs8).toString();
}

function freshPem(): string {
  return pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
}

/** RFC 7515, appendix A.3.1. */
const PRINTED = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  },
}).export(pkcs8);

test('a key is named by its RFC 7638 thumbprint', async () => {
  const { publicJwk } = readSigningKey(freshPem(), production);
  expect(publicJwk.kid).toBe(await calculateJwkThumbprint(publicJwk));
  expect(publicJwk).toEqual({
    kty: 'EC',
    use: 'sig',
    alg: 'ES256',
    kid: expect.stringMatching(/^[\w-]{43}$/),
    crv: 'P-256',
    x: expect.stringMatching(/^[\w-]{43}$/),
    y: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('the public half has nothing of the private one', () => {
  const pem = publicPem(readSigningKey(freshPem(), production).publicJwk);
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  expect(() => createPrivateKey(pem)).toThrow();
});

describe('production refuses', () => {
  test('a key made for development, which development takes', () => {
    const pem = newDevelopmentKey();
    expect(readSigningKey(pem, development).publicJwk.crv).toBe('P-256');
    expect(() => readSigningKey(pem, production)).toThrow(SigningKeyError);
  });

  test('a key that is printed in a standard', () => {
    expect(readSigningKey(PRINTED.toString(), development).publicJwk.crv).toBe('P-256');
    expect(() => readSigningKey(PRINTED.toString(), production)).toThrow(SigningKeyError);
  });
});

describe('nobody takes', () => {
  test.each([
    ['text', 'secret words'],
    ['nothing', ''],
    ['a public key', publicPem(readSigningKey(freshPem(), development).publicJwk)],
    ['another curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }))],
    ['another algorithm', pemOf(generateKeyPairSync('ed25519'))],
  ])('%s', (_what, pem) => {
    expect(() => readSigningKey(pem, development)).toThrow(SigningKeyError);
  });

  test('what it is not told: the message has nothing of the input', () => {
    expect(() => readSigningKey('secret words', development)).not.toThrow(/secret/);
  });
});
