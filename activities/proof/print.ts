/** Has a parser child make the page of an attestation, and keeps it with the attestation. */
import type { PrintInput, PrintOutcome } from '#domain/printing.ts';
import type { ParserPool } from '#src/parser-host/pool.ts';
import type { PrintedProofStore } from '#store/proof/printed.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

export interface PrintActivities {
  printAttestation(input: PrintInput): Promise<PrintOutcome>;
}

export interface PrintActivitiesDeps {
  readonly pool: Pick<ParserPool, 'print'>;
  readonly printed: PrintedProofStore;
  readonly log: ActivityLog;
}

/** Somebody waits for the page, and is rather asked to try again than made to wait for long. */
const PARSER_WAIT_MS = 20_000;

export function printActivities({ pool, printed, log }: PrintActivitiesDeps): PrintActivities {
  return {
    printAttestation: ({ organizationId, attestationId }) =>
      runActivity(log, null, async () => {
        const attestation = await printed.unprinted(organizationId, attestationId);
        if (attestation === 'printed' || attestation === 'gone') return attestation;
        const page = await pool.print(attestationId, { organizationId, attestation }, PARSER_WAIT_MS);
        return printed.keep(organizationId, attestationId, page);
      }),
  };
}
