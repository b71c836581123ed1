/** This activity lets a parser child print facts, and stores the pages beside the source of the facts. */
import { ownerOf, type PrintInput, type PrintOutcome } from '#domain/printing.ts';
import type { ParserPool } from '#src/parser-host/pool.ts';
import type { PrintedStore } from '#store/proof/printed.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

export type PrintActivities = ReturnType<typeof printActivities>;

export interface PrintActivitiesDeps {
  readonly pool: Pick<ParserPool, 'print'>;
  readonly printed: PrintedStore;
  readonly log: ActivityLog;
}

/** Somebody waits for the pages, and is rather asked to try again than made to wait for long. */
const PARSER_WAIT_MS = 20_000;

export function printActivities({ pool, printed, log }: PrintActivitiesDeps) {
  return {
    printPages: (input: PrintInput): Promise<PrintOutcome> =>
      runActivity(log, null, async () => {
        const form = printed(input);
        const printable = await form.unprinted();
        if (printable === 'printed' || printable === 'gone') return printable;
        const pages = await pool.print(input.id, { organizationId: ownerOf(input), printable }, PARSER_WAIT_MS);
        return form.keep(pages);
      }),
  };
}
