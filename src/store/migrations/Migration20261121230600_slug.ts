/**
 * The slug is no key that other tables could refer to: no partial index is. So a change of the slug waits for nobody who
 * writes a row that refers to the organization, and who may wait for the same place in the audit log.
 */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261121230600_slug extends Migration {
  override up(): void {
    this.addSql(`alter table "organization" drop constraint "organization_slug_unique"`);
    this.addSql(`create unique index "organization_slug_unique" on "organization" ("slug") where "slug" is not null`);
  }
}
