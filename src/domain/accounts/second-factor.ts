/** The kinds of second factors. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const;

export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** Factors that a member sets up. Recovery codes come with the first one. */
export type Factor = Exclude<FactorMethod, 'recovery_code'>;

/** The events that cause a mail. */
export type FactorChange =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-created'
  | 'recovery-code-used'
  | 'reset';
