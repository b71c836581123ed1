/** What a request may say of its submission besides the document: its batch, where to report, that nothing may stay. */
import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  `alter table "submission"
    add column "batch_id" uuid null,
    add column "webhook_url" text null,
    add column "stateless" boolean not null default false,
    add column "granted_at" timestamptz null`,
  `alter table "submission" alter column "stateless" drop default`,
];

export class Migration20261121200000_submission_requests extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}
