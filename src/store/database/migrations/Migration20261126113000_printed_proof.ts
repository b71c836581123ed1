/** An attestation has a printed form, made when somebody first asks for it. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113000_printed_proof extends Migration {
  override up(): void {
    this.addSql('alter table "attestation" add column "printed" bytea null');
  }
}
