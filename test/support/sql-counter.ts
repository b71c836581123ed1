/**
 * A connection to PostgreSQL that counts requests (one round trip each), their statements, and transactions. It reads
 * the wire protocol (PostgreSQL's documentation, 54.7: message formats), so no layer of the client is missed, and it
 * changes nothing.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { throughProxy } from './tcp-proxy.ts';

export interface SqlCount {
  /** The requests in order, with one text for each round trip. */
  readonly questions: readonly string[];
  /** The commands that the server has completed. One request may hold several. */
  readonly statements: number;
  readonly transactions: number;
}

export interface SqlCounter {
  /** The address of the same database through the counter. */
  readonly databaseUrl: string;
  /** The counts since the last call. */
  take(): SqlCount;
  close(): Promise<void>;
}

export async function startSqlCounter(databaseUrl: string): Promise<SqlCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let questions: string[] = [];
  let statements = 0;
  let transactions = 0;

  const server = createServer((inbound) => {
    const outbound = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        inbound.destroy();
        outbound.destroy();
      });
    }
    let asked = 0;
    let parsed = '';
    const ask = (text: string) => {
      asked += 1;
      questions.push(text);
    };
    const asks = messageReader(true, (type, body) => {
      if (type === 'Q') ask(textOf(body, 0));
      if (type === 'P') parsed = textOf(body, body.indexOf(0) + 1);
      if (type === 'S') ask(parsed);
    });
    const answers = messageReader(false, (type, body) => {
      if (type === 'C') statements += 1;
      // The server is ready and in no transaction, so the requests before have ended one. The first such message
      // follows the greeting.
      if (type === 'Z' && body.toString('latin1') === 'I' && asked > 0) transactions += 1;
    });
    inbound.on('data', asks).pipe(outbound);
    outbound.on('data', answers).pipe(inbound);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    databaseUrl: throughProxy(databaseUrl, { host: `127.0.0.1:${port}` }),
    take() {
      const taken = { questions, statements, transactions };
      [questions, statements, transactions] = [[], 0, 0];
      return taken;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Heard = (type: string, body: Buffer) => void;

const LENGTH_BYTES = 4;

/** @param isClient whether the first message is that of the client, which has no letter before its length */
function messageReader(isClient: boolean, heard: Heard): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let letters = isClient ? 0 : 1;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= letters + LENGTH_BYTES) {
      const end = letters + rest.readInt32BE(letters);
      if (rest.length < end) return;
      heard(rest.toString('latin1', 0, letters), rest.subarray(letters + LENGTH_BYTES, end));
      rest = rest.subarray(end);
      letters = 1;
    }
  };
}

function textOf(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start));
}
