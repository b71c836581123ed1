/** This index serves lists by pipeline specification. A report of an output without a specification counts as `norm-1`. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261123100000_pipeline_spec extends Migration {
  override up(): void {
    this.addSql(`create index "submission_pipeline_spec" on "submission" ("organization_id",
      (coalesce(report->'normalized'->>'pipelineSpec',
        case when report->'normalized'->>'sha256' is not null then 'norm-1' end)), "created_at")`);
  }
}
