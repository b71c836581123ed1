/** The revisions of a submission's input, beside its report. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261125103000_timeline extends Migration {
  override up(): void {
    this.addSql(`alter table "submission" add column "timeline" json null`);
  }
}
