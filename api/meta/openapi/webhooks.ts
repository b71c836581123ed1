/** The webhooks of the service, one entry for each kind of event. */
import { z } from 'zod';
import { EVENTS } from '#src/contract/events.ts';

/** The headers of Standard Webhooks, and the number of the attempt. */
const HEADERS = z.object({
  'webhook-id': z.string().describe('The id of the event, the same for all attempts.'),
  'webhook-timestamp': z.string().regex(/^\d+$/).describe('The time of this attempt, in seconds since 1970.'),
  'webhook-signature': z
    .string()
    .describe(
      '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64. During a rotation the header has two of them.',
    ),
  'webhook-attempt': z.string().regex(/^\d+$/).describe('The number of the attempt, from 1.'),
});

export const WEBHOOKS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, event]) => [type, { post: operationOf(type, event) }]),
);

function operationOf(type: string, { schema, tells, to }: (typeof EVENTS)[keyof typeof EVENTS]) {
  return {
    operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary: tells,
    description: `The service sends this event to ${to}.`,
    security: [],
    requestParams: { header: HEADERS },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': {
        description: 'The receiver accepts the event. It should answer first, within 15 seconds, and work later.',
      },
      '410': { description: 'The receiver wants no more events: the endpoint becomes inactive.' },
      default: { description: 'The receiver refuses the event: the service tries again, ten times in all.' },
    },
  };
}
