/** What callers note beside submissions and batches, and lists by their reference. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261124090000_correlation extends Migration {
  override up(): void {
    for (const table of ['submission', 'batch']) {
      this.addSql(`alter table "${table}" add column "client_reference" text null, add column "metadata" json null`);
      this.addSql(`create index "${table}_client_reference" on "${table}" ("organization_id", "client_reference")`);
    }
  }
}
