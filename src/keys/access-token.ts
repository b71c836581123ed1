/**
 * Access tokens of the portal: ES256, fifteen minutes, in the shape of RFC 9068. Access tokens name the member and no
 * rights, because role and sign-in are looked up at every call.
 */
import { randomUUID } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { signedJws } from './jws.ts';
import type { SigningKey } from './signing-key.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
const TYPE = 'at+jwt';
const ALGORITHM = 'ES256';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface AccessClaims {
  readonly memberId: string;
  readonly organizationId: string;
  readonly sessionId: string;
  /** When the password was last given. */
  readonly authTime: Date;
}

/** Why a token is refused: `expired` was genuine once. */
export type Refusal = 'expired' | 'invalid';

export interface AccessTokens {
  mint(claims: AccessClaims): Promise<string>;
  verify(token: string): Promise<AccessClaims | Refusal>;
}

/** Issuer and audience are the service itself: `publicUrl`. */
export function accessTokens(key: SigningKey, publicUrl: string, now: () => Date = () => new Date()): AccessTokens {
  const secondsNow = () => Math.floor(now().getTime() / 1000);
  return {
    mint: ({ memberId, organizationId, sessionId, authTime }) =>
      signedJws(key, TYPE, {
        iss: publicUrl,
        aud: publicUrl,
        sub: memberId,
        org: organizationId,
        sid: sessionId,
        auth_time: Math.floor(authTime.getTime() / 1000),
        jti: randomUUID(),
        iat: secondsNow(),
        exp: secondsNow() + ACCESS_TOKEN_SECONDS,
      }),

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key.publicJwk, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: publicUrl,
          audience: publicUrl,
          // The library accepts a token that never expires unless it is told otherwise.
          requiredClaims: ['exp', 'iat', 'sub', 'org', 'sid', 'auth_time', 'jti'],
          currentDate: now(),
        });
        return claimsOf(payload) ?? 'invalid';
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'expired';
        if (error instanceof errors.JOSEError) return 'invalid';
        throw error;
      }
    },
  };
}

function claimsOf({ sub, org, sid, auth_time: authTime }: Record<string, unknown>): AccessClaims | null {
  if (!isUuid(sub) || !isUuid(org) || !isUuid(sid) || typeof authTime !== 'number') return null;
  return { memberId: sub, organizationId: org, sessionId: sid, authTime: new Date(authTime * 1000) };
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
