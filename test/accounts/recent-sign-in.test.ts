/**
 * Lists the routes that require a sign-in within the last hour: those that export or redirect data in bulk, create
 * secrets or access, cost money or cannot be undone. Each other route has a reason here why an older sign-in is enough.
 */
import { testRecency } from '#test/organization/role-matrix.ts';

const GUARDED = [
  // Access of programs, of people, and of second factors.
  'POST /api/portal/api-keys',
  'DELETE /api/portal/api-keys/{id}',
  'POST /api/portal/api-keys/{id}/reroll',
  'POST /api/portal/team/invite',
  'PUT /api/portal/team/{userId}/role',
  'DELETE /api/portal/team/{userId}',
  'DELETE /api/portal/team/{userId}/mfa',
  'POST /api/auth/mfa/totp',
  'POST /api/auth/mfa/totp/confirm',
  'DELETE /api/auth/mfa/totp',
  'POST /api/auth/mfa/passkeys/options',
  'POST /api/auth/mfa/passkeys',
  'DELETE /api/auth/mfa/passkeys/{id}',
  'POST /api/auth/mfa/recovery-codes',

  // Export of all data.
  'POST /api/portal/data-export',
  'GET /api/portal/data-export/{id}/download',
  'GET /api/portal/data-export/{id}/link',

  // The targets of data, bills and documents, and the secrets that sign them.
  'POST /api/portal/webhooks',
  'PUT /api/portal/webhooks/{id}',
  'DELETE /api/portal/webhooks/{id}',
  'GET /api/portal/webhooks/signing-secret',
  'POST /api/portal/webhooks/signing-secret/rotate',
  'POST /api/portal/webhooks/{id}/rotate-secret',
  'PUT /api/portal/organization/settings',

  // Money, and actions that cannot be undone.
  'POST /api/billing/checkout-session',
  'POST /api/billing/portal-session',
  'POST /api/portal/erasure',
  'DELETE /api/portal/data',
  'POST /api/portal/organization/deactivate',
];

/** The keys are the reasons. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  'It lists facts about the organization, without a secret and without a document.': [
    'GET /api/auth/mfa',
    'GET /api/auth/sessions',
    'GET /api/billing/info',
    'GET /api/portal/api-keys',
    'GET /api/portal/api-keys/{id}',
    'GET /api/portal/audit-log',
    'GET /api/portal/audit-log/verify',
    'GET /api/portal/data-deletion/status',
    'GET /api/portal/data-export',
    'GET /api/portal/data-export/{id}/status',
    'GET /api/portal/erasure',
    'GET /api/portal/erasure/{id}',
    'GET /api/portal/invitations',
    'GET /api/portal/organization',
    'GET /api/portal/stats',
    'GET /api/portal/stats/daily',
    'GET /api/portal/team',
    'GET /api/portal/webhooks',
    'GET /api/portal/webhooks/dead',
    'GET /api/portal/webhooks/deliveries/{id}/attempts',
    'GET /api/portal/webhooks/{id}',
    'GET /api/portal/webhooks/{id}/deliveries',
    'GET /api/quota',
  ],
  'It is the daily work: each call sends or reads one document, one batch or one page of a list.': [
    'GET /api/artifacts/{hash}',
    'GET /api/attestations/{hash}',
    'GET /api/batches',
    'GET /api/batches/{batchId}',
    'GET /api/batches/{batchId}/submissions',
    'GET /api/certificates/{hash}',
    'GET /api/pages/{fingerprint}',
    'GET /api/reports/{hash}',
    'GET /api/submissions',
    'GET /api/submissions/{id}',
    'GET /api/submissions/{id}/events',
    'GET /api/submissions/{id}/evidence',
    'GET /api/submissions/{id}/original',
    'GET /api/submissions/{id}/report',
    'GET /api/submissions/{id}/revisions',
    'GET /api/verify/{hash}',
    'POST /api/batches',
    'POST /api/batches/{batchId}/close',
    'POST /api/compare',
    'POST /api/normalize',
  ],
  'It takes the password or a second factor itself.': [
    'POST /api/auth/change-password',
    'POST /api/auth/reauthenticate',
    'POST /api/auth/reauthenticate/options',
  ],
  'It ends access or stops a deletion: somebody who has to act at once must not be held up.': [
    'DELETE /api/auth/sessions/{id}',
    'DELETE /api/portal/data-deletion/cancel',
    'DELETE /api/portal/invitations/{id}',
    'POST /api/auth/logout-all',
  ],
  'It changes a name.': ['PUT /api/auth/mfa/passkeys/{id}', 'PUT /api/portal/organization'],
  'It sends to an address that a recent sign-in has chosen.': [
    'POST /api/portal/webhooks/{eventId}/replay',
    'POST /api/portal/webhooks/{id}/test',
  ],
};

testRecency(GUARDED, Object.values(OPEN).flat());
