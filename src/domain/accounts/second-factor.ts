/** What somebody can show besides a password. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const;

export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** Those that one sets up; recovery codes come with the first of them. */
export type Factor = Exclude<FactorMethod, 'recovery_code'>;

/** What a mail tells of. */
export type FactorChange =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-created'
  | 'recovery-code-used'
  | 'reset';
