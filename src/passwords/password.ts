/**
 * This module says which passwords are taken (NIST SP 800-63B, section 5.1.1.2; ASVS 6.2): long enough, hard to guess,
 * and of any characters, exactly as they came. No kind of character is asked for.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { characterCount } from '#domain/text/characters.ts';
import type { PersonalWords } from '#store/accounts/accounts.ts';

const MAX_PASSWORD_CHARS = 128;
/** zxcvbn's "safely unguessable": moderate protection from the offline guessing of a slow hash. */
const MIN_SCORE = 3;
/** What guards a beginning of this length guards all of it; the time of the estimate grows faster than the length. */
const JUDGED_CHARS = 64;
const MAX_SUBSTITUTIONS = 20;
const MIN_WORD_CHARS = 4;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: JUDGED_CHARS,
  l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
});

/** Why a password is refused, as a sentence for its owner; null when it is good. */
export function passwordFault(
  password: string,
  minChars: number,
  { email, organizationName }: PersonalWords,
): string | null {
  const chars = characterCount(password);
  if (chars < minChars) return `The password must have at least ${minChars} characters.`;
  if (chars > MAX_PASSWORD_CHARS) return `The password may have at most ${MAX_PASSWORD_CHARS} characters.`;
  // Of a character that is half of a pair nothing would reach the hash.
  if (!password.isWellFormed()) return 'The password must be well-formed Unicode.';
  const words = wordsOf(email, organizationName);
  if (scoreOf(without(words, password), words) >= MIN_SCORE) return null;
  return scoreOf(password, []) < MIN_SCORE
    ? 'The password is easily guessed: choose a longer one, of several words.'
    : 'The password resembles the e-mail address or the organization.';
}

function scoreOf(password: string, words: string[]): number {
  return zxcvbn.check(password, words).score;
}

/** Each text, and its parts: what is shorter stands in other words too. The longest first. */
function wordsOf(...texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const words = parts.map((part) => part.toLowerCase()).filter((part) => part.length >= MIN_WORD_CHARS);
  return words.toSorted((a, b) => b.length - a.length);
}

/** The rest of a password without common words must be strong enough by itself. */
function without(words: readonly string[], password: string): string {
  const lower = password.toLowerCase();
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), lower);
  return rest === lower ? password : rest;
}
