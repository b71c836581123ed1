/** Tries to make the service call addresses that only it can reach. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { callsHome } from '#test/support/builders/hostile-pages.ts';
import { bracketed, LOOPBACK_HOSTS, NO_RECEIVERS, SPECIAL_ADDRESSES } from '#test/support/forbidden-receivers.ts';
import { call } from '#tools/stranger.ts';
import { type Attempt, broken, held, notTried, refusal } from './attempts.ts';
import { ask, isLoopback } from './http.ts';
import { type Organization, sendDocument, type Stage } from './stage.ts';

const ENOUGH_MS = 15_000;

export async function attackWebhooks({ target, organizations }: Stage, attempt: Attempt): Promise<void> {
  const { baseUrl, apiKey } = target;
  const batch = (url: string) =>
    ask(`${baseUrl}/api/batches`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Attack', webhook_url: url }),
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey },
    });
  const allowsLoopback = (await batch('http://127.0.0.1:9999/')).ok;
  const places = [
    ...SPECIAL_ADDRESSES.filter((address) => !(allowsLoopback && isThisHost(address))).map(bracketed),
    ...(allowsLoopback ? [] : LOOPBACK_HOSTS),
  ];
  for (const host of places) {
    await attempt(`notices to ${host}`, async () => refusal(await batch(`http://${host}:8080/`), 400));
  }
  for (const url of NO_RECEIVERS)
    await attempt(`notices to ${JSON.stringify(url)}`, async () => refusal(await batch(url), 400));
  if (allowsLoopback) await attempt('notices to this host', () => notTried('this service is told to allow it'));
  const isHere = isLoopback(new URL(baseUrl));
  if (!isHere) return attempt('redirects', () => notTried('the service is on another host'));
  await callHome(baseUrl, apiKey, attempt);
  if (organizations !== null && allowsLoopback) await redirect(baseUrl, organizations.attacker, attempt);
}

const isThisHost = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** No link in a document may be called during parsing. */
async function callHome(baseUrl: string, apiKey: string, attempt: Attempt): Promise<void> {
  const listener = await listen(() => 200);
  await attempt('a document that calls home from everywhere', async () => {
    await sendDocument(baseUrl, apiKey, callsHome(listener.url));
    return listener.paths.length === 0 ? held('nobody was called') : broken(listener.paths.join());
  });
  listener.close();
}

const Delivery = z.object({ items: z.array(z.object({ lastError: z.string().nullable() })) });

async function redirect(baseUrl: string, { members }: Organization, attempt: Attempt): Promise<void> {
  const listener = await listen(() => 302);
  const does = (method: string, path: string, body?: object) =>
    call({ baseUrl, ask }, method, path, members.owner.token, body);
  await attempt('a receiver that sends it on', async () => {
    const hook = { url: `${listener.url}/hook-${randomUUID()}`, events: ['normalization.success'] };
    const { id } = z.object({ id: z.string() }).parse(await does('POST', '/api/portal/webhooks', hook));
    try {
      await does('POST', `/api/portal/webhooks/${id}/test`, {});
      for (const until = Date.now() + ENOUGH_MS; Date.now() < until; await sleep(250)) {
        const { items } = Delivery.parse(await does('GET', `/api/portal/webhooks/${id}/deliveries`));
        const error = items[0]?.lastError ?? null;
        if (listener.paths.some((path) => path === '/inner')) return broken('it followed');
        if (error !== null) return error === 'redirect' ? held('the redirect is the answer') : broken(error);
      }
      return notTried(`it was not called within ${ENOUGH_MS / 1000} s`);
    } finally {
      await does('DELETE', `/api/portal/webhooks/${id}`);
    }
  });
  listener.close();
}

/** Notes the requested paths. */
async function listen(statusOf: (path: string) => number) {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    response.writeHead(statusOf(url), { location: '/inner' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    paths,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
