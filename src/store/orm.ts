/** The connection to PostgreSQL: two kinds of entity manager, migrations, and nothing else shared. */
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { AccountDeletionEntity } from './account-deletions.ts';
import { ApiKeyEntity } from './api-keys.ts';
import { AuditEntity } from './audit.ts';
import { AttestationEntity } from './attestations.ts';
import { ForeignHitEntity } from './foreign-hits.ts';
import { BatchEntity } from './batches.ts';
import { PaymentEventEntity } from './billing.ts';
import { ErasureEntity } from './erasures.ts';
import { DataExportEntity } from './exports.ts';
import { connectionsAs, ownersConnections } from './connections.ts';
import type { Database } from './database.ts';
import { IdempotencyEntity } from './idempotency.ts';
import { InvitationEntity } from './invitations.ts';
import { MailEntity } from './mails.ts';
import { MemberEntity } from './members.ts';
import { Migration20261121000000_first } from './migrations/Migration20261121000000_first.ts';
import { Migration20261121190000_attestations } from './migrations/Migration20261121190000_attestations.ts';
import { Migration20261121200000_submission_requests } from './migrations/Migration20261121200000_submission_requests.ts';
import { Migration20261121210100_quota_and_idempotency } from './migrations/Migration20261121210100_quota_and_idempotency.ts';
import { Migration20261121210200_webhooks } from './migrations/Migration20261121210200_webhooks.ts';
import { Migration20261121210300_batches } from './migrations/Migration20261121210300_batches.ts';
import { Migration20261121210400_retention } from './migrations/Migration20261121210400_retention.ts';
import { Migration20261121230100_accounts } from './migrations/Migration20261121230100_accounts.ts';
import { Migration20261121230200_portal } from './migrations/Migration20261121230200_portal.ts';
import { Migration20261121230200_one_time_tokens } from './migrations/Migration20261121230200_one_time_tokens.ts';
import { Migration20261121230300_tenancy } from './migrations/Migration20261121230300_tenancy.ts';
import { Migration20261121230400_billing } from './migrations/Migration20261121230400_billing.ts';
import { OneTimeTokenEntity } from './one-time-tokens.ts';
import { Migration20261121230500_data } from './migrations/Migration20261121230500_data.ts';
import { Migration20261121230600_slug } from './migrations/Migration20261121230600_slug.ts';
import { Migration20261122091000_worker_heartbeats } from './migrations/Migration20261122091000_worker_heartbeats.ts';
import { Migration20261122100000_creating_key } from './migrations/Migration20261122100000_creating_key.ts';
import { OrganizationEntity } from './organizations.ts';
import { ReportEntity } from './outputs.ts';
import { watchPool } from './pool.ts';
import { DeletionTombstoneEntity } from './purge.ts';
import { QuotaEntryEntity, UsagePeriodEntity } from './quota.ts';
import { RateWindowEntity } from './rate-windows.ts';
import { ArtifactRefEntity, OriginalRefEntity } from './references.ts';
import { RefreshTokenEntity, SessionEntity } from './sessions.ts';
import { SigningKeyEntity } from './signing-keys.ts';
import { SubmissionEntity } from './submissions.ts';
import { APPLICATION_ROLE, SECURE_TABLES, TENANT_ROLE, TENANT_SETTING } from './tenancy.ts';
import {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEntity,
  WebhookPauseEntity,
  WebhookSecretEntity,
} from './webhook-rows.ts';
import { WorkerHeartbeatEntity } from './worker-heartbeats.ts';

/**
 * Does not wait for the database: an unreachable one shows in the first query, and in `ready`. Whoever the address names
 * must be a member of the roles of `tenancy.ts`; to migrate, the owner of the tables.
 */
export async function connectDatabase(url: string): Promise<Database> {
  const pool = watchPool();
  const orm = await open(url, { ...connectionsAs(APPLICATION_ROLE), onPoolCreated: pool.attach });
  const asOwner = async <T>(work: (owner: Orm) => Promise<T>): Promise<T> => {
    const owner = await open(url, ownersConnections());
    try {
      return await work(owner);
    } finally {
      await owner.close();
    }
  };
  return {
    tenant: (organizationId) =>
      orm.em.fork({ session: { role: TENANT_ROLE, variables: { [TENANT_SETTING]: organizationId } } }),
    system: () => orm.em.fork(),
    migrate: () =>
      asOwner(async (owner) => {
        await owner.migrator.up();
        await owner.em.execute(SECURE_TABLES);
      }),
    schemaDrift: () => asOwner((owner) => owner.schema.getUpdateSchemaSQL({ wrap: false })),
    ready: async () => {
      await orm.em.execute('select 1');
    },
    pool,
    close: () => orm.close(),
  };
}

const ENTITIES = [
  OrganizationEntity,
  ApiKeyEntity,
  MemberEntity,
  SessionEntity,
  RefreshTokenEntity,
  OneTimeTokenEntity,
  InvitationEntity,
  RateWindowEntity,
  AuditEntity,
  MailEntity,
  SubmissionEntity,
  ArtifactRefEntity,
  OriginalRefEntity,
  ForeignHitEntity,
  ReportEntity,
  AttestationEntity,
  SigningKeyEntity,
  BatchEntity,
  UsagePeriodEntity,
  QuotaEntryEntity,
  PaymentEventEntity,
  IdempotencyEntity,
  WebhookEndpointEntity,
  WebhookSecretEntity,
  WebhookEventEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  WebhookPauseEntity,
  DataExportEntity,
  ErasureEntity,
  AccountDeletionEntity,
  DeletionTombstoneEntity,
  WorkerHeartbeatEntity,
];

type Orm = Awaited<ReturnType<typeof open>>;

function open(url: string, driverOptions: object) {
  return MikroORM.init({
    clientUrl: url,
    entities: ENTITIES,
    extensions: [Migrator],
    migrations: {
      migrationsList: [
        { name: 'Migration20261121000000_first', class: Migration20261121000000_first },
        { name: 'Migration20261121190000_attestations', class: Migration20261121190000_attestations },
        { name: 'Migration20261121200000_submission_requests', class: Migration20261121200000_submission_requests },
        { name: 'Migration20261121210100_quota_and_idempotency', class: Migration20261121210100_quota_and_idempotency },
        { name: 'Migration20261121210200_webhooks', class: Migration20261121210200_webhooks },
        { name: 'Migration20261121210300_batches', class: Migration20261121210300_batches },
        { name: 'Migration20261121210400_retention', class: Migration20261121210400_retention },
        { name: 'Migration20261121230100_accounts', class: Migration20261121230100_accounts },
        { name: 'Migration20261121230200_portal', class: Migration20261121230200_portal },
        { name: 'Migration20261121230200_one_time_tokens', class: Migration20261121230200_one_time_tokens },
        { name: 'Migration20261121230300_tenancy', class: Migration20261121230300_tenancy },
        { name: 'Migration20261121230400_billing', class: Migration20261121230400_billing },
        { name: 'Migration20261121230500_data', class: Migration20261121230500_data },
        { name: 'Migration20261121230600_slug', class: Migration20261121230600_slug },
        { name: 'Migration20261122091000_worker_heartbeats', class: Migration20261122091000_worker_heartbeats },
        { name: 'Migration20261122100000_creating_key', class: Migration20261122100000_creating_key },
      ],
      snapshot: false,
      silent: true,
    },
    schemaGenerator: { ignoreRoutines: true },
    pool: { min: 0, max: POOL_SIZE },
    driverOptions,
    // Whoever owns a table is bound by its policies too.
    discovery: {
      onMetadata: (meta) => {
        if (meta.policies.length > 0) meta.rowLevelSecurity = 'force';
      },
    },
  });
}

const POOL_SIZE = 10;
