/** Workers say of themselves that they live, and how their parsers are isolated. No tenant's. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261122091000_worker_heartbeats extends Migration {
  override up(): void {
    this.addSql(`create table "worker_heartbeat" (
      "worker_id" uuid not null primary key,
      "parser_isolation" text not null,
      "parser_walls" text[] not null,
      "started_at" timestamptz not null,
      "seen_at" timestamptz not null,
      constraint "worker_heartbeat_parser_isolation_check" check
        ("parser_isolation" in ('no-network', 'network-access')))`);
  }
}
