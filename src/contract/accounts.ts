/** Answers about registration and sign-in. */
import { z } from 'zod';
import { dateTime } from './values.ts';
import { MemberRole } from './words.ts';

export const Message = z.object({ message: z.string().describe('The outcome, for people.') });

export const Registered = z.object({
  status: z.enum(['pending_verification', 'active']).describe('`active` if an invitation confirms the address.'),
  email: z.email().describe('The address, in lower case.'),
});

export const SignedIn = z.object({
  access_token: z.string().describe('The token for the header `Authorization: Bearer`.'),
  token_type: z.literal('Bearer').describe('The scheme of the token.'),
  expires_in: z.int().positive().describe('The number of seconds in which the access token is valid.'),
  refresh_token: z.string().describe('The value of the cookie, for programs without cookies. It works once.'),
  user: z
    .object({
      id: z.uuid().describe('The id of the member.'),
      email: z.email().describe('The address of the member.'),
      emailVerified: z.boolean().describe('Whether the address is confirmed.'),
    })
    .describe('The member who signed in.'),
  organization: z
    .object({
      id: z.uuid().describe('The id of the organization.'),
      slug: z.string().describe('The name of the organization in URLs.'),
      role: MemberRole.describe('The role of the member in the organization.'),
    })
    .describe('The organization of the member.'),
});

export const Session = z.object({
  id: z.uuid().describe('The id of the sign-in.'),
  current: z.boolean().describe('Whether this call used the sign-in.'),
  userAgent: z.string().nullable().describe('The `User-Agent` of the program that signed in; null if it sent none.'),
  createdAt: dateTime.describe('The time of the sign-in.'),
  secondFactorAt: dateTime.nullable().describe('The time of the last proof by a second factor; null without one.'),
  lastUsedAt: dateTime.describe('The time of the last renewal.'),
  expiresAt: dateTime.describe('The end of the sign-in unless a renewal extends it.'),
});

export const InvitationPreview = z.object({
  organizationName: z.string().describe('The organization that invites.'),
  email: z.email().describe('The address of the invited person.'),
  role: MemberRole.describe('The role of the new member in the organization.'),
  expiresAt: dateTime.describe('The end of the invitation.'),
});
