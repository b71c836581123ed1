import { describe, expect, test } from 'vitest';
import { passwordFault } from './password.ts';

const ADA = { email: 'ada.lovelace@analytical.example', organizationName: 'Analytical Engines' };
const faultOf = (password: string, minChars = 8) => passwordFault(password, minChars, ADA);

describe('a password', () => {
  test.each([
    'correct horse battery staple',
    'v8#Kq2!zR',
    'пятнадцать верблюдов',
    '  spaces at both ends, twice  ',
    'übergroße Kürbisse',
    '🐪🦔🐙🦜🐝🦦🦥🐿',
  ])('%s is good', (password) => {
    expect(faultOf(password)).toBeNull();
  });

  test.each([
    ['password', /easily guessed/],
    ['Passw0rd!', /easily guessed/],
    ['qwertyuiop', /easily guessed/],
    ['aaaaaaaaaaaaaaaaaaaa', /easily guessed/],
    ['12345678', /easily guessed/],
    ['secalevol', /easily guessed/],
    ['x'.repeat(128), /easily guessed/],
    ['ada.lovelace@analytical.example', /resembles/],
    ['AnalyticalLovelace1', /resembles/],
    ['Lovelace-Analytical-Engines', /resembles/],
    ['analytical.lovelace.1815', /resembles/],
  ])('%s is refused: %s', (password, reason) => {
    expect(faultOf(password)).toMatch(reason);
  });

  test('is counted in characters, not in bytes or halves of characters', () => {
    expect(faultOf('🐪🦔🐙🦜🐝🦦🦥')).toMatch(/at least 8 characters/);
    expect(faultOf('v8#Kq2!')).toMatch(/at least 8 characters/);
    const long = `v8#Kq2!zR ${'🐪'.repeat(118)}`;
    expect(faultOf(long)).toBeNull();
    expect(faultOf(`${long}x`)).toMatch(/at most 128 characters/);
  });

  test('may be asked to be longer', () => {
    expect(faultOf('v8#Kq2!zRw7u3', 15)).toMatch(/at least 15 characters/);
    expect(faultOf('v8#Kq2!zRw7u3pL', 15)).toBeNull();
  });

  test('has whole characters only', () => {
    expect(faultOf('v8#Kq2!zR\ud83d')).toMatch(/well-formed/);
  });
});
