/** Prints facts in a parser child, because only parser children normalize PDFs. */
import type { Printable } from '#domain/printing.ts';
import type { Usage } from './child-pool.ts';
import type { ParserProcess } from './parser-process.ts';
import { ParserFailure, requestsWithin, untilReady } from './requests.ts';

interface PrintTerms {
  readonly deadlineMs: number;
  readonly release: (usage: Usage) => void;
}

/** The greatest output with a different glyph everywhere is far smaller. */
const MAX_PRINTED_BYTES = 16 * 1024 * 1024;

export async function runPrint(
  child: ParserProcess,
  printable: Printable,
  { deadlineMs, release }: PrintTerms,
): Promise<Uint8Array> {
  await untilReady(child);
  const ask = requestsWithin(child, deadlineMs);
  const { payload } = await ask({ kind: 'print' }, 'printed', Buffer.from(JSON.stringify(printable)));
  const isPdf = payload.length <= MAX_PRINTED_BYTES && Buffer.from(payload.subarray(0, 5)).toString() === '%PDF-';
  if (!isPdf) {
    child.kill();
    throw new ParserFailure('PARSER_KILLED', null, new Error('The answer is nothing printed.'));
  }
  const freed = await ask({ kind: 'close' }, 'closed').catch(() => null);
  if (freed !== null) release(freed.reply);
  return payload;
}
