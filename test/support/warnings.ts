/** The warnings of a stage in the form of a report, without their facts. */
import { mergedWarnings } from '#domain/findings/warning.ts';
import type { Warning } from '#domain/report.ts';
import { describeWarning } from '#domain/sentences/describe.ts';
import type { StageResult } from '#engine/stages/stage.ts';

export function sentencesOf({ warnings = [] }: Pick<StageResult, 'warnings'>): Pick<Warning, 'code' | 'message'>[] {
  return mergedWarnings(warnings)
    .map(describeWarning)
    .map(({ code, message }) => ({ code, message }));
}
