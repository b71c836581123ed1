/** Sends documents to a service from several organizations in order, with a limit of parallel requests. */
import { setTimeout } from 'node:timers/promises';
import { mapAll } from '#tools/quality/programs.ts';
import { percentile } from '#tools/figures.ts';
import type { Instance } from './instance.ts';

export interface Load {
  readonly inFlight: number;
  readonly organizations: number;
}

export interface LoadFigures extends Load {
  readonly documentsPerSecond: number;
  /** The milliseconds to the answer. */
  readonly p50: number;
  readonly p99: number;
  readonly submissionIds: readonly string[];
}

/** Sends all of them and waits for each answer. */
export async function load(
  { baseUrl, apiKeys }: Instance,
  documents: readonly Uint8Array[],
  { inFlight, organizations }: Load,
): Promise<LoadFigures> {
  const submissionIds: string[] = [];
  const { times, seconds } = await inLanes(documents, inFlight, async (bytes, index) => {
    const apiKey = apiKeys[index % organizations] ?? '';
    submissionIds.push(await send(baseUrl, apiKey, bytes));
  });
  return {
    inFlight,
    organizations,
    documentsPerSecond: documents.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    submissionIds,
  };
}

/** Processes a list with a limit of parallel items. `times` are milliseconds, unsorted. */
export async function inLanes<T>(
  items: readonly T[],
  inFlight: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<{ readonly times: number[]; readonly seconds: number }> {
  const times: number[] = [];
  const startedAt = performance.now();
  const timed = async (item: T, index: number): Promise<void> => {
    const begunAt = performance.now();
    await work(item, index);
    times.push(performance.now() - begunAt);
  };
  await mapAll(items, timed, inFlight);
  return { times, seconds: (performance.now() - startedAt) / 1000 };
}

/** Waits for the end of the document and returns the id of the submission. */
export async function send(baseUrl: string, apiKey: string, bytes: Uint8Array): Promise<string> {
  const response = await fetch(`${baseUrl}/api/normalize?signed_pdf_policy=strip`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/pdf' },
    body: Buffer.from(bytes),
  });
  await response.arrayBuffer();
  const submissionId = response.headers.get('x-submission-id') ?? '';
  if (response.status === 202) await untilEnded(new URL(response.headers.get('location') ?? '', baseUrl), apiKey);
  // A document that cannot be normalized is a valid answer.
  else if (response.status !== 200 && response.status !== 422) {
    throw new Error(`The service answered ${response.status}.`);
  }
  return submissionId;
}

/**
 * Polls a submission that the service answers later, as a client does: at the address and the time that the answer
 * names.
 */
async function untilEnded(location: URL, apiKey: string): Promise<void> {
  for (;;) {
    const response = await fetch(location, { headers: { 'X-Api-Key': apiKey } });
    if (!response.ok) throw new Error(`The service answered ${response.status} when asked about a submission.`);
    const { status } = (await response.json()) as { status: string };
    if (status !== 'PENDING' && status !== 'IN_PROGRESS') return;
    await setTimeout(Number(response.headers.get('retry-after') ?? '1') * 1000);
  }
}
