/** Attestations of normalized documents, and the public keys that verify them. */
import { Migration } from '@mikro-orm/migrations';

const OWN_ROWS = `organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid`;

const STATEMENTS = [
  `create table "attestation" (
    "id" uuid not null primary key,
    "organization_id" uuid not null references "organization" ("id"),
    "original_sha256" text not null,
    "normalized_sha256" text not null,
    "document" json not null,
    "certificate" text not null,
    "envelope" json not null,
    "issued_at" timestamptz not null,
    "expires_at" timestamptz not null,
    constraint "attestation_pair" unique ("organization_id", "original_sha256", "normalized_sha256"))`,
  `create index "attestation_output" on "attestation" ("organization_id", "normalized_sha256", "issued_at")`,

  // No tenant's: the role of tenants gets no right to it.
  `create table "signing_key" (
    "kid" text not null primary key,
    "public_jwk" json not null,
    "created_at" timestamptz not null,
    "retired_at" timestamptz null)`,

  `grant select on "attestation" to "fixpoint_tenant"`,
  `alter table "attestation" enable row level security`,
  `create policy "attestation_tenant" on "attestation" to "fixpoint_tenant" using (${OWN_ROWS}) with check (${OWN_ROWS})`,
];

export class Migration20261121190000_attestations extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}
