/** The spool directory: where an upload lies, for this process's eyes only, between the network and the store. */
import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError } from '#domain/problem-codes.ts';
import { HEADER_WINDOW_BYTES, looksLikePdf, TRAILER_WINDOW_BYTES } from '#domain/pdf-file.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { openWithRoom } from '#src/spool/room.ts';
import { keepFresh } from '#src/spool/sweep.ts';

export interface SpoolLimits {
  readonly spoolDir: string;
  readonly maxFileBytes: number;
  readonly planTier: PlanTier;
}

export interface SpooledPdf {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface Spool {
  /** Takes the whole stream: counted and hashed on the way. */
  consume(source: Readable): Promise<void>;
  /** Refuses what is no PDF at first sight. */
  finish(): Promise<SpooledPdf>;
  remove(): Promise<void>;
}

/** @param expectedBytes for which there has to be room; the document may turn out smaller, or larger */
export async function openSpool(limits: SpoolLimits, expectedBytes: number): Promise<Spool> {
  const path = join(limits.spoolDir, `fixpoint-upload-${randomUUID()}.pdf`);
  const file = await openWithRoom(path, 'wx', expectedBytes);
  const fresh = keepFresh(path);
  const hash = createHash('sha256');
  const intake = intakeCheck();
  let sizeBytes = 0;
  return {
    async consume(source) {
      // The stream is not destroyed on a fault: the connection is still needed for the answer.
      for await (const chunk of source.iterator({ destroyOnReturn: false })) {
        sizeBytes += chunk.length;
        if (sizeBytes > limits.maxFileBytes) throw tooLarge(limits);
        intake.see(chunk);
        hash.update(chunk);
        await file.writeFile(chunk); // from where the last one ended
      }
    },
    async finish() {
      intake.end();
      await file.truncate(sizeBytes);
      await file.close();
      return { path, sizeBytes, sha256: hash.digest('hex') };
    },
    async remove() {
      fresh[Symbol.dispose]();
      await file.close().catch(() => undefined); // closed already after `finish`
      await rm(path, { force: true });
    },
  };
}

export function tooLarge({ maxFileBytes, planTier }: SpoolLimits): ServiceError {
  const detail = `The file is larger than the ${maxFileBytes} bytes plan ${planTier} allows.`;
  return new ServiceError('file_too_large', detail, { members: { limitBytes: maxFileBytes, planTier } });
}

/** Looks at the begin and at the end, as the engine will: what it would not open is refused here. */
function intakeCheck() {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    see(chunk: Buffer) {
      const missing = HEADER_WINDOW_BYTES - head.length;
      if (missing > 0) head = Buffer.concat([head, chunk.subarray(0, missing)]);
      tail = Buffer.concat([tail, chunk.subarray(-TRAILER_WINDOW_BYTES)]).subarray(-TRAILER_WINDOW_BYTES);
    },
    end() {
      if (looksLikePdf(head.toString('latin1'), tail.toString('latin1'))) return;
      const window = HEADER_WINDOW_BYTES.toLocaleString('en-US');
      const detail = head.length === 0 ? 'The file is empty.' : `No %PDF- within the first ${window} bytes.`;
      throw new ServiceError('not_a_pdf', detail);
    },
  };
}
