import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONTENT_HASH_ALGORITHM, ContentDigest } from './content-digest.ts';

function digestOf(...pages: string[]): string | null {
  const digest = new ContentDigest();
  for (const page of pages) {
    digest.text(page);
    digest.separate();
  }
  return digest.digest();
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('white space is one space, at page borders too, and none at the ends', () => {
  expect(digestOf('  One\r\n\u00a0two\u2003', '', ' \n', 'three\u3000')).toBe(sha256('One two three'));
});

test('compatibility forms are folded and invisible characters left out', () => {
  expect(digestOf('\ufb01ne\u00adly\u200b \uff21')).toBe(sha256('finely A'));
});

test('where pages break is no matter', () => {
  expect(digestOf('a b', 'c')).toBe(digestOf('a', 'b c'));
});

test('no text is null, not the hash of nothing', () => {
  expect(digestOf('', ' \u200b\n')).toBeNull();
  expect(digestOf()).toBeNull();
});

test('long text is hashed in parts, and the parts do not show', () => {
  const words = Array.from({ length: 60_000 }, (_, index) => `w\u00e9${index}`);
  expect(digestOf(...words)).toBe(sha256(words.join(' ')));
  expect(digestOf(words.join(' '))).toBe(sha256(words.join(' ')));
  expect(digestOf(words.join(''))).toBe(sha256(words.join('')));
});

test('the algorithm is named by its version', () => {
  expect(CONTENT_HASH_ALGORITHM).toBe('text-3');
});
