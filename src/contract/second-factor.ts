/** Second factors: what is shown of them, and what a passkey is asked and answers, in the JSON of Web Authentication level 3. */
import { z } from 'zod';
import { FACTOR_METHODS } from '#domain/accounts/second-factor.ts';
import { count, dateTime } from './values.ts';

const recoveryCodes = z
  .array(z.string().regex(/^[a-z2-7]{5}(?:-[a-z2-7]{5}){4}$/))
  .length(10)
  .describe('Recovery codes. Each works once, in place of another second factor. No other answer contains them.');
const newRecoveryCodes = recoveryCodes
  .nullable()
  .describe('Recovery codes with the first second factor; null with a further one.');

export const Passkey = z.object({
  id: z.uuid().describe('The id of the passkey.'),
  name: z.string().describe('The name that the owner gave to the passkey.'),
  createdAt: dateTime.describe('The time of registration.'),
  lastUsedAt: dateTime.nullable().describe('The time of its last use; null before the first one.'),
});

export const SecondFactors = z.object({
  methods: z.array(z.enum(FACTOR_METHODS)).describe('The methods for a sign-in; empty without a second factor.'),
  required: z.boolean().describe('Whether the organization requires a second factor of its members.'),
  totp: z
    .object({
      createdAt: dateTime.describe('The time of the setup.'),
      lastUsedAt: dateTime.nullable().describe('The time of the last code; null before the first one.'),
    })
    .nullable()
    .describe('The authenticator app; null without one.'),
  passkeys: z.array(Passkey).describe('Passkeys in the order of their registration.'),
  recoveryCodesLeft: count.describe('The number of unused recovery codes.'),
});

export const TotpSecret = z.object({
  secret: z
    .string()
    .regex(/^[A-Z2-7]{32}$/)
    .describe('The secret in base32, to type into an app.'),
  otpauthUri: z
    .string()
    .regex(/^otpauth:/)
    .describe('The secret as an address for a QR code or a link.'),
});

export const AddedFactor = z.object({ recoveryCodes: newRecoveryCodes });
export const RegisteredPasskey = Passkey.extend({ recoveryCodes: newRecoveryCodes });
export const RecoveryCodes = z.object({ recoveryCodes });

const base64url = z.string().regex(/^[\w-]*$/);
const descriptors = z.array(
  z.looseObject({
    id: base64url.describe('The id of the credential.'),
    type: z.literal('public-key').describe('The type, which is always the same.'),
  }),
);

export const PasskeyCreationOptions = z
  .looseObject({
    challenge: base64url.describe('The challenge to sign, valid for one use within five minutes.'),
    rp: z
      .object({
        id: z.string().describe('The domain of the service.'),
        name: z.string().describe('The name for people.'),
      })
      .describe('The relying party: this service.'),
    user: z
      .object({
        id: base64url.describe('The id of the member.'),
        name: z.string().describe('The address of the member.'),
        displayName: z.string().describe('The name for people.'),
      })
      .describe('The owner of the new passkey.'),
    pubKeyCredParams: z
      .array(
        z.object({
          type: z.literal('public-key').describe('The type, which is always the same.'),
          alg: z.int().describe('A number of the IANA registry of COSE algorithms.'),
        }),
      )
      .describe('The accepted algorithms, the preferred one first.'),
    excludeCredentials: descriptors.describe('The registered credentials.'),
  })
  .describe('Options for `PublicKeyCredential.parseCreationOptionsFromJSON`.');

export const PasskeyRequestOptions = z
  .looseObject({
    challenge: base64url.describe('The challenge to sign, valid for one use within five minutes.'),
    rpId: z.string().describe('The domain of the relying party.'),
    allowCredentials: descriptors.describe('The passkeys of the member.'),
  })
  .describe('Options for `PublicKeyCredential.parseRequestOptionsFromJSON`.');

/** No authenticator says more; attestations are not asked for. */
const MAX_CHARS = 16_384;
const bytes = base64url.max(MAX_CHARS, 'is too long').describe('Bytes in base64url.');

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key').describe('The type, which is always the same.'),
  clientExtensionResults: z.looseObject({}).describe('The service ignores this member.'),
  authenticatorAttachment: z.string().nullable().optional().describe('The service ignores this member.'),
};

/** Other members from the browser are ignored. */
export const PasskeyRegistration = z.looseObject({
  ...credential,
  response: z
    .looseObject({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z
        .array(z.string().regex(/^[!-~]{1,32}$/, 'must be printable ASCII'))
        .max(16)
        .optional()
        .describe('The connections to the authenticator.'),
    })
    .describe('The answer of the authenticator.'),
});

export const PasskeyAssertion = z.looseObject({
  ...credential,
  response: z
    .looseObject({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes })
    .describe('The answer of the authenticator.'),
});
