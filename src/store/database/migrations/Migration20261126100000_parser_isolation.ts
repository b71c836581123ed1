/** Workers tell whether their parsers are cut off from the files and processes of the host, and not from its network alone. */
import { Migration } from '@mikro-orm/migrations';

const CHECK = 'worker_heartbeat_parser_isolation_check';

export class Migration20261126100000_parser_isolation extends Migration {
  override up(): void {
    this.addSql(`alter table "worker_heartbeat" drop constraint "${CHECK}"`);
    this.addSql(`alter table "worker_heartbeat" add constraint "${CHECK}" check
      ("parser_isolation" in ('full', 'no-network', 'network-access'))`);
  }
}
