/** The certificate of a deletion has a printed form, made when somebody first asks for it. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261126120000_printed_deletion extends Migration {
  override up(): void {
    this.addSql('alter table "deletion_tombstone" add column "printed" bytea null');
  }
}
