/** Members send documents and ask for them as API keys do: rows name them, and their looks at foreign hashes count. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261125100000_members_as_callers extends Migration {
  override up(): void {
    for (const table of ['submission', 'batch']) this.addSql(`alter table "${table}" add column "member_id" uuid null`);
    // The column holds ids of members as well, and the version before goes on to write it.
    this.addSql(`alter table "foreign_hit" drop constraint "foreign_hit_api_key_fkey",
      add constraint "foreign_hit_organization_fkey" foreign key ("organization_id") references "organization" ("id")`);
  }
}
