/** The portal: what an organization may change of its own. */
import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // Columns by name: neither plan nor state of an organization is its own to write.
  `grant update ("name", "slug", "contact_email", "default_region", "allowed_regions")
    on "organization" to "fixpoint_tenant"`,
  `grant select, insert, update ("is_active", "expires_at") on "api_key" to "fixpoint_tenant"`,
  `grant update ("role"), delete on "member" to "fixpoint_tenant"`,

  `update "organization" set "schema_name" = 'org_' || left(replace("id"::text, '-', ''), 12)`,
];

export class Migration20261121230200_portal extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}
