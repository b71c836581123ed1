/** Accounts: what is called to get an access token, and what the person behind one may do with their own sign-ins. */
import { z } from 'zod';
import { ChangePassword, ForgotPassword, ResetPassword } from '#api/accounts/passwords.ts';
import { AcceptInvite, AddressConfirmation, AddressToConfirm, NewAccount } from '#api/accounts/registration.ts';
import { Credentials, Refresh } from '#api/accounts/sessions.ts';
import { RATE_LIMITS, type RateLimit } from '#api/http/rate-limit.ts';
import type { Answer, HeaderWords, Operation } from './operation.ts';
import { IdPath } from './parameters.ts';
import { InvitationPreview, Message, Registered, Session, SignedIn } from './schemas.ts';

const tag = 'Accounts';
const post = { method: 'post', tag, scopes: null } as const;
const own = { tag, scopes: null, action: 'signed-in' } as const;
const json = (schema: z.ZodType) => ({ 'application/json': schema });

/** Of whatever takes a body of JSON. */
const JSON_PROBLEMS = ['unsupported_media_type', 'body_too_large', 'upload_stalled'] as const;

type Headers = Readonly<Record<string, HeaderWords>>;

const COOKIE_HEADER: Headers = {
  'Set-Cookie': {
    description: 'The refresh token as `__Host-refresh`, out of reach of scripts and other sites.',
    schema: z.string(),
    required: true,
  },
};

const SIGNED_IN: Answer = {
  status: 200,
  description: 'Signed in.',
  content: json(SignedIn),
  headers: COOKIE_HEADER,
};

function limited(name: RateLimit): { description: string; headers: Headers } {
  const { quota, windowSeconds } = RATE_LIMITS[name];
  return {
    description: `From one address (IPv6: one /64) ${quota} calls in ${windowSeconds / 60} minutes.`,
    headers: {
      'RateLimit-Policy': { description: 'The limit and its window in seconds.', schema: z.string(), required: true },
      RateLimit: {
        description: 'Calls left, and seconds until there are new ones.',
        schema: z.string(),
        required: true,
      },
    },
  };
}

function message(status: 200 | 202, description: string, headers: Headers = {}): Answer {
  return { status, description, content: json(Message), headers };
}

const register = limited('register');
const login = limited('login');
const forgot = limited('forgot-password');
const resend = limited('resend-verification');
const change = limited('change-password');

export const ACCOUNTS: readonly Operation[] = [
  {
    ...post,
    path: '/api/auth/register',
    id: 'register',
    summary: 'Makes an organization with its owner, or joins one by invitation',
    description: `The answer is the same for an address that has an account: its owner gets a mail. ${register.description}`,
    body: json(NewAccount),
    answers: [
      { status: 201, description: 'A mail is on its way.', content: json(Registered), headers: register.headers },
    ],
    problems: [
      ...JSON_PROBLEMS,
      'weak_password',
      'rate_limited',
      'invalid_or_expired_token',
      'already_registered',
      'organization_inactive',
    ],
  },
  {
    ...post,
    path: '/api/auth/verify-email',
    id: 'verifyEmail',
    summary: 'Confirms an e-mail address by the token of a mail, and by the password of the account where it is given',
    description:
      'Ends all sign-ins, and every API key, webhook endpoint and invitation there may be: they are of before the address was known to be the owner’s. Somebody else’s password is replaced by `POST /api/auth/reset-password`, which does the same.',
    body: json(AddressConfirmation),
    answers: [message(200, 'Confirmed. Nobody is signed in by it.')],
    problems: [...JSON_PROBLEMS, 'invalid_or_expired_token', 'invalid_credentials'],
  },
  {
    ...post,
    path: '/api/auth/resend-verification',
    id: 'resendVerification',
    summary: 'Sends the mail again by which an address is confirmed',
    description: `The answer is the same whether there is such an account. ${resend.description}`,
    body: json(AddressToConfirm),
    answers: [message(202, 'Taken.', resend.headers)],
    problems: [...JSON_PROBLEMS, 'rate_limited'],
  },
  {
    ...post,
    path: '/api/auth/login',
    id: 'login',
    summary: 'Signs in',
    description: login.description,
    body: json(Credentials),
    answers: [{ ...SIGNED_IN, headers: { ...COOKIE_HEADER, ...login.headers } }],
    problems: [...JSON_PROBLEMS, 'invalid_credentials', 'rate_limited'],
  },
  {
    ...post,
    path: '/api/auth/refresh',
    id: 'refresh',
    summary: 'Takes a refresh token for new tokens',
    description: 'Each refresh token works once. The second use ends the sign-in: one of the two users has stolen it.',
    body: json(Refresh),
    isBodyOptional: true,
    answers: [SIGNED_IN],
    problems: [...JSON_PROBLEMS, 'missing_credentials', 'invalid_refresh_token'],
  },
  {
    ...post,
    path: '/api/auth/logout',
    id: 'logout',
    summary: 'Ends the sign-in of the refresh token; where none is sent, of the access token',
    body: json(Refresh),
    isBodyOptional: true,
    answers: [{ status: 204, description: 'Ended, at once.', headers: COOKIE_HEADER }],
    problems: [...JSON_PROBLEMS, 'missing_credentials', 'access_token_required', 'invalid_token', 'token_expired'],
  },
  {
    ...own,
    method: 'post',
    path: '/api/auth/logout-all',
    id: 'logoutAll',
    summary: 'Ends all sign-ins of the caller',
    answers: [{ status: 204, description: 'Ended, at once.', headers: COOKIE_HEADER }],
  },
  {
    ...post,
    path: '/api/auth/forgot-password',
    id: 'forgotPassword',
    summary: 'Sends a mail with a link to choose a new password',
    description: `The answer is the same whether there is such an account. ${forgot.description}`,
    body: json(ForgotPassword),
    answers: [message(202, 'Taken.', forgot.headers)],
    problems: [...JSON_PROBLEMS, 'rate_limited'],
  },
  {
    ...post,
    path: '/api/auth/reset-password',
    id: 'resetPassword',
    summary: 'Sets a new password by the token of a mail, and ends all sign-ins',
    body: json(ResetPassword),
    answers: [message(200, 'Changed. Nobody is signed in by it.')],
    problems: [...JSON_PROBLEMS, 'weak_password', 'invalid_or_expired_token'],
  },
  {
    ...own,
    method: 'post',
    path: '/api/auth/change-password',
    id: 'changePassword',
    summary: 'Sets a new password, and ends all other sign-ins',
    description: change.description,
    body: json(ChangePassword),
    answers: [message(200, 'Changed.', change.headers)],
    problems: [...JSON_PROBLEMS, 'weak_password', 'invalid_credentials', 'rate_limited'],
  },
  {
    tag,
    scopes: null,
    method: 'get',
    path: '/api/auth/invitations/{token}',
    id: 'previewInvitation',
    summary: 'What an invitation is to',
    pathParameters: z.object({ token: z.string() }),
    answers: [{ status: 200, description: 'The invitation.', content: json(InvitationPreview) }],
    problems: ['unknown_parameter', 'invalid_or_expired_token'],
  },
  {
    ...post,
    path: '/api/auth/accept-invite',
    id: 'acceptInvite',
    summary: 'Joins the organization of an invitation, and signs in',
    body: json(AcceptInvite),
    answers: [SIGNED_IN],
    problems: [
      ...JSON_PROBLEMS,
      'weak_password',
      'invalid_or_expired_token',
      'already_registered',
      'organization_inactive',
    ],
  },
  {
    ...own,
    method: 'get',
    path: '/api/auth/sessions',
    id: 'listSessions',
    summary: "The caller's sign-ins, the last used first",
    answers: [{ status: 200, description: 'Those that live.', content: json(z.array(Session)) }],
  },
  {
    ...own,
    method: 'delete',
    path: '/api/auth/sessions/{id}',
    id: 'endSession',
    summary: 'Ends one of the own sign-ins',
    pathParameters: IdPath,
    answers: [{ status: 204, description: 'Ended, at once.' }],
    problems: ['not_found'],
  },
];
