/**
 * Recovery codes, for whoever has lost everything else: each works once. They have 125 random bits, so that a plain hash
 * of them tells nothing (NIST SP 800-63B-4, section 3.1.2.2, asks for 112).
 */
import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
const GROUPS = 5;
const GROUP_CHARS = 5;
/** Of RFC 4648's base32: nothing in it looks like another one. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));
}

function group(): string {
  return Array.from({ length: GROUP_CHARS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** However it was typed: capitals, white space and hyphens say nothing. */
export function hashOfRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}
