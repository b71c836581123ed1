/** Which build each worker runs, and of which task queues it takes work. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261122130000_worker_versions extends Migration {
  override up(): void {
    // Whoever lives says it again within seconds.
    this.addSql(`delete from "worker_heartbeat"`);
    this.addSql(`alter table "worker_heartbeat"
      add column "build_id" text not null,
      add column "task_queues" text[] not null`);
  }
}
