/** The end of an organization: asked for, put off for its cooling-off, cancelled, and certified. */
import { z } from 'zod';
import { COOLING_OFF_MS } from '#domain/privacy/account-deletion.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { mailStore } from '#store/mail/mails.ts';
import {
  type AccountDeletion,
  accountDeletionStore,
  type AccountDeletionStore,
  deletionInput,
} from '#store/privacy/account-deletions.ts';
import { purgeStore } from '#store/privacy/purge.ts';
import { printedStore } from '#store/proof/printed.ts';
import { anyone, withRole } from '#api/auth/access.ts';
import type { PortalCaller } from '#api/auth/session.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { NEGOTIATED } from '#api/http/headers.ts';
import { PDF, printedForm } from '#api/proof/printed-form.ts';
import { IdPath } from '#api/http/params.ts';
import { file } from '#src/contract/values.ts';
import { deletionBody } from '#src/bodies/privacy.ts';
import {
  AccountDeletion as AccountDeletionSchema,
  CancelledDeletion,
  RequestedDeletion,
} from '#src/contract/privacy.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';
import { tryTo } from './start.ts';
import { notFound } from '#api/http/http.ts';

type Deps = ReturnType<typeof depsOf>;

const DELETION_MESSAGE =
  'The organization and all its data will be deleted when the cooling-off period ends. Until then an owner or admin can cancel.';

const JOSE = 'application/jose';

const tag = 'Data';

const endpoints = [
  endpoint({
    method: 'delete',
    path: '/api/portal/data',
    id: 'requestDeletion',
    tag,
    summary: 'Schedules the deletion of the organization with all its data',
    description:
      'The deletion begins after 72 hours in which it can be cancelled. A second request gets the first deletion.',
    access: withRole('deletion.request'),
    recentSignIn: true,
    answers: [answer(202, 'Pending.', RequestedDeletion)],
    async handle({ caller }, { deletions, temporal, settings, log }: Deps) {
      const { organizationId, memberId } = caller;
      const { deletionCoolingOffMs = COOLING_OFF_MS } = settings;
      const { deletion, mailIds } = await deletions.request(organizationId, memberId, deletionCoolingOffMs);
      await tryTo(log, 'deletion', () => temporal.startDeletion(deletionInput(deletion)));
      for (const mailId of mailIds) await tryTo(log, 'mail', () => temporal.startMail(mailId));
      return { ...deletionBody(deletion), message: DELETION_MESSAGE };
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/portal/data-deletion/status',
    id: 'getDeletion',
    tag,
    summary: 'Returns the pending deletion',
    access: withRole('deletion.read'),
    answers: [answer(200, 'Pending.', AccountDeletionSchema)],
    problems: ['not_found'],
    handle: async ({ caller }, { deletions }: Deps) =>
      deletionBody(await findDeletion(deletions, caller.organizationId)),
  }),
  endpoint({
    method: 'delete',
    path: '/api/portal/data-deletion/cancel',
    id: 'cancelDeletion',
    tag,
    summary: 'Cancels the pending deletion',
    access: withRole('deletion.cancel'),
    answers: [answer(200, 'Cancelled.', CancelledDeletion)],
    problems: ['cooling_off_expired', 'not_found'],
    async handle({ caller }, deps: Deps) {
      await cancel(deps, caller);
      return { status: 'cancelled', message: 'The deletion was cancelled. Nothing was deleted.' };
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/deletion-certificates/{id}',
    id: 'getDeletionCertificate',
    tag,
    summary: 'Returns the signed certificate of a deleted organization, for 30 days',
    description: 'The call needs no credentials, because only the people who asked for the deletion know the id.',
    access: anyone,
    params: IdPath,
    answers: [
      {
        status: 200,
        description:
          'The certificate as a JWS in compact serialization. The keys are at `/.well-known/attestation-keys.json`. `Accept: application/pdf` gets a page to print: PDF/A-2b, the same bytes each time. The service makes the page at the first request.',
        content: { [JOSE]: z.string(), [PDF]: file },
        headers: NEGOTIATED,
      },
    ],
    problems: ['not_found', 'processing_timeout'],
    async handle({ ctx, params: { id } }, deps: Deps) {
      const certificate = id === null ? null : await deps.purge.certificate(id);
      if (id === null || certificate === null) throw noCertificate();
      // A caller who accepts every type gets the first one.
      const type = ctx.accepts(JOSE, PDF) || JOSE;
      ctx.vary('Accept');
      const input = { kind: 'deletion', id, region: deps.settings.homeRegion } as const;
      ctx.body = type === PDF ? await printedForm(ctx, input, deps) : certificate;
      if (ctx.body === null) throw noCertificate();
      ctx.set('Content-Type', type);
    },
  }),
];

export const accountDeletionFeature = feature(depsOf, endpoints);

function depsOf({ database, artifacts, sealer, temporal, settings, log }: Services) {
  const mails = mailStore(database, sealer);
  return {
    deletions: accountDeletionStore(database, mails),
    purge: purgeStore(database, { mails, artifacts, sealer }),
    printed: printedStore(database, artifacts),
    temporal,
    settings,
    log,
  };
}

function noCertificate(): ServiceError {
  return notFound('certificate', 'No such certificate, or its time is over.');
}

/** Whether it is still time is for the workflow to say. */
async function cancel({ deletions, temporal }: Deps, { organizationId, memberId }: PortalCaller): Promise<void> {
  const deletion = await findDeletion(deletions, organizationId);
  const isCancelled =
    deletion.status === 'pending' && (await temporal.cancelDeletion(deletionInput(deletion), memberId));
  if (isCancelled) return;
  const until = deletion.cancellableUntil.toISOString();
  throw new ServiceError('cooling_off_expired', `The deletion could be cancelled until ${until}.`, {
    members: { cancellableUntil: until },
  });
}

async function findDeletion(deletions: AccountDeletionStore, organizationId: string): Promise<AccountDeletion> {
  const found = await deletions.find(organizationId);
  if (!found) throw notFound('deletion', 'No deletion is pending.');
  return found;
}
