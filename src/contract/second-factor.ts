/** Second factors: what is shown of them, and what a passkey is asked and answers, in the JSON of Web Authentication level 3. */
import { z } from 'zod';
import { FACTOR_METHODS } from '#domain/accounts/second-factor.ts';
import { count, dateTime } from './values.ts';

const recoveryCodes = z
  .array(z.string().regex(/^[a-z2-7]{5}(?:-[a-z2-7]{5}){4}$/))
  .length(10)
  .describe('Each works once, in place of another second factor. They are in this answer and nowhere else.');
const newRecoveryCodes = recoveryCodes.nullable().describe('With the first second factor; null with a further one.');

export const Passkey = z.object({
  id: z.uuid().describe('The passkey.'),
  name: z.string().describe('The name that its owner gave it.'),
  createdAt: dateTime.describe('When it was registered.'),
  lastUsedAt: dateTime.nullable().describe('When it was shown last; null before the first time.'),
});

export const SecondFactors = z.object({
  methods: z.array(z.enum(FACTOR_METHODS)).describe('What a sign-in may show; empty where there is no second factor.'),
  required: z.boolean().describe('Whether the organization asks its members for one.'),
  totp: z
    .object({
      createdAt: dateTime.describe('When it was set up.'),
      lastUsedAt: dateTime.nullable().describe('When a code was shown last; null before the first time.'),
    })
    .nullable()
    .describe('The authenticator app; null without one.'),
  passkeys: z.array(Passkey).describe('In the order in which they were registered.'),
  recoveryCodesLeft: count.describe('How many recovery codes can still be used.'),
});

export const TotpSecret = z.object({
  secret: z
    .string()
    .regex(/^[A-Z2-7]{32}$/)
    .describe('To be typed into an app; base32.'),
  otpauthUri: z
    .string()
    .regex(/^otpauth:/)
    .describe('The same for a QR code or a link.'),
});

export const AddedFactor = z.object({ recoveryCodes: newRecoveryCodes });
export const RegisteredPasskey = Passkey.extend({ recoveryCodes: newRecoveryCodes });
export const RecoveryCodes = z.object({ recoveryCodes });

const base64url = z.string().regex(/^[\w-]*$/);
const descriptors = z.array(
  z.looseObject({
    id: base64url.describe('The credential.'),
    type: z.literal('public-key').describe('The only kind there is.'),
  }),
);

export const PasskeyCreationOptions = z
  .looseObject({
    challenge: base64url.describe('To be signed; good for five minutes, and once.'),
    rp: z
      .object({ id: z.string().describe('A domain.'), name: z.string().describe('For people.') })
      .describe('The relying party: this service.'),
    user: z
      .object({
        id: base64url.describe('The member.'),
        name: z.string().describe('Their address.'),
        displayName: z.string().describe('For people.'),
      })
      .describe('Whose passkey it will be.'),
    pubKeyCredParams: z
      .array(
        z.object({
          type: z.literal('public-key').describe('The only kind there is.'),
          alg: z.int().describe('A number of the IANA registry of COSE algorithms.'),
        }),
      )
      .describe('The algorithms that are taken, the preferred one first.'),
    excludeCredentials: descriptors.describe('The credentials that are registered already.'),
  })
  .describe('For `PublicKeyCredential.parseCreationOptionsFromJSON`.');

export const PasskeyRequestOptions = z
  .looseObject({
    challenge: base64url.describe('To be signed; good for five minutes, and once.'),
    rpId: z.string().describe('The domain of the relying party.'),
    allowCredentials: descriptors.describe('The passkeys of the member.'),
  })
  .describe('For `PublicKeyCredential.parseRequestOptionsFromJSON`.');

/** No authenticator says more; attestations are not asked for. */
const MAX_CHARS = 16_384;
const bytes = base64url.max(MAX_CHARS, 'is too long').describe('In base64url.');

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key').describe('The only kind there is.'),
  clientExtensionResults: z.looseObject({}).describe('Not looked at.'),
  authenticatorAttachment: z.string().nullable().optional().describe('Not looked at.'),
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
        .describe('How the authenticator is reached.'),
    })
    .describe('The answer of the authenticator.'),
});

export const PasskeyAssertion = z.looseObject({
  ...credential,
  response: z
    .looseObject({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes })
    .describe('The answer of the authenticator.'),
});
