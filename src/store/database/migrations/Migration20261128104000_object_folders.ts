/**
 * References say where their object lies. Those of before lie in the layout that organizations share, and so do new ones
 * until `fixpoint admin move-objects`, since the version before finds them nowhere else. An empty database has nothing to
 * move: its objects lie in folders of their organizations from the first one on.
 */
import { Migration } from '@mikro-orm/migrations';

const REFERENCES = ['artifact_ref', 'original_ref'];

export class Migration20261128104000_object_folders extends Migration {
  override up(): void {
    for (const table of REFERENCES) this.addSql(`alter table "${table}" add column "folder" uuid null`);
    this.addSql(`create table "shared_layout" (
      "since" timestamptz not null primary key,
      "moving_since" timestamptz null)`);
    this.addSql(`create function "fixpoint_folder_of_new_object"("organization" uuid) returns uuid
      language sql stable security definer set search_path = pg_catalog, pg_temp as $$
        select $1 where not exists (select from public.shared_layout where moving_since is null)
      $$`);
    this.addSql('revoke execute on function "fixpoint_folder_of_new_object" from public');
    this.addSql('grant execute on function "fixpoint_folder_of_new_object" to "fixpoint_app", "fixpoint_tenant"');
    // The owner of the tables sees no rows of tenants: the application does, or will where all tables are new.
    this.addSql('grant select, insert, update, delete on "shared_layout" to "fixpoint_app"');
    for (const table of REFERENCES) this.addSql(`grant select on "${table}" to "fixpoint_app"`);
    this.addSql('set local role "fixpoint_app"');
    const references = REFERENCES.map((table) => `(select from "${table}" limit 1)`).join(' union all ');
    this.addSql(`insert into "shared_layout" ("since") select now() where exists (${references})`);
    this.addSql('reset role');
  }
}
