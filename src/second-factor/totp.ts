/** Codes of authenticator apps: RFC 6238 with what all of them can do, which is SHA-1, six digits and thirty seconds. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 4226, section 4, requirement 6, recommends 160 bits. */
const SECRET_BYTES = 20;
/** Steps before and after this one, for clocks that are not right (RFC 6238, section 6). */
const WINDOW = 1;
const ISSUER = 'Fixpoint';

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** What an app is given: as a picture or a link, and as letters to be typed. */
export function totpWords(secret: Uint8Array, label: string): { readonly secret: string; readonly otpauthUri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, otpauthUri: totp.toString() };
}

/**
 * The number of the time step of the code, or null for a wrong code. The caller must accept each time step only once
 * (RFC 6238, section 5.2).
 */
export function totpStep(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

function totpOf(secret: Uint8Array, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
}
