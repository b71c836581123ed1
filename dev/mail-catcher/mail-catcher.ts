/**
 * Receives the mail of a development machine: an SMTP server on the loopback interface that forwards nothing. Each mail
 * becomes a file, and a page shows them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { escape } from './html.ts';
import { isOwnHost, LOOPBACK } from '#dev/network.ts';

export interface MailCatcher {
  readonly smtpUrl: string;
  /** This is the port of the page. */
  readonly url: string;
  close(): Promise<void>;
}

interface MailCatcherOptions {
  /** The folder gets one `.eml` file for each mail. */
  readonly directory: string;
  /** With 0 any free port is used. */
  readonly smtpPort: number;
  readonly pagePort: number;
}

const MAX_BYTES = 10 * 1024 * 1024;
/** The page shows only the newest mails, because it would grow without a limit. */
const SHOWN = 200;
const NAME = /^[0-9TZ.-]+-[0-9a-f]{8}\.eml$/;

export async function startMailCatcher({ directory, smtpPort, pagePort }: MailCatcherOptions): Promise<MailCatcher> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const smtp = smtpServer(directory);
  await new Promise<void>((resolve) => smtp.listen(smtpPort, LOOPBACK, resolve));
  const pages = createServer((request, response) => void answer(directory, request, response));
  pages.listen(pagePort, LOOPBACK);
  await once(pages, 'listening');
  return {
    smtpUrl: `smtp://${LOOPBACK}:${portOf(smtp.server.address())}`,
    url: `http://${LOOPBACK}:${portOf(pages.address())}`,
    async close() {
      await new Promise<void>((resolve) => smtp.close(resolve));
      pages.close();
      pages.closeAllConnections();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function smtpServer(directory: string): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'], // nothing leaves this machine
    disableReverseLookup: true,
    size: MAX_BYTES,
    onData(stream, _session, done) {
      callbackify(() => keep(directory, stream))((error) => done(error));
    },
  });
}

async function keep(directory: string, stream: SMTPServerDataStream): Promise<void> {
  const bytes = await buffer(stream);
  if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 });
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
  const temporary = join(directory, `${name}.part`);
  await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx' });
  await rename(temporary, join(directory, name));
}

/** The names, newest first. */
async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => NAME.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

async function answer(directory: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { status, body } = await pageFor(directory, request);
    response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' }).end(body);
  } catch (error) {
    response.writeHead(500, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error));
  }
}

async function pageFor(directory: string, { method, url = '/', headers }: IncomingMessage) {
  if (!isOwnHost(headers.host)) return nothing(421);
  if (method !== 'GET' && method !== 'HEAD') return nothing(405);
  const names = await namesIn(directory);
  if (url === '/') return { status: 200, body: page('Mail', await list(directory, names.slice(0, SHOWN))) };
  const name = names.find((known) => url === `/${known}`);
  return name === undefined ? nothing(404) : { status: 200, body: message(await read(directory, name)) };
}

function nothing(status: number) {
  return { status, body: page('Mail', '<p>There is nothing here.</p><p><a href="/">All mail</a></p>') };
}

async function read(directory: string, name: string): Promise<Email> {
  return PostalMime.parse(await readFile(join(directory, name)));
}

async function list(directory: string, names: readonly string[]): Promise<string> {
  if (names.length === 0)
    return '<h1>Mail</h1><p>No mail yet. Mails of the service appear here and are not sent anywhere else.</p>';
  const rows = await Promise.all(
    names.map(async (name) => {
      const mail = await read(directory, name);
      const subject = escape(mail.subject || 'Without a subject');
      return `<tr><td><a href="/${name}">${subject}</a></td><td>${recipients(mail)}</td><td>${when(mail)}</td></tr>`;
    }),
  );
  return `<h1>Mail</h1><table><tr><th>Subject</th><th>To</th><th>Sent</th></tr>${rows.join('')}</table>`;
}

function message(mail: Email): string {
  const subject = escape(mail.subject || 'Without a subject');
  const facts = `<dl><dt>To</dt><dd>${recipients(mail)}</dd><dt>Sent</dt><dd>${when(mail)}</dd></dl>`;
  return page(
    subject,
    `<p><a href="/">All mail</a></p><h1>${subject}</h1>${facts}<pre>${withLinks(mail.text ?? '')}</pre>`,
  );
}

function recipients({ to = [] }: Email): string {
  return escape(to.map(({ address, name }) => address ?? name).join(', '));
}

function when({ date = '' }: Email): string {
  return `<time>${escape(date)}</time>`;
}

/** The text is escaped first, so that only the links made here are HTML. */
function withLinks(text: string): string {
  const link = (url: string) => `<a href="${url}" rel="noreferrer">${url}</a>`;
  return escape(text).replaceAll(/https?:\/\/(?:&amp;|[^\s&])+/g, link);
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem .4rem 0;overflow-wrap:anywhere}' +
  'dt{font-weight:600}dd{margin:0 0 .5rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}';

const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

function page(title: string, main: string): string {
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title} · Fixpoint</title><style>${STYLE}</style><main>${main}</main></html>\n`,
  ].join('');
}
