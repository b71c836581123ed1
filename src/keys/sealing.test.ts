import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDevelopmentSecretsKey, readSealer } from './sealing.ts';

const PRODUCTION = { production: true };
const key = () => randomBytes(32).toString('base64');
const SECRET = Buffer.from('a secret of thirty-two bytes ...');

test('what is sealed opens for its owner, and says nothing', () => {
  const sealer = readSealer(key(), PRODUCTION);
  const [sealed, again] = [sealer.seal(SECRET, 'owner'), sealer.seal(SECRET, 'owner')];
  expect(sealer.open(sealed, 'owner')).toEqual(SECRET);
  expect(sealed).not.toBe(again);
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64').includes('secret')).toBe(false);
});

test('it does not open for another owner, when it was changed, or with another key', () => {
  const sealer = readSealer(key(), PRODUCTION);
  const sealed = sealer.seal(SECRET, 'owner');
  const [version, name, body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64');
  const changed = (at: number) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return [version, name, copy.toString('base64')].join('.');
  };
  expect(() => sealer.open(sealed, 'another')).toThrow('another owner');
  for (let at = 0; at < bytes.length; at++) expect(() => sealer.open(changed(at), 'owner')).toThrow('was changed');
  for (const wrong of ['', 'v1', `v1.${name}`, `v1.${name}.AAAA`, `v2.${name}.${body}`]) {
    expect(() => sealer.open(wrong, 'owner')).toThrow();
  }
  expect(() => readSealer(key(), PRODUCTION).open(sealed, 'owner')).toThrow('No secrets key of ours');
});

test('a new key comes before the old one, which goes on opening', () => {
  const [old, recent] = [key(), key()];
  const sealed = readSealer(old, PRODUCTION).seal(SECRET, 'owner');
  const both = readSealer(`${recent}\n${old}\n`, PRODUCTION);
  expect(both.open(sealed, 'owner')).toEqual(SECRET);
  expect(readSealer(recent, PRODUCTION).open(both.seal(SECRET, 'owner'), 'owner')).toEqual(SECRET);
});

test.each([
  ['nothing', '', 'no secrets key'],
  ['a short key', Buffer.alloc(16, 3).toString('base64'), '32 bytes'],
  ['a password', 'correct horse battery staple', '32 bytes'],
  ['a key anybody would guess', Buffer.alloc(32).toString('base64'), 'not random'],
  ['a key of development', newDevelopmentSecretsKey(), 'one of development'],
])('%s is no key for production', (_what, text, message) => {
  expect(() => readSealer(text, PRODUCTION)).toThrow(message);
  if (text !== '' && !message.includes('development')) expect(() => readSealer(text, PRODUCTION)).not.toThrow(text);
});

test('a key of development serves in development', () => {
  const sealer = readSealer(newDevelopmentSecretsKey(), { production: false });
  expect(sealer.open(sealer.seal(SECRET, 'owner'), 'owner')).toEqual(SECRET);
});
