/**
 * A period knows whether the entries of its ledger are still kept, so that those of old periods are found without an index that every
 * document would have to write to.
 */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261127110000_kept_ledgers extends Migration {
  override up(): void {
    this.addSql('alter table "usage_period" add column "ledger_kept" boolean not null default true');
    this.addSql('create index "usage_period_ledger" on "usage_period" ("ends_at") where "ledger_kept"');
  }
}
