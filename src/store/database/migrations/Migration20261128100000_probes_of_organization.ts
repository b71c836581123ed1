/** An organization is asked for all its probes of an hour, whichever key or member made them. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261128100000_probes_of_organization extends Migration {
  override up(): void {
    this.addSql('create index "foreign_hit_organization" on "foreign_hit" ("organization_id", "hour")');
  }
}
