/** The namespace must know the search attributes of operators. Every worker checks this at its start. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';

export async function registerSearchAttributes(client: Client, connection: Connection): Promise<void> {
  const { namespace } = client.options;
  const missing = await missingSearchAttributes(connection, namespace);
  if (missing.length === 0) return;
  const entries = missing.map(({ name, type }) => [name, INDEXED_VALUE_TYPES[type]]);
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(entries) });
  await untilKnown(client);
}

/** Search attributes of the service that the namespace does not have. */
export async function missingSearchAttributes(connection: Connection, namespace: string) {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !Object.hasOwn(customAttributes, name));
}

/** `temporal.api.enums.v1.IndexedValueType` */
const INDEXED_VALUE_TYPES = { KEYWORD: 2, INT: 3, BOOL: 5 } as const;

const POLL_MS = 250;
const KNOWN_WITHIN_MS = 30_000;

/** The server's frontends learn of new attributes a few seconds late, and refuse starts that use them until then. */
async function untilKnown(client: Client): Promise<void> {
  const query = Object.values(SEARCH_ATTRIBUTES)
    .map(({ name }) => `${name} IS NULL`)
    .join(' AND ');
  const giveUpAt = Date.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      await client.workflow.count(query);
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await delay(POLL_MS);
    }
  }
}
