/**
 * What no index served: the reports and the refresh tokens of an organization, which its deletion takes by the page, and the
 * batches that nothing was attached to, which are looked for twice a minute. Each locks its table while it is made; on a table of
 * many millions make it beforehand under this name, with `create index concurrently`.
 */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261126190000_large_tables extends Migration {
  override up(): void {
    this.addSql('create index if not exists "report_organization" on "report" ("organization_id")');
    this.addSql('create index if not exists "refresh_token_organization" on "refresh_token" ("organization_id")');
    this.addSql('create index if not exists "batch_empty" on "batch" ("created_at") where "total" = 0');
  }
}
