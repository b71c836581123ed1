/** What is answered to people who register and sign in. */
import { z } from 'zod';
import { MEMBER_ROLES } from '#domain/permissions.ts';
import { dateTime } from './values.ts';

export const Message = z.object({ message: z.string() });

export const Registered = z.object({
  status: z.enum(['pending_verification', 'active']).describe('`active` where an invitation confirms the address.'),
  email: z.email(),
});

export const SignedIn = z.object({
  access_token: z.string().describe('For Authorization: Bearer.'),
  token_type: z.literal('Bearer'),
  expires_in: z.int().positive().describe('Seconds.'),
  refresh_token: z.string().describe('The same as in the cookie, for programs that keep none. Works once.'),
  user: z.object({ id: z.uuid(), email: z.email(), emailVerified: z.boolean() }),
  organization: z.object({ id: z.uuid(), slug: z.string(), role: z.enum(MEMBER_ROLES) }),
});

export const Session = z.object({
  id: z.uuid(),
  current: z.boolean().describe('Whether this very call was made with it.'),
  userAgent: z.string().nullable(),
  createdAt: dateTime,
  lastUsedAt: dateTime,
  expiresAt: dateTime,
});

export const InvitationPreview = z.object({
  organizationName: z.string(),
  email: z.email(),
  role: z.enum(MEMBER_ROLES),
  expiresAt: dateTime,
});
