/** The connection to PostgreSQL: two kinds of entity manager, migrations, and nothing else shared. */
import { type EntityManager, MikroORM } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { ApiKeyEntity } from './api-keys.ts';
import { AuditEntity } from './audit.ts';
import { AttestationEntity } from './attestations.ts';
import { ForeignHitEntity } from './foreign-hits.ts';
import { BatchEntity } from './batches.ts';
import { PaymentEventEntity } from './billing.ts';
import { IdempotencyEntity } from './idempotency.ts';
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
import { Migration20261121230400_billing } from './migrations/Migration20261121230400_billing.ts';
import { OrganizationEntity } from './organizations.ts';
import { ReportEntity } from './outputs.ts';
import { QuotaEntryEntity, UsagePeriodEntity } from './quota.ts';
import { ArtifactRefEntity, OriginalRefEntity } from './references.ts';
import { RefreshTokenEntity, SessionEntity } from './sessions.ts';
import { SigningKeyEntity } from './signing-keys.ts';
import { SubmissionEntity } from './submissions.ts';
import { TENANT_ROLE, TENANT_SETTING } from './tenancy.ts';
import {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEntity,
  WebhookPauseEntity,
  WebhookSecretEntity,
} from './webhook-rows.ts';

export interface Database {
  /** A fresh manager that sees the rows of this organization only; PostgreSQL itself refuses the others. */
  tenant(organizationId: string): EntityManager;
  /** A fresh manager that sees every tenant: for workers, sweeps and authentication. */
  system(): EntityManager;
  migrate(): Promise<void>;
  /** Statements that would bring the schema to what the entities say; empty when the migrations are complete. */
  schemaDrift(): Promise<string>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Does not wait for the database: an unreachable one shows in the first query, and in `ready`. */
export async function connectDatabase(url: string): Promise<Database> {
  const orm = await MikroORM.init({
    driver: PostgreSqlDriver,
    clientUrl: url,
    entities: [
      OrganizationEntity,
      ApiKeyEntity,
      MemberEntity,
      SessionEntity,
      RefreshTokenEntity,
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
    ],
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
        { name: 'Migration20261121230400_billing', class: Migration20261121230400_billing },
      ],
      snapshot: false,
      silent: true,
    },
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    },
  });
  return {
    tenant: (organizationId) =>
      orm.em.fork({ session: { role: TENANT_ROLE, variables: { [TENANT_SETTING]: organizationId } } }),
    system: () => orm.em.fork(),
    migrate: async () => {
      await orm.migrator.up();
    },
    schemaDrift: () => orm.schema.getUpdateSchemaSQL({ wrap: false }),
    ready: async () => {
      await orm.em.getConnection().execute('select 1');
    },
    close: () => orm.close(),
  };
}

const POOL_SIZE = 10;
/** Also the longest a request waits for a free connection before it answers 503. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The server's own limit, and ours for a server that has gone silent. */
const STATEMENT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 6_000;
