/** The spool directory: where an upload lies, for this process's eyes only, between the network and the store. */
import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError } from '#domain/problem-codes.ts';
import { HEADER_WINDOW_BYTES, looksLikePdf, TRAILER_WINDOW_BYTES } from '#domain/pdf-file.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { claimMore, openWithRoom } from '#src/spool/room.ts';
import { keepFresh } from '#src/spool/sweep.ts';
import type { Lease } from '#api/admission/ledger.ts';

export interface SpoolLimits {
  readonly spoolDir: string;
  readonly maxFileBytes: number;
  readonly planTier: PlanTier;
  /** Opens the lease of the bytes of one file, which holds none yet. */
  readonly holdBytes: () => Lease;
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

const KIBIBYTE = 1024;
const FIRST_CLAIM_BYTES = 256 * KIBIBYTE;
/** A claim doubles, and grows by no more than this at a time. */
const MAX_STEP_BYTES = KIBIBYTE * KIBIBYTE;

/**
 * A file claims space as its bytes come: a sender who announces much and sends little holds little.
 *
 * @param announcedBytes null where the sender announced no size
 */
export async function openSpool(limits: SpoolLimits, announcedBytes: number | null): Promise<Spool> {
  const path = join(limits.spoolDir, `fixpoint-upload-${randomUUID()}.pdf`);
  const lease = limits.holdBytes();
  const mostBytes = announcedBytes ?? limits.maxFileBytes;
  let claimedBytes = Math.min(mostBytes, FIRST_CLAIM_BYTES);
  const open = async () => {
    lease.resize(claimedBytes);
    // The API refuses a size that is not free before it asks for the body.
    return openWithRoom(path, 'wx', claimedBytes, Math.max(0, (announcedBytes ?? 0) - claimedBytes));
  };
  const file = await open().catch((error: unknown) => {
    lease[Symbol.dispose]();
    throw error;
  });
  const claim = async (neededBytes: number) => {
    const step = Math.min(Math.max(claimedBytes, FIRST_CLAIM_BYTES), MAX_STEP_BYTES);
    const sizeBytes = Math.max(neededBytes, Math.min(claimedBytes + step, mostBytes));
    lease.resize(sizeBytes);
    await claimMore(file, path, { sizeBytes, heldBytes: claimedBytes });
    claimedBytes = sizeBytes;
  };
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
        if (sizeBytes > claimedBytes) await claim(sizeBytes);
        intake.see(chunk);
        hash.update(chunk);
        await file.writeFile(chunk); // from where the last one ended
      }
    },
    async finish() {
      intake.end();
      await file.truncate(sizeBytes);
      lease.resize(sizeBytes);
      await file.close();
      return { path, sizeBytes, sha256: hash.digest('hex') };
    },
    async remove() {
      fresh[Symbol.dispose]();
      await file.close().catch(() => undefined); // closed already after `finish`
      await rm(path, { force: true });
      lease[Symbol.dispose]();
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
