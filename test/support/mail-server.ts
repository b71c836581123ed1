/** A mail server with configurable answers. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  readonly url: string;
  /** The received mails, unchanged. */
  readonly mails: string[];
  /** The number of attempts to deliver a mail. */
  attempts(): number;
  /** Sets the answer for recipients. The code 250 accepts the mail. */
  answer(code: 250 | 451 | 550): void;
  /** Sets the next answers in order. The last one stays. */
  answerInTurn(codes: readonly (250 | 451 | 550)[]): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  let turn: number[] = [250];
  let attempts = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      attempts++;
      const responseCode = (turn.length > 1 ? turn.shift() : turn[0]) ?? 250;
      done(responseCode === 250 ? null : Object.assign(new Error('Not now, or never.'), { responseCode }));
    },
    onData(stream, _session, done) {
      callbackify(async () => mails.push(await text(stream)))((error) => done(error));
    },
  });
  server.on('error', () => undefined); // a client that closes without QUIT
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    attempts: () => attempts,
    answer(code) {
      turn = [code];
    },
    answerInTurn(codes) {
      turn = [...codes];
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
