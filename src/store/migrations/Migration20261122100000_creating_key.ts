/**
 * Which API key has made a submission or a batch: a key that may not read sees what it made itself. Of what is older nobody
 * knows, and it takes the scope `read`. No foreign key: keys end with their organization alone, after all that names them.
 */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261122100000_creating_key extends Migration {
  override up(): void {
    for (const table of ['submission', 'batch'])
      this.addSql(`alter table "${table}" add column "api_key_id" uuid null`);
  }
}
