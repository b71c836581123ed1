/** Submissions tell which documents have cost parsers, so that these are not tried again and again. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261126103000_costly_failures extends Migration {
  override up(): void {
    this.addSql('alter table "submission" add column "costly_failure_of" text null');
    this.addSql(`create index "submission_costly_failures" on "submission" ("organization_id", "original_sha256")
      where "costly_failure_of" is not null`);
  }
}
