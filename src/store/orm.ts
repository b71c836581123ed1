/** The connection to PostgreSQL: two kinds of entity manager, migrations, and nothing else shared. */
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { AccountDeletionEntity } from './privacy/account-deletions.ts';
import { ApiKeyEntity } from './organizations/api-keys.ts';
import { AuditEntity } from './organizations/audit.ts';
import { AttestationEntity } from './proof/attestations.ts';
import { CrossTenantProbeEntity } from './organizations/cross-tenant-probes.ts';
import { BatchEntity } from './submissions/batches.ts';
import { PaymentEventEntity } from './billing/billing.ts';
import { UsageDayEntity } from './billing/daily-usage.ts';
import { ErasureEntity } from './privacy/erasures.ts';
import { DataExportEntity } from './privacy/exports.ts';
import { connectionsAs, ownersConnections } from './database/connections.ts';
import { type Database, UnknownMigrations } from './database/database.ts';
import { IdempotentAnswerEntity } from './database/idempotent-answers.ts';
import { PasskeyEntity, RecoveryCodeEntity, TotpEntity } from './accounts/factor-rows.ts';
import { IdempotencyEntity } from './submissions/idempotency.ts';
import { InvitationEntity } from './accounts/invitations.ts';
import { MailEntity } from './mail/mails.ts';
import { MemberEntity } from './accounts/members.ts';
import { Migration20261122120000_first } from './database/migrations/earlier/Migration20261122120000_first.ts';
import { Migration20261123100000_pipeline_spec } from './database/migrations/earlier/Migration20261123100000_pipeline_spec.ts';
import { Migration20261124090000_correlation } from './database/migrations/earlier/Migration20261124090000_correlation.ts';
import { Migration20261125090000_idempotent_answers } from './database/migrations/earlier/Migration20261125090000_idempotent_answers.ts';
import { Migration20261125093000_usage_days } from './database/migrations/earlier/Migration20261125093000_usage_days.ts';
import { Migration20261125100000_members_as_callers } from './database/migrations/earlier/Migration20261125100000_members_as_callers.ts';
import { Migration20261125103000_timeline } from './database/migrations/earlier/Migration20261125103000_timeline.ts';
import { Migration20261125110000_second_factor } from './database/migrations/earlier/Migration20261125110000_second_factor.ts';
import { Migration20261126090000_demo_ticket } from './database/migrations/Migration20261126090000_demo_ticket.ts';
import { Migration20261126093000_export_sha256 } from './database/migrations/Migration20261126093000_export_sha256.ts';
import { Migration20261126100000_parser_isolation } from './database/migrations/Migration20261126100000_parser_isolation.ts';
import { Migration20261126103000_costly_failures } from './database/migrations/Migration20261126103000_costly_failures.ts';
import { Migration20261126113000_printed_proof } from './database/migrations/Migration20261126113000_printed_proof.ts';
import { Migration20261126120000_printed_deletion } from './database/migrations/Migration20261126120000_printed_deletion.ts';
import { Migration20261126190000_large_tables } from './database/migrations/Migration20261126190000_large_tables.ts';
import { Migration20261127110000_kept_ledgers } from './database/migrations/Migration20261127110000_kept_ledgers.ts';
import { Migration20261128090000_page_fingerprints } from './database/migrations/Migration20261128090000_page_fingerprints.ts';
import { Migration20261128100000_probes_of_organization } from './database/migrations/Migration20261128100000_probes_of_organization.ts';
import { Migration20261128102000_unpaid_work } from './database/migrations/Migration20261128102000_unpaid_work.ts';
import { Migration20261128104000_object_folders } from './database/migrations/Migration20261128104000_object_folders.ts';
import { Migration20261128110000_flagged_events } from './database/migrations/Migration20261128110000_flagged_events.ts';
import { Migration20261128112000_signed_facts } from './database/migrations/Migration20261128112000_signed_facts.ts';
import { OneTimeTokenEntity } from './accounts/one-time-tokens.ts';
import { OrganizationEntity } from './organizations/organizations.ts';
import { ReportEntity } from './submissions/outputs.ts';
import { watchPool } from './database/pool.ts';
import { RoundTripManager } from './database/round-trips.ts';
import { DeletionTombstoneEntity } from './privacy/purge.ts';
import { QuotaEntryEntity, UsagePeriodEntity } from './billing/quota.ts';
import { RateWindowEntity } from './database/rate-windows.ts';
import { ArtifactRefEntity, OriginalRefEntity, SharedLayoutEntity } from './objects/references.ts';
import { RefreshTokenEntity, SessionEntity } from './accounts/sessions.ts';
import { SigningKeyEntity } from './proof/signing-keys.ts';
import { PageFingerprintEntity } from './submissions/page-fingerprints.ts';
import { SubmissionEntity } from './submissions/submissions.ts';
import { APPLICATION_ROLE, SECURE_TABLES, TENANT_ROLE, TENANT_SETTING } from './database/tenancy.ts';
import {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEntity,
  WebhookPauseEntity,
  WebhookSecretEntity,
} from './webhooks/rows.ts';
import { WorkerHeartbeatEntity } from './database/worker-heartbeats.ts';

/**
 * Does not wait for the database: an unreachable one shows in the first query, and in `ready`. The user of the address
 * must be a member of the roles of `tenancy.ts`, and needs no further right.
 */
export async function connectDatabase(url: string): Promise<Database> {
  const pool = watchPool();
  const orm = await MikroORM.init(options(url, { ...connectionsAs(APPLICATION_ROLE), onPoolCreated: pool.attach }));
  return {
    tenant: (organizationId) =>
      orm.em.fork({ session: { variables: { [TENANT_SETTING]: organizationId, role: TENANT_ROLE } } }),
    system: () => orm.em.fork(),
    ready: async () => {
      await orm.em.execute('select 1');
    },
    pool,
    close: () => orm.close(),
  };
}

/** Brings the schema to this version, as the owner of the tables, whom the address names. Throws UnknownMigrations. */
export async function migrateDatabase(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    if (await isOfLaterVersion(owner.migrator)) return;
    await owner.migrator.up();
    await owner.em.execute(SECURE_TABLES);
  });
}

/** The statements that would adapt the schema to the entities; empty when the migrations are complete. */
export async function schemaDrift(ownerUrl: string): Promise<string> {
  return asOwner(ownerUrl, (owner) => owner.schema.getUpdateSchemaSQL({ wrap: false }));
}

async function asOwner<T>(url: string, work: (owner: Orm) => Promise<T>): Promise<T> {
  const owner = await MikroORM.init(ownersOptions(url));
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

const ENTITIES = [
  OrganizationEntity,
  ApiKeyEntity,
  MemberEntity,
  SessionEntity,
  RefreshTokenEntity,
  OneTimeTokenEntity,
  TotpEntity,
  PasskeyEntity,
  RecoveryCodeEntity,
  InvitationEntity,
  RateWindowEntity,
  AuditEntity,
  MailEntity,
  SubmissionEntity,
  PageFingerprintEntity,
  ArtifactRefEntity,
  OriginalRefEntity,
  CrossTenantProbeEntity,
  ReportEntity,
  AttestationEntity,
  SigningKeyEntity,
  BatchEntity,
  UsagePeriodEntity,
  UsageDayEntity,
  QuotaEntryEntity,
  PaymentEventEntity,
  IdempotencyEntity,
  IdempotentAnswerEntity,
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
  SharedLayoutEntity,
];

const MIGRATIONS = [
  { name: 'Migration20261122120000_first', class: Migration20261122120000_first },
  { name: 'Migration20261123100000_pipeline_spec', class: Migration20261123100000_pipeline_spec },
  { name: 'Migration20261124090000_correlation', class: Migration20261124090000_correlation },
  { name: 'Migration20261125090000_idempotent_answers', class: Migration20261125090000_idempotent_answers },
  { name: 'Migration20261125093000_usage_days', class: Migration20261125093000_usage_days },
  { name: 'Migration20261125100000_members_as_callers', class: Migration20261125100000_members_as_callers },
  { name: 'Migration20261125103000_timeline', class: Migration20261125103000_timeline },
  { name: 'Migration20261125110000_second_factor', class: Migration20261125110000_second_factor },
  { name: 'Migration20261126090000_demo_ticket', class: Migration20261126090000_demo_ticket },
  { name: 'Migration20261126093000_export_sha256', class: Migration20261126093000_export_sha256 },
  { name: 'Migration20261126100000_parser_isolation', class: Migration20261126100000_parser_isolation },
  { name: 'Migration20261126103000_costly_failures', class: Migration20261126103000_costly_failures },
  { name: 'Migration20261126113000_printed_proof', class: Migration20261126113000_printed_proof },
  { name: 'Migration20261126120000_printed_deletion', class: Migration20261126120000_printed_deletion },
  { name: 'Migration20261126190000_large_tables', class: Migration20261126190000_large_tables },
  { name: 'Migration20261127110000_kept_ledgers', class: Migration20261127110000_kept_ledgers },
  { name: 'Migration20261128090000_page_fingerprints', class: Migration20261128090000_page_fingerprints },
  { name: 'Migration20261128100000_probes_of_organization', class: Migration20261128100000_probes_of_organization },
  { name: 'Migration20261128102000_unpaid_work', class: Migration20261128102000_unpaid_work },
  { name: 'Migration20261128104000_object_folders', class: Migration20261128104000_object_folders },
  { name: 'Migration20261128110000_flagged_events', class: Migration20261128110000_flagged_events },
  { name: 'Migration20261128112000_signed_facts', class: Migration20261128112000_signed_facts },
];

type Orm = MikroORM;

/** The options of the owner of the tables, who migrates; also for the command line of MikroORM. */
export function ownersOptions(url: string) {
  return options(url, ownersConnections());
}

function options(url: string, driverOptions: object) {
  return defineConfig({
    clientUrl: url,
    entities: ENTITIES,
    entityManager: RoundTripManager,
    extensions: [Migrator],
    migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true },
    schemaGenerator: { ignoreRoutines: true },
    pool: { min: 0, max: POOL_SIZE },
    driverOptions,
    // The policies bind owners of tables too.
    discovery: {
      onMetadata: (meta) => {
        if (meta.policies.length > 0) meta.rowLevelSecurity = 'force';
      },
    },
  });
}

const POOL_SIZE = 10;

/** Names of the migrations that the database has had, the first one first; asked as the service. */
export async function executedMigrations(database: Database): Promise<string[]> {
  const executed = 'select name from mikro_orm_migrations order by name';
  return (await database.system().execute<{ name: string }[]>(executed)).map(({ name }) => name);
}

/** Names of the migrations of this version that it has not had. */
export async function missingMigrations(database: Database): Promise<string[]> {
  const executed = new Set(await executedMigrations(database));
  return MIGRATIONS.map(({ name }) => name).filter((name) => !executed.has(name));
}

/**
 * Whoever goes back to this version after a later one finds the later one's tables, which are good for both: a
 * migration takes nothing away that the version before it needs. A database of another history is refused.
 */
async function isOfLaterVersion(migrator: Orm['migrator']): Promise<boolean> {
  const known = MIGRATIONS.map(({ name }) => name);
  const executed = (await migrator.getExecuted()).map(({ name }) => name);
  const unknown = executed.filter((name) => !known.includes(name));
  if (unknown.length === 0) return false;
  const hasAllOfOurs = known.every((name) => executed.includes(name));
  const areLater = unknown.every((name) => known.every((ours) => name > ours));
  if (!hasAllOfOurs || !areLater) throw new UnknownMigrations(unknown);
  return true;
}
