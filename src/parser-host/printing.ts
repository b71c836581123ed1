/** An attestation inside one parser child, which makes its page: only there is a PDF normalized. */
import type { Attestation } from '#domain/attestation.ts';
import type { Usage } from './child-pool.ts';
import type { ParserProcess } from './parser-process.ts';
import { ParserFailure, requestsWithin, untilReady } from './session.ts';

interface PrintTerms {
  readonly deadlineMs: number;
  readonly release: (usage: Usage) => void;
}

/** Far above what one page with three fonts needs. */
const MAX_PAGE_BYTES = 1024 * 1024;

export async function runPrint(
  child: ParserProcess,
  attestation: Attestation,
  { deadlineMs, release }: PrintTerms,
): Promise<Uint8Array> {
  await untilReady(child);
  const ask = requestsWithin(child, deadlineMs);
  const { payload } = await ask(null, { kind: 'print' }, 'printed', Buffer.from(JSON.stringify(attestation)));
  const isPage = payload.length <= MAX_PAGE_BYTES && Buffer.from(payload.subarray(0, 5)).toString() === '%PDF-';
  if (!isPage) {
    child.kill();
    throw new ParserFailure('PARSER_KILLED', null, new Error('The answer is no page.'));
  }
  const freed = await ask(null, { kind: 'close' }, 'closed').catch(() => null);
  if (freed !== null) release(freed.reply);
  return payload;
}
