/** The hash of the archive of an export, for its downloader. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261126093000_export_sha256 extends Migration {
  override up(): void {
    this.addSql(`alter table "data_export" add column "sha256" text null`);
  }
}
