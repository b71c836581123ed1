/** The facts document of a submission that has ended, as the text that is signed, and the envelope with its signature. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261128112000_signed_facts extends Migration {
  override up(): void {
    this.addSql(`alter table "submission" add column "facts" text null, add column "facts_envelope" json null`);
  }
}
