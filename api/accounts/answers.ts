/** Answers that several calls of accounts give. */
import { z } from 'zod';
import { Message, SignedIn } from '#src/contract/accounts.ts';
import { RATE_LIMITS, type RateLimit } from '#api/admission/rate-limits.ts';
import { answer, type Answer, type Headers } from '#api/operation.ts';

export const COOKIE_HEADER: Headers = {
  'Set-Cookie': {
    description: 'The refresh token as `__Host-refresh`, out of reach of scripts and other sites.',
    schema: z.string(),
    required: true,
  },
};

export function signedInAnswer(headers: Headers = {}): Answer {
  return answer(200, 'Signed in.', SignedIn, { ...COOKIE_HEADER, ...headers });
}

export function message(status: 200 | 202, description: string, headers: Headers = {}): Answer {
  return answer(status, description, Message, headers);
}

/** A limit in the description of an operation and in the headers of its answers. */
export function limited(name: RateLimit): { readonly description: string; readonly headers: Headers } {
  const { quota, windowSeconds } = RATE_LIMITS[name];
  return {
    description: `At most ${quota} calls in ${windowSeconds / 60} minutes from one address (IPv6: one /64).`,
    headers: {
      'RateLimit-Policy': { description: 'The limit and its window in seconds.', schema: z.string(), required: true },
      RateLimit: {
        description: 'The number of calls left, and the seconds until there are new ones.',
        schema: z.string(),
        required: true,
      },
    },
  };
}
