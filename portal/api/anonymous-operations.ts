/** What the API can do for whoever is not signed in yet. Made by `node tools/portal/write-operations.ts`; do not edit. */
export const ANONYMOUS_OPERATIONS = {
  acceptInvite: ['POST', '/api/auth/accept-invite'],
  forgotPassword: ['POST', '/api/auth/forgot-password'],
  login: ['POST', '/api/auth/login'],
  loginWithSecondFactor: ['POST', '/api/auth/login/mfa'],
  logout: ['POST', '/api/auth/logout'],
  previewInvitation: ['GET', '/api/auth/invitations/{token}'],
  refresh: ['POST', '/api/auth/refresh'],
  register: ['POST', '/api/auth/register'],
  resendVerification: ['POST', '/api/auth/resend-verification'],
  resetPassword: ['POST', '/api/auth/reset-password'],
  verifyEmail: ['POST', '/api/auth/verify-email'],
} as const;

export type AnonymousOperationId = keyof typeof ANONYMOUS_OPERATIONS;
