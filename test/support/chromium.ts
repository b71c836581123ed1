/** A browser without a window, driven by the DevTools protocol over a pair of pipes: nobody else can reach it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The program, or null where none is on the PATH. */
export function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface Browser {
  /** Opens a page with cookies of its own, as another person's. */
  newPage(headers?: Record<string, string>): Promise<Page>;
  close(): Promise<void>;
}

/** Waits for what is asked for: pages take their time. */
export interface Page {
  open(url: string): Promise<void>;
  /** The heading has the focus once its view is there. */
  heading(text: string): Promise<void>;
  /** Expects that a text is to be seen. */
  sees(text: string): Promise<void>;
  /** Types into the field of this label, in place of what is there. */
  fill(label: string, text: string): Promise<void>;
  /** A button or a link. */
  click(label: string): Promise<void>;
  /** Keys for whatever has the focus: `Tab`, `Enter`, or a text. */
  type(...keys: readonly string[]): Promise<void>;
  /** The value of an expression, as JSON has it. */
  read(expression: string): Promise<unknown>;
  /** The page as it is seen, at this width in CSS pixels. */
  narrow(width: number): Promise<void>;
  /** What the browser complained of, such as a breach of the policy, and what the scripts threw. */
  readonly complaints: readonly string[];
}

const PATIENCE_MS = 20_000;

export async function startChromium(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'fixpoint-chromium-'));
  const child = spawn(
    program,
    [
      '--headless',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--no-proxy-server',
      '--disable-gpu',
      // Its sandbox refuses to work for root; what it visits here is our own.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const protocol = protocolOf(child);
  return {
    newPage: (headers) => newPage(protocol, headers),
    async close() {
      const ended = once(child, 'close');
      // It may have gone before it has answered.
      await Promise.all([protocol.send('Browser.close').catch(() => {}), ended]);
      await rm(profile, { recursive: true, maxRetries: 5 });
    },
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- as the protocol's description has it, not ours
type Json = Record<string, any>;

interface Protocol {
  readonly send: (method: string, params?: Json, sessionId?: string) => Promise<Json>;
  readonly listen: (sessionId: string, listener: (method: string, params: Json) => void) => void;
}

/** Messages are JSON, each ended by a zero byte: to the browser on its descriptor 3, from it on 4. */
function protocolOf(child: ChildProcess): Protocol {
  const to = child.stdio[3] as Writable;
  const from = child.stdio[4] as Readable;
  const waiting = new Map<number, PromiseWithResolvers<Json>>();
  const listeners = new Map<string, (method: string, params: Json) => void>();
  let rest = '';
  from.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) receive(JSON.parse(message));
  });
  const lost = () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
  };
  child.once('close', lost).once('error', lost);
  to.on('error', lost);

  function receive({ id, method, params = {}, result = {}, error, sessionId = '' }: Message): void {
    if (method !== undefined) return listeners.get(sessionId)?.(method, params);
    const answer = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  }

  let sent = 0;
  return {
    send(method, params = {}, sessionId) {
      const id = ++sent;
      const answer = Promise.withResolvers<Json>();
      waiting.set(id, answer);
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      return answer.promise;
    },
    listen: (sessionId, listener) => void listeners.set(sessionId, listener),
  };
}

async function newPage({ send, listen }: Protocol, headers: Record<string, string> = {}): Promise<Page> {
  const { browserContextId } = await send('Target.createBrowserContext');
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const tell = (method: string, params?: Json) => send(method, params, sessionId);
  const complaints: string[] = [];
  listen(sessionId, (method, params) => {
    if (method === 'Runtime.exceptionThrown') complaints.push(params['exceptionDetails'].exception?.description);
    if (method === 'Log.entryAdded' && params['entry'].source === 'security') complaints.push(params['entry'].text);
  });
  await Promise.all([tell('Runtime.enable'), tell('Log.enable'), tell('Network.enable'), tell('Page.enable')]);
  await tell('Network.setExtraHTTPHeaders', { headers });

  const read = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await tell('Runtime.evaluate', { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
  /** Between two documents there is nothing that could be asked. */
  const until = async (expression: string): Promise<void> => {
    const deadline = Date.now() + PATIENCE_MS;
    while ((await read(expression).catch(() => false)) !== true) {
      if (Date.now() < deadline) await sleep(50);
      else throw new Error(`${expression} is not so in:\n${String(await read('document.body.innerText'))}`);
    }
  };
  const key = async (name: string): Promise<void> => {
    const text = name === 'Enter' ? '\r' : undefined;
    const code = { Tab: 9, Enter: 13 }[name];
    const event = { key: name, code: name, windowsVirtualKeyCode: code, text };
    await tell('Input.dispatchKeyEvent', { ...event, type: text === undefined ? 'rawKeyDown' : 'keyDown' });
    await tell('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  };
  const type = async (...keys: readonly string[]): Promise<void> => {
    for (const text of keys) {
      if (text === 'Tab' || text === 'Enter') await key(text);
      else await tell('Input.insertText', { text });
    }
  };

  return {
    complaints,
    read,
    type,
    // From nowhere: another fragment alone would not load the page anew.
    async open(url) {
      await tell('Page.navigate', { url: 'about:blank' });
      await tell('Page.navigate', { url });
    },
    heading: (text) =>
      until(`document.activeElement.tagName === 'H1' && document.activeElement.innerText === ${q(text)}`),
    sees: (text) => until(`document.body.innerText.includes(${q(text)})`),
    async fill(label, text) {
      const field = `[...document.querySelectorAll('label')].find((one) => one.innerText === ${q(label)})?.control`;
      await until(`Boolean(${field})`);
      await read(`${field}.focus(), ${field}.select()`);
      await type(text);
    },
    async click(label) {
      const named = `(one.ariaLabel ?? one.innerText) === ${q(label)}`;
      const button = `[...document.querySelectorAll('button, a')].find((one) => ${named})`;
      await until(`Boolean(${button})`);
      await read(`${button}.click()`);
    },
    async narrow(width) {
      const size = { width, height: 640, deviceScaleFactor: 1, mobile: false };
      await tell('Emulation.setDeviceMetricsOverride', size);
    },
  };
}

/** A text as a literal of the language. */
function q(text: string): string {
  return JSON.stringify(text);
}
