/** Tests that veraPDF removes its files of documents at its end, and those of a killed process at the next start. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startServer } from '#dev/process.ts';
import { findVerapdf, verapdfService } from '#dev/parts/verapdf.ts';
import { verapdf } from '#src/validator/verapdf.ts';
import { requires } from '#test/support/requires.ts';
import { type SmallDisk, smallDisk } from '#test/support/small-disk.ts';

const READY_MS = 60_000;
const found = await findVerapdf(() => {});
const hasVerapdf = !('missing' in found);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** @param prepare called with the directory before the first process starts */
async function startOwn(prepare: (spool: string) => void) {
  if ('missing' in found) throw new Error(found.missing);
  const dir = mkdtempSync(join(tmpdir(), 'fixpoint-verapdf-'));
  const spool = join(dir, 'spool');
  const { url, service } = await verapdfService(found, { spoolDir: spool, logFile: join(dir, 'log') });
  prepare(spool);
  let running = await startServer(service);
  stops.push(async () => {
    await running.stop(0);
    rmSync(dir, { recursive: true });
  });
  const files = () => readdirSync(spool);
  return {
    spool,
    url,
    files,
    /** Ends the process. Resolves when the next one answers. */
    async end(signal: NodeJS.Signals) {
      process.kill(running.pid, signal);
      await running.ended;
      running = await startServer(service);
    },
    /** Sends a document without its last byte. Returns the name of its file. */
    async send() {
      const held = () => files().filter((name) => contentOf(join(spool, name)) === salt);
      const salt = `%PDF-1.7 ${randomUUID()}`;
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname).on('error', () => {});
      await once(socket, 'connect');
      socket.write(
        'POST /api/validate/2b HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n' +
          'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
          `--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n${salt}`,
      );
      await expect.poll(held, { timeout: READY_MS }).toHaveLength(1);
      return held()[0] ?? '';
    },
  };
}

/** Null for a file that was just removed. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

function age(path: string): void {
  const elevenMinutesAgo = new Date(Date.now() - 11 * 60 * 1000);
  utimesSync(path, elevenMinutesAgo, elevenMinutesAgo);
}

test(
  'documents go with the process that ends, and with the successor of one that was killed',
  { timeout: 180_000, ...requires('veraPDF', hasVerapdf) },
  async () => {
    const own = await startOwn((spool) => {
      for (const name of ['fixpoint-validator-1.pdf', 'tmp_pdf_file1.pdf', 'somebody-elses.pdf']) {
        writeFileSync(join(spool, name), 'a customer’s document');
        age(join(spool, name));
      }
      writeFileSync(join(spool, 'tmp_pdf_file2.pdf'), 'in use');
    });
    // The warm-up is over when no other file is left.
    await expect
      .poll(() => own.files().toSorted(), { timeout: READY_MS })
      .toEqual(['somebody-elses.pdf', 'tmp_pdf_file2.pdf']);

    const ended = await own.send();
    await own.end('SIGTERM');
    expect(own.files()).not.toContain(ended);

    const killed = await own.send();
    await own.end('SIGKILL');
    expect(own.files()).toContain(killed);
    age(join(own.spool, killed));
    await own.end('SIGKILL');
    await expect.poll(own.files, { timeout: READY_MS }).not.toContain(killed);
  },
);

const probe = smallDisk(1);
if ('remove' in probe) probe.remove();

test(
  'a document for which there is no room is to come again, and says nothing of its level',
  { timeout: 120_000, ...requires('veraPDF and the right to mount a small disk', hasVerapdf && 'remove' in probe) },
  async () => {
    const disks: SmallDisk[] = [];
    const own = await startOwn((spool) => disks.push(smallDisk(2, spool)));
    stops.push(async () => disks.forEach((disk) => 'remove' in disk && disk.remove()));
    const document = new Blob([Buffer.alloc(8 * 1024 * 1024, 'x')]);
    const answer = await verapdf(own.url).validate(document, '2b', { deadlineMs: 30_000, absenceMs: 1_500 });
    expect(answer).toEqual({ kind: 'unavailable', reason: 'the validator does not answer' });
    await expect.poll(own.files, { timeout: READY_MS }).toEqual([]);
  },
);
