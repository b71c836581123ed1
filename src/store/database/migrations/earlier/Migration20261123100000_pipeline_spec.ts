/** Lists by pipeline specification: an index of what the reports of outputs say, or did not say under the first one. */
import { Migration } from '@mikro-orm/migrations';

export class Migration20261123100000_pipeline_spec extends Migration {
  override up(): void {
    this.addSql(`create index "submission_pipeline_spec" on "submission" ("organization_id",
      (coalesce(report->'normalized'->>'pipelineSpec',
        case when report->'normalized'->>'sha256' is not null then 'norm-1' end)), "created_at")`);
  }
}
