/** Webhooks have an event for submissions whose verdict has the worst level. */
import { Migration } from '@mikro-orm/migrations';

const SUBSCRIBED = ['normalization.success', 'normalization.failure', 'normalization.rejected', 'submission.flagged'];
const SENT = [...SUBSCRIBED, 'batch.completed', 'webhook.test'];

const ENDPOINTS = `alter table "webhook_endpoint" drop constraint "webhook_endpoint_events_check",
  add constraint "webhook_endpoint_events_check" check ("events" <@ array[${quoted(SUBSCRIBED, '::text')}])`;
const EVENTS = `alter table "webhook_event" drop constraint "webhook_event_type_check",
  add constraint "webhook_event_type_check" check ("type" in (${quoted(SENT)}))`;

export class Migration20261128110000_flagged_events extends Migration {
  override up(): void {
    this.addSql(ENDPOINTS);
    this.addSql(EVENTS);
  }
}

function quoted(words: readonly string[], type = ''): string {
  return words.map((word) => `'${word}'${type}`).join(', ');
}
