/** Organizations carry the work of parsers for which nobody paid, so that their documents wait behind those of others. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261128102000_unpaid_work extends Migration {
  override up(): void {
    this.addSql(`alter table "organization"
      add column "unpaid_work_ms" double precision null, add column "unpaid_work_at" timestamptz null`);
    this.addSql(`create index "organization_unpaid_work" on "organization" ("unpaid_work_at")
      where "unpaid_work_at" is not null`);
  }
}
