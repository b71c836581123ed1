import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult, sign } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as node from './node.ts';
import type { Platform } from './platform.ts';
import * as portable from './portable.ts';

const PLATFORMS: readonly Platform[] = [node, portable];
const [NODE, PORTABLE] = [node as Platform, portable as Platform];

/** The answer that both give; an error counts as an answer without its words. */
function same<T>(answerOf: (platform: Platform) => T): T | 'error' {
  const [first, second] = PLATFORMS.map((platform) => {
    try {
      return answerOf(platform);
    } catch {
      return 'error';
    }
  });
  expect(plain(second)).toEqual(plain(first));
  return first as T | 'error';
}

const plain = (value: unknown): unknown => (value instanceof Uint8Array ? [...value] : value);
const bytes = (length: number, factor = 31): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * factor) >> 3);

const DIGESTS =
  'md5 sha1 ripemd160 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sha3-224 sha3-256 sha3-384 sha3-512'.split(' ');

test.each(DIGESTS)('%s is the same in parts, as a copy and in every encoding', (name) => {
  for (const length of [0, 1, 55, 56, 64, 111, 112, 128, 1000]) {
    same((platform) => platform.createHash(name).update(bytes(length)).digest());
    same((platform) => platform.createHash(name).update('ä\u{1f600}\ud800').update(bytes(length)).digest('hex'));
    same((platform) => {
      const hash = platform.createHash(name).update(bytes(length));
      return [hash.copy().update('x').digest('base64'), hash.digest('base64')];
    });
  }
});

test('digests of any length have the stated one, and an unknown digest is an error', () => {
  for (const name of ['shake128', 'shake256'])
    for (const outputLength of [16, 32, 64])
      same((platform) => platform.createHash(name, { outputLength }).update(bytes(300)).digest('hex'));
  expect(same((platform) => platform.createHash('md2'))).toBe('error');
});

test('AES is the same with keys of 128 and of 256 bits, and refuses a part of a block', () => {
  for (const direction of ['encrypt', 'decrypt'] as const)
    for (const [key, length] of [16, 32].flatMap((size) => [0, 16, 160, 17].map((part) => [size, part] as const)))
      same((platform) => platform.aesCbc(direction, bytes(key), bytes(16, 77), bytes(length)));
});

test('inflate gives the same bytes, and the same failures of damaged data', () => {
  const data = Uint8Array.from({ length: 40_000 }, (_, at) => (at * at) % 251);
  const wrapped = deflateSync(data);
  const damaged = Uint8Array.from(wrapped, (byte, at) => (at === wrapped.length >> 1 ? byte ^ 0x55 : byte));
  const inputs = [
    wrapped,
    Buffer.concat([wrapped, Buffer.from('behind the end')]),
    wrapped.subarray(0, wrapped.length - 4),
    wrapped.subarray(0, wrapped.length >> 1),
    wrapped.subarray(0, 1),
    Uint8Array.from(wrapped, (byte, at) => (at === wrapped.length - 1 ? byte ^ 1 : byte)),
    damaged,
    deflateSync(data, { dictionary: Buffer.from('a dictionary') }),
    bytes(500, 97),
    Uint8Array.of(0x78, 0x9c, 0xff, 0xff),
  ];
  for (const limit of [data.length, data.length - 1, 1, 0])
    for (const chunkSize of [1024, data.length, data.length + 1]) {
      for (const input of inputs) same((platform) => platform.inflate(input, { isRaw: false, limit, chunkSize }));
      for (const input of [deflateRawSync(data), deflateRawSync(data).subarray(0, 99), bytes(500, 97)])
        same((platform) => platform.inflate(input, { isRaw: true, limit, chunkSize }));
    }
});

test('views search and spell bytes alike', () => {
  const text = 'xref trailer %%EOF\nobj endobj \xff\xfe %%EOF';
  const data = Uint8Array.from(`..${text}..`, (character) => character.charCodeAt(0)).subarray(2, 2 + text.length);
  for (const mark of ['obj', '%%EOF', 'x', 'none', '\xff\xfe', 0x25, Uint8Array.of(0x62, 0x6a)])
    for (const from of [0, 1, 11, 20, 99, -3])
      same((platform) => {
        const view = platform.viewOf(data);
        const part = view.subarray(3, 30);
        return [view, part].map((one) => [
          one.indexOf(mark, from, 'latin1'),
          one.lastIndexOf(mark, from, 'latin1'),
          one.lastIndexOf(mark, undefined, 'latin1'),
          one.includes(mark, from, 'latin1'),
        ]);
      });
  for (const encoding of ['hex', 'latin1', 'utf16le'] as const)
    for (const [start, end] of [
      [0, 12],
      [5, 19],
      [30, 200],
      [9, 9],
    ] as const)
      same((platform) => platform.viewOf(data).toString(encoding, start, end));
  same((platform) => {
    const view = platform.allocate(8).fill(0);
    return [(view as ReturnType<Platform['allocate']>).write('a\xff', 3, 'latin1'), ...view];
  });
});

test('bytes are compared, joined and read as text alike', () => {
  const parts = ['', 'a', 'ab', 'b', '\u{1f600}\ufeff\ud800'].map((text) => NODE.encodeUtf8(text));
  for (const a of parts) for (const b of parts) same((platform) => Math.sign(platform.compareBytes(a, b)));
  same((platform) => platform.concatBytes(parts));
  for (const text of ['', 'ä', '\ud800x', '\u{1f600}']) same((platform) => platform.encodeUtf8(text));
  for (const data of [
    [0xef, 0xbb, 0xbf, 0x61],
    [0xf0, 0x9f, 0x98],
    [0xc0, 0x80, 0x61],
    [0xed, 0xa0, 0x80],
  ])
    same((platform) => platform.decodeUtf8(Uint8Array.from(data)));
});

const CURVES = [
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'secp256k1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
];

const KEYS: readonly (readonly [string, KeyPairKeyObjectResult])[] = [
  ['rsa', generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['rsa of an uneven length', generateKeyPairSync('rsa', { modulusLength: 1025 })],
  ['dsa', generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })],
  ...CURVES.map((namedCurve) => [namedCurve, generateKeyPairSync('ec', { namedCurve })] as const),
];

test.each(KEYS)(
  'a signature of %s is valid in both, with each digest, and for its data alone',
  (_, { publicKey, privateKey }) => {
    const spki = spkiOf(publicKey);
    same((platform) => [platform.readPublicKey(spki)?.type, platform.readPublicKey(spki)?.modulusBits]);
    const digests = publicKey.asymmetricKeyType === 'dsa' ? DIGESTS.filter(hasDsa) : DIGESTS;
    for (const digest of digests) {
      const signature = sign(digest, bytes(99), privateKey);
      expect(verified(spki, digest, bytes(99), signature)).toBe(true);
      expect(verified(spki, digest, bytes(98), signature)).toBe(false);
      expect(verified(spki, digest === 'sha1' ? 'sha256' : 'sha1', bytes(99), signature)).toBe(false);
      for (const damaged of [signature.subarray(1), signature.map((byte, at) => byte ^ (at === 40 ? 4 : 0))])
        expect(verified(spki, digest, bytes(99), damaged)).not.toBe(true);
    }
  },
);

test.each(['ed25519', 'ed448'] as const)('a signature of %s is valid in both, and for its data alone', (type) => {
  const { publicKey, privateKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448');
  const [spki, signature] = [spkiOf(publicKey), sign(null, bytes(99), privateKey)];
  expect(verified(spki, null, bytes(99), signature)).toBe(true);
  expect(verified(spki, null, bytes(98), signature)).toBe(false);
});

test.each([
  ['sha256', 32],
  ['sha1', 20],
  ['sha512', 0],
])(
  'a signature of RSASSA-PSS with %s and a salt of %i bytes is valid in both, with that salt alone',
  (digest, saltLength) => {
    for (const modulusLength of [1024, 1025, 1031]) {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
      const signature = sign(digest, bytes(99), { key: privateKey, padding: 6, saltLength });
      const spki = spkiOf(publicKey);
      expect(verified(spki, digest, bytes(99), signature, saltLength)).toBe(true);
      expect(verified(spki, digest, bytes(99), signature, saltLength + 1)).not.toBe(true);
      expect(verified(spki, digest, bytes(98), signature, saltLength)).toBe(false);
      expect(verified(spki, digest, bytes(99), signature)).toBe(false);
    }
  },
);

test('bytes that are no key are none in both', () => {
  for (const data of [new Uint8Array(), bytes(80), Uint8Array.of(0x30, 0x02, 0x05, 0x00)])
    expect(same((platform) => platform.readPublicKey(data)?.type)).toBeUndefined();
});

test('a portable call repeats itself with the files that it missed', async () => {
  const loaded: string[] = [];
  portable.useLoader({
    loadFile: async (path) => Uint8Array.of(loaded.push(path)),
    loadModule: async () => NODE.readModule('libdeflate'),
  });
  const readBoth = async () => [...PORTABLE.readData('a'), ...PORTABLE.readData('b')];
  expect(await Promise.all([portable.withResources(readBoth), portable.withResources(readBoth)])).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(loaded).toEqual(['a', 'b']);
  const failing = portable.withResources(() => Promise.reject(new Error('A fault of the engine.')));
  await expect(failing).rejects.toThrow('A fault of the engine.');
});

test('a signature of DSA with a digest that OpenSSL does not combine with it is valid in neither', () => {
  const { publicKey } = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 });
  const signature = Uint8Array.of(0x30, 6, 2, 1, 5, 2, 1, 7);
  for (const digest of DIGESTS) expect(verified(spkiOf(publicKey), digest, bytes(9), signature)).toBe(false);
});

const hasDsa = (digest: string): boolean => digest !== 'md5' && digest !== 'ripemd160';

function spkiOf(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }));
}

function verified(
  spki: Uint8Array,
  digest: string | null,
  data: Uint8Array,
  signature: Uint8Array,
  saltBytes?: number,
): boolean | 'error' | undefined {
  // An error of a library and a signature that is not valid are one answer for the engine.
  return same((platform) => {
    try {
      return platform.readPublicKey(spki)?.verify(digest, data, signature, saltBytes) ?? false;
    } catch {
      return false;
    }
  });
}
