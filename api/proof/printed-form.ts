/** The printed form of what an endpoint answers, for callers that name its media type. */
import { PRINT_TIMEOUT_MS, type PrintInput } from '#domain/printing.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import type { PrintedStore } from '#store/proof/printed.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { disconnectSignal } from '#api/http/disconnect-signal.ts';
import type { Context } from '#api/http/http.ts';

export const PDF = 'application/pdf';

export interface Printing {
  readonly printed: PrintedStore;
  readonly temporal: Pick<TemporalClient, 'print'>;
}

/** A worker makes it when it is first asked for. Null where what it is printed from is gone, also meanwhile. */
export async function printedForm(
  ctx: Context,
  input: PrintInput,
  { printed, temporal }: Printing,
): Promise<Buffer | null> {
  const form = printed(input);
  const known = await form.find();
  if (known !== null) return Buffer.from(known);
  using disconnect = disconnectSignal(ctx);
  const late = AbortSignal.timeout(PRINT_TIMEOUT_MS);
  const outcome = await temporal.print(input, AbortSignal.any([disconnect.signal, late])).catch(unavailable);
  if (outcome === null && late.aborted) {
    throw new ServiceError('processing_timeout', 'The printed form could not be made in the time there is.');
  }
  if (outcome === null) unavailable();
  const made = await form.find();
  return made && Buffer.from(made);
}

function unavailable(cause?: unknown): never {
  const message = 'The printed form was not made; please ask again.';
  throw new ServiceError('service_unavailable', message, cause === undefined ? {} : { cause });
}
