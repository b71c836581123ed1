/** Connections to an S3 store: one set of credentials each, and none that waits for a dead peer. */
import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Client } from 'minio';

export interface S3Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
}

interface S3Connection extends S3Credentials {
  readonly endpoint: string;
}

/** More is held in memory per upload than this only twice: the library buffers one part ahead. */
export const PART_SIZE_BYTES = 8 * 1024 * 1024;
/** A connection to the store that moves no byte for this long is dead. */
const IDLE_TIMEOUT_MS = 15_000;

/** A streamed body cannot be sent twice, so its `retries` is 0. */
export function connectS3({ endpoint, accessKey, secretKey }: S3Connection, { retries = 1 } = {}): Client {
  const url = new URL(endpoint);
  const useSSL = url.protocol === 'https:';
  return new Client({
    endPoint: url.hostname,
    port: Number(url.port || (useSSL ? 443 : 80)),
    useSSL,
    accessKey,
    secretKey,
    region: 'us-east-1', // of the signature; saves a question per bucket
    partSize: PART_SIZE_BYTES,
    retryOptions: { disableRetry: retries === 0, maximumRetryCount: retries },
    transportAgent: impatientAgent(useSSL ? HttpsAgent : HttpAgent),
  });
}

function impatientAgent(Agent: new (options: AgentOptions) => HttpAgent): HttpAgent {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  const createConnection = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = createConnection(options, callback);
    socket?.once('timeout', () => socket.destroy(new Error('storage connection timed out')));
    return socket;
  };
  return agent;
}
