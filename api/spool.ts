/** The spool directory: where an upload lies, for this process's eyes only, between the network and the store. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError } from '#domain/errors.ts';
import type { PlanTier } from '#domain/plan.ts';

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
  /** Takes the whole stream: counted, hashed and checked for its header on the way. */
  consume(source: Readable): Promise<void>;
  finish(): Promise<SpooledPdf>;
  remove(): Promise<void>;
}

/** Uploads, and the outputs of stateless ones, which the worker leaves here. */
const NAME = /^fixpoint-(upload|output)-[0-9a-f-]{36}\.pdf$/;
/** An upload that grows is young, and no request waits as long as this for what comes after. */
const LEFT_BEHIND_MS = 10 * 60 * 1000;
const SWEEP_EVERY_MS = 5 * 60 * 1000;

/** Removes what a killed process has left behind: this one's predecessor, or another one of the same directory. */
export async function clearSpool(spoolDir: string): Promise<void> {
  await mkdir(spoolDir, { recursive: true });
  for (const name of await readdir(spoolDir)) {
    const path = join(spoolDir, name);
    if (!NAME.test(name)) continue;
    const found = await stat(path).catch(() => null); // its owner may remove it meanwhile
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}

/** Now, and again and again for as long as the process lives. */
export async function keepSpoolClear(spoolDir: string, onError: (error: unknown) => void): Promise<void> {
  await clearSpool(spoolDir);
  setInterval(() => void clearSpool(spoolDir).catch(onError), SWEEP_EVERY_MS).unref();
}

export async function openSpool(limits: SpoolLimits): Promise<Spool> {
  const path = join(limits.spoolDir, `fixpoint-upload-${randomUUID()}.pdf`);
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const header = headerCheck();
  let sizeBytes = 0;
  return {
    async consume(source) {
      // Not destroyed on a fault: the connection is still needed for the answer.
      for await (const chunk of source.iterator({ destroyOnReturn: false })) {
        sizeBytes += chunk.length;
        if (sizeBytes > limits.maxFileBytes) throw tooLarge(limits);
        header.see(chunk);
        hash.update(chunk);
        await file.writeFile(chunk); // from where the last one ended
      }
    },
    async finish() {
      header.end();
      await file.close();
      return { path, sizeBytes, sha256: hash.digest('hex') };
    },
    async remove() {
      await file.close().catch(() => undefined); // closed already after `finish`
      await rm(path, { force: true });
    },
  };
}

export function tooLarge({ maxFileBytes, planTier }: SpoolLimits): ServiceError {
  const detail = `The file is larger than the ${maxFileBytes} bytes plan ${planTier} allows.`;
  return new ServiceError('file_too_large', detail, { members: { limitBytes: maxFileBytes, planTier } });
}

/** Readers take `%PDF-` anywhere within the first 1024 bytes (PDF Reference 1.7, implementation note 13). */
const HEADER_WINDOW_BYTES = 1024;

function headerCheck() {
  let head = Buffer.alloc(0);
  const verify = () => {
    if (head.includes('%PDF-')) return;
    const detail = head.length === 0 ? 'The file is empty.' : 'No %PDF- within the first 1024 bytes.';
    throw new ServiceError('not_a_pdf', detail);
  };
  return {
    see(chunk: Buffer) {
      if (head.length === HEADER_WINDOW_BYTES) return;
      head = Buffer.concat([head, chunk.subarray(0, HEADER_WINDOW_BYTES - head.length)]);
      if (head.length === HEADER_WINDOW_BYTES) verify();
    },
    end: verify,
  };
}
