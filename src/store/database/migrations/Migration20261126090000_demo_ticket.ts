/** Tickets by which the demo organization is entered in development. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261126090000_demo_ticket extends Migration {
  override up(): void {
    this.addSql(`alter table "one_time_token" drop constraint "one_time_token_purpose_check"`);
    this.addSql(`alter table "one_time_token" add constraint "one_time_token_purpose_check" check ("purpose" in
      ('verify-email', 'reset-password', 'second-factor', 'reauthentication', 'passkey-registration', 'demo-ticket'))`);
  }
}
