/** Answers about registration and sign-in. */
import { z } from 'zod';
import { dateTime } from './values.ts';
import { MemberRole } from './words.ts';

export const Message = z.object({ message: z.string().describe('What happened, for people.') });

export const Registered = z.object({
  status: z.enum(['pending_verification', 'active']).describe('`active` where an invitation confirms the address.'),
  email: z.email().describe('The address, in lower case.'),
});

export const SignedIn = z.object({
  access_token: z.string().describe('For Authorization: Bearer.'),
  token_type: z.literal('Bearer').describe('The scheme of the token.'),
  expires_in: z.int().positive().describe('Seconds until the access token is worth nothing.'),
  refresh_token: z.string().describe('The same as in the cookie, for programs that keep none. Works once.'),
  user: z
    .object({
      id: z.uuid().describe('The member.'),
      email: z.email().describe('Their address.'),
      emailVerified: z.boolean().describe('Whether the address is confirmed.'),
    })
    .describe('Who signed in.'),
  organization: z
    .object({
      id: z.uuid().describe('The organization.'),
      slug: z.string().describe('Its name in URLs.'),
      role: MemberRole.describe('What the member may do in it.'),
    })
    .describe('The organization of the member.'),
});

export const Session = z.object({
  id: z.uuid().describe('The sign-in.'),
  current: z.boolean().describe('Whether this very call was made with it.'),
  userAgent: z
    .string()
    .nullable()
    .describe('The program that signed in, as it calls itself; null where it did not say.'),
  createdAt: dateTime.describe('When it began.'),
  secondFactorAt: dateTime.nullable().describe('When a second factor was last shown; null without one.'),
  lastUsedAt: dateTime.describe('When it was renewed last.'),
  expiresAt: dateTime.describe('When it ends unless it is renewed.'),
});

export const InvitationPreview = z.object({
  organizationName: z.string().describe('The organization that invites.'),
  email: z.email().describe('Who is invited.'),
  role: MemberRole.describe('What they may do in it.'),
  expiresAt: dateTime.describe('Until then it can be accepted.'),
});
