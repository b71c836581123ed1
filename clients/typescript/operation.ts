/** Any operation of the API out of its row: the input goes where the row says, and the answer is read as it says. */
import { jsonOf } from './error.ts';
import type { Api, Lists } from './generated/api.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { CallOptions, Outgoing, Read, Transport } from './transport.ts';

export interface OperationRow {
  readonly method: string;
  readonly path: string;
  readonly answer: 'json' | 'text' | 'bytes' | 'nothing';
  readonly credentials: 'any' | 'accessToken' | 'none';
  readonly takesKey?: boolean;
  /** The names of inputs, and how the request spells them. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
}

type Input = Readonly<Record<string, unknown>>;

const READS: Readonly<Record<OperationRow['answer'], Read<unknown>>> = {
  json: jsonOf,
  text: (response) => response.text(),
  bytes: async (response) => new Uint8Array(await response.arrayBuffer()),
  nothing: async (response) => void (await response.arrayBuffer()),
};

export function apiOf(transport: Transport): Api {
  const functions = Object.entries(OPERATIONS).map(([id, row]: [string, OperationRow]) => [
    id,
    (input: Input = {}, options?: CallOptions) => transport.send(outgoingOf(row, input), options, READS[row.answer]),
  ]);
  return Object.fromEntries(functions);
}

export function listsOf(transport: Transport): Lists {
  const paged = Object.entries(OPERATIONS).filter(([, { query }]: [string, OperationRow]) => query?.['cursor']);
  const functions = paged.map(([id, row]) => [
    id,
    (input: Input = {}, options?: CallOptions) => everyItem(transport, row, input, options),
  ]);
  return Object.fromEntries(functions);
}

async function* everyItem(transport: Transport, row: OperationRow, input: Input, options: CallOptions | undefined) {
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await transport.send(outgoingOf(row, { ...input, cursor }), options, readPage);
    yield* page.items;
    cursor = page.next;
  }
}

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

async function readPage(response: Response): Promise<Page> {
  const page = await jsonOf<readonly unknown[] | { readonly items: readonly unknown[] }>(response);
  return { items: 'items' in page ? page.items : page, next: nextCursor(response) };
}

/** Every list has it in its `Link`, also the one that is a plain array. */
function nextCursor({ headers }: Response): string | null {
  const target = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('Link') ?? '')?.[1];
  return target === undefined ? null : new URL(target, 'http://service').searchParams.get('cursor');
}

function outgoingOf(row: OperationRow, input: Input): Outgoing {
  const { method, credentials, takesKey = false } = row;
  const { path, json: body } = targetOf(row, input);
  return {
    method,
    path,
    credentials,
    takesKey,
    ...(body !== undefined && { body: { isRepeatable: true, open: async () => ({ body, headers: JSON_BODY }) } }),
  };
}

const JSON_BODY = { 'Content-Type': 'application/json' };

export interface Target {
  /** With its query. */
  readonly path: string;
  /** The body, for operations that take one. */
  readonly json: string | undefined;
}

/** @throws TypeError where a part of the path is missing: the request would be another one */
export function targetOf(row: OperationRow, input: Input): Target {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    if (typeof value !== 'string' || value === '' || /^\.\.?$/.test(value))
      throw new TypeError(`${name} is a part of the address, and must be given.`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, wire] of Object.entries(row.query ?? {})) {
    const value = input[name];
    if (value !== undefined && value !== null)
      query.append(wire, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const members = Object.entries(row.body ?? {}).map(([name, wire]) => [wire, input[name]]);
  return {
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    json: row.body && JSON.stringify(Object.fromEntries(members)),
  };
}
