/** The webhooks of the service, one entry for each kind of event. */
import { z } from 'zod';
import { EVENTS } from '#src/contract/events.ts';

/** The headers of Standard Webhooks, and the number of the attempt. */
const HEADERS = z.object({
  'webhook-id': z.string().describe('The id of the event, the same over all attempts.'),
  'webhook-timestamp': z.string().regex(/^\d+$/).describe('When this attempt was made, in seconds since 1970.'),
  'webhook-signature': z
    .string()
    .describe('`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64; two of them during a rotation.'),
  'webhook-attempt': z.string().regex(/^\d+$/).describe('Counted from 1.'),
});

export const WEBHOOKS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, event]) => [type, { post: operationOf(type, event) }]),
);

function operationOf(type: string, { schema, tells, to }: (typeof EVENTS)[keyof typeof EVENTS]) {
  return {
    operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary: tells,
    description: `Sent to ${to}.`,
    security: [],
    requestParams: { header: HEADERS },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken. Answer first, within 15 seconds, and work later.' },
      '410': { description: 'Never again: the endpoint becomes inactive.' },
      default: { description: 'Not taken: tried again, ten times in all.' },
    },
  };
}
