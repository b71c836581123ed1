/** The fingerprints of the pages of outputs. Submissions that ended before have none. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261128090000_page_fingerprints extends Migration {
  override up(): void {
    this.addSql(`create table "page_fingerprint" (
      "organization_id" uuid not null,
      "submission_id" uuid not null,
      "page" int not null,
      "fingerprint" bytea not null,
      "without_margins" bytea null,
      primary key ("organization_id", "submission_id", "page"),
      constraint "page_fingerprint_submission_fkey" foreign key ("organization_id", "submission_id")
        references "submission" ("organization_id", "id") on delete cascade)`);
    // Both indexes have all that a search reads, so that it need not read the table.
    this.addSql(`create index "page_fingerprint_whole" on "page_fingerprint"
      ("organization_id", "fingerprint", "submission_id", "page")`);
    this.addSql(`create index "page_fingerprint_body" on "page_fingerprint"
      ("organization_id", "without_margins", "submission_id", "page") where "without_margins" is not null`);
    this.addSql('alter table "page_fingerprint" enable row level security');
    this.addSql(`create policy "page_fingerprint_tenant" on "page_fingerprint" to "fixpoint_tenant"
      using (organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid)
      with check (organization_id = (nullif(current_setting('fixpoint.organization', true), ''))::uuid)`);
    this.addSql('grant select on "page_fingerprint" to "fixpoint_tenant"');
  }
}
