/**
 * The payment sandbox: a payment provider on this machine for development and tests. It has the used part of the
 * provider's API and its pages and sends signed events, so the service needs no special case.
 */
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isOwnHost } from '#dev/network.ts';
import { ensureCatalogue } from '#src/payments/catalogue.ts';
import { API_VERSION, stripeClient } from '#src/payments/stripe.ts';
import { providerApi } from './api.ts';
import { type Outgoing, outgoing, type Recipient } from './events.ts';
import { hostedPages } from './hosted.ts';
import { type Books, emptyBooks } from './objects.ts';
import { type Subscriptions, subscriptions } from './subscriptions.ts';

export interface SandboxOptions {
  readonly port: number;
  readonly secretKey: string;
  /** The recipient of events. */
  readonly recipient: Recipient;
  /** The file that stores all data between two runs; absent for none. */
  readonly file?: string;
}

/** One request to the API and its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

export interface Sandbox {
  readonly url: string;
  readonly books: Books;
  readonly subscriptions: Subscriptions;
  readonly events: Omit<Outgoing, 'emit' | 'close'>;
  /** The calls of the API, in their order. */
  readonly exchanges: readonly Exchange[];
  /** Lets the API answer 500 after the call. */
  setBroken(broken: boolean): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const KEPT_EXCHANGES = 1_000;

export async function startSandbox({ port, secretKey, recipient, file }: SandboxOptions): Promise<Sandbox> {
  const books = file === undefined ? emptyBooks() : readBooks(file);
  const events = outgoing(recipient, API_VERSION);
  const steps = subscriptions(books, (type, object) => events.emit(type, object));
  const exchanges: Exchange[] = [];
  let broken = false;
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  const url = `http://${HOST}:${typeof address === 'object' && address ? address.port : port}`;

  const api = providerApi({ books, subscriptions: steps, pages: url }, secretKey);
  const pages = hostedPages(books, steps);
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await bodyOf(req);
    const { method = 'GET', headers } = req;
    const target = new URL(req.url ?? '/', url);
    // Answered changes are stored at once, so a killed process does not lose them.
    const keep = () => {
      if (file !== undefined && method !== 'GET') writeBooks(file, books);
    };
    if (!target.pathname.startsWith('/v1/')) {
      const page = pages({ method, path: target.pathname, body });
      keep();
      showPage(res, page);
    } else if (broken) {
      res.writeHead(500, { 'Content-Type': 'application/json' }).end('{"error":{"type":"api_error"}}');
    } else {
      const key = headers['idempotency-key'];
      const idempotencyKey = typeof key === 'string' ? key : null;
      const request = { method, url: target, authorization: headers.authorization ?? '', idempotencyKey, body };
      const given = api.answer(request);
      keep();
      exchanges.push({ method, path: target.pathname + target.search, body, status: given.status, answer: given.body });
      if (exchanges.length > KEPT_EXCHANGES) exchanges.shift();
      const replayed = given.replayed ? { 'Idempotent-Replayed': 'true' } : {};
      res.writeHead(given.status, { 'Content-Type': 'application/json', ...replayed }).end(given.body);
    }
  };
  server.on('request', (req, res) => {
    if (!isOwnHost(req.headers.host)) return void res.writeHead(421).end();
    answer(req, res).catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined));
  });
  await ensureCatalogue(stripeClient({ secretKey, apiBase: url }));

  return {
    url,
    books,
    subscriptions: steps,
    events,
    exchanges,
    setBroken: (isBroken) => void (broken = isBroken),
    async close() {
      events.close();
      server.close();
      server.closeAllConnections();
      await events.idle();
    },
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The target of the form may have another origin, such as that of the service's pages. */
function showPage(res: ServerResponse, answer: ReturnType<ReturnType<typeof hostedPages>>): void {
  if (answer.kind === 'redirect') {
    res.writeHead(303, { Location: answer.to }).end();
    return;
  }
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
  res.writeHead(answer.status, headers).end(answer.html);
}

function readBooks(file: string): Books {
  try {
    return { ...emptyBooks(), ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyBooks();
    throw error;
  }
}

function writeBooks(file: string, books: Books): void {
  writeFileSync(`${file}.new`, JSON.stringify(books), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
