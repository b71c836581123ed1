/** `fixpoint admin usage-reconcile`: the counters of the running periods beside the ledger that they are made of. */
import { say } from '#src/cli/terminal.ts';
import { auditUsage } from '#store/billing/usage-audit.ts';
import { withParts } from './parts.ts';

/** Answers the exit code: 1 where they differ and are left so. */
export function reconcileUsage({ mend }: { readonly mend: boolean }): Promise<number> {
  return withParts(async (database) => {
    let differences = 0;
    for await (const { organizationId, startsAt, counted, entered } of auditUsage(database, { mend })) {
      differences += 1;
      process.stdout.write(`${JSON.stringify({ organizationId, startsAt, counted, entered })}\n`);
    }
    say(
      differences === 0
        ? 'All counters agree with the ledger.'
        : `${differences} periods differ${mend ? ' and are repaired' : '; --mend sets them to the values of the ledger'}.`,
    );
    return differences === 0 || mend ? 0 : 1;
  });
}
