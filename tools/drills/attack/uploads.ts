/** Uploads that are too slow, break off, or have names with paths. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { helloPage } from '#test/support/builders/pdf.ts';
import { type Attempt, broken, held, notTried, refused } from './attempts.ts';
import { ask, closed, open } from './http.ts';
import { isReady, sendDocument, type Stage } from './stage.ts';

export async function attackUploads(stage: Stage, attempt: Attempt): Promise<void> {
  await breakOff(stage, attempt);
  await nameFiles(stage, attempt);
}

/** The service must continue and close connections that stall. */
async function breakOff({ target: { baseUrl, apiKey } }: Stage, attempt: Attempt): Promise<void> {
  const { host } = new URL(baseUrl);
  const head = `POST /api/normalize HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/pdf\r\nContent-Length: 1000000\r\n\r\n`;
  await attempt('two hundred connections whose headers never end', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => open(baseUrl)));
    const endings = sockets.map((socket) => closed(socket.resume()));
    const late = sleep(40_000, 'late', { ref: false });
    for (const socket of sockets) socket.write(`GET /version HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `);
    const startedAt = performance.now();
    const isUp = await isReady(baseUrl);
    const answeredMs = Math.round(performance.now() - startedAt);
    const how = await Promise.race([Promise.all(endings), late]);
    for (const socket of sockets) socket.destroy();
    const said = `ready in ${answeredMs} ms meanwhile`;
    return isUp && how !== 'late' ? held(`${said}, and all were let go`) : broken(`${said}, and some are held`);
  });
  await attempt('a hundred uploads that break off', async () => {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => open(baseUrl)));
    for (const socket of sockets) socket.write(`${head}%PDF-1.7 ${'x'.repeat(1_000)}`);
    await sleep(500);
    for (const socket of sockets) socket.resetAndDestroy();
    return (await isReady(baseUrl)) ? held('ready') : broken('not ready');
  });
  await attempt('forms that are cut at every hundredth byte', async () => {
    const bytes = Buffer.from(helloPage('cut'));
    const form = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const statuses = new Set<number>();
    for (let length = 0; length < form.length; length += 100) {
      const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'multipart/form-data; boundary=x' };
      statuses.add(
        (await ask(`${baseUrl}/api/normalize`, { method: 'POST', body: form.subarray(0, length), headers })).status,
      );
    }
    const said = [...statuses].join(' ');
    return [...statuses].every((status) => status >= 400 && status < 500) ? refused(said) : broken(said);
  });
}

const HOSTILE_NAMES = [
  '../../../../tmp/broken.pdf',
  '..\\..\\broken.pdf',
  '/etc/cron.d/broken.pdf',
  'a\u0000b.pdf',
  'a\r\nSet-Cookie: broken=1.pdf',
  `${'a'.repeat(5_000)}.pdf`,
  '<img src=x onerror=alert(1)>.pdf',
  '\u202Efdp.exe',
  'CON',
];

/** Names of files must not become a part of a path, neither in the service nor in an archive. */
async function nameFiles({ target: { baseUrl, apiKey } }: Stage, attempt: Attempt): Promise<void> {
  for (const name of HOSTILE_NAMES) {
    await attempt(`a file called ${JSON.stringify(name.slice(0, 40))}`, async () => {
      const sent = await sendDocument(baseUrl, apiKey, helloPage(`Named ${randomUUID()}`), {}, name);
      const headers = { 'X-Api-Key': apiKey };
      const answer = await ask(`${baseUrl}/api/submissions/${sent.submissionId}/evidence`, { headers });
      if (answer.status !== 200) return notTried(`its evidence is answered ${answer.status}`);
      const names = Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
      const bad = names.filter((entry) => /(^|\/)\.\.(\/|$)|^\/|\\|\p{Cc}/u.test(entry));
      const disposition = answer.headers.get('content-disposition') ?? '';
      if (bad.length > 0 || answer.headers.has('set-cookie')) return broken(bad.join());
      return held(`${names.length} files in ${disposition}`);
    });
  }
}
