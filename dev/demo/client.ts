/** The calls of the API that the demo needs, made as any client makes them. */
import { z } from 'zod';

/** The header with the credential of the caller. */
export type Credential = Readonly<Record<string, string>>;

const Problem = z.object({ code: z.string().default('unknown'), detail: z.string().default('') });

class Refused extends Error {
  constructor(status: number, what: string, { code, detail }: z.infer<typeof Problem>) {
    super(`${what} was answered ${status} ${code}: ${detail}`);
    this.name = 'Refused';
  }
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly credential?: Credential;
  /** A repetition with the same key has no second effect. */
  readonly idempotencyKey?: string;
  readonly isAsynchronous?: boolean;
  readonly json?: object;
  readonly form?: FormData;
}

/** Sends a call and reads the answer. Throws `Refused` unless the answer is a success. */
export type Ask = <Schema extends z.ZodType>(call: Call, answer: Schema) => Promise<z.output<Schema>>;

export function demoClient(baseUrl: string, signal: AbortSignal): Ask {
  return async ({ method, path, credential, idempotencyKey, isAsynchronous = false, json, form }, answer) => {
    const response = await fetch(baseUrl + path, {
      method,
      signal,
      headers: {
        ...credential,
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(isAsynchronous && { Prefer: 'respond-async' }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
    });
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok) return answer.parse(body);
    throw new Refused(response.status, `${method} ${path}`, Problem.parse(body ?? {}));
  };
}
