/** A page for each event of webhooks, and the list of them. */
import { z } from 'zod';
import { NOTICE_TYPES, type NoticeType } from '#domain/webhooks/deliveries.ts';
import { EVENTS } from '#src/contract/events.ts';
import { type DocPage, table } from './doc-page.ts';
import { EVENT_EXAMPLES } from './event-examples.ts';
import { FIELD_HEAD, fieldRows, JsonSchema } from './fields.ts';

export function eventPages(): DocPage[] {
  return [listPage(), ...NOTICE_TYPES.map(eventPage)];
}

function listPage(): DocPage {
  const summary = 'The events that the service sends to webhooks.';
  const rows = NOTICE_TYPES.map((type) => [`[\`${type}\`](/docs/events/${type})`, `${EVENTS[type].tells}.`]);
  const markdown = [
    '# Events',
    `${summary} [Webhooks](/docs/webhooks) says how to receive and verify them.`,
    table(['Event', 'It tells'], rows),
    'Later versions may add events and members. Ignore those that you do not know.',
  ].join('\n\n');
  return { path: '/docs/events', chapter: 'events', title: 'Events', summary, markdown, isIndex: true };
}

function eventPage(type: NoticeType): DocPage {
  const { tells, to, schema } = EVENTS[type];
  const members = JsonSchema.parse(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  const markdown = [
    `# Event ${type}`,
    `${tells}. It is sent to ${to}.`,
    'The body is signed: [verify it](/docs/webhooks#verify) before you believe it.',
    '## Example',
    `\`\`\`json\n${JSON.stringify(EVENT_EXAMPLES[type], null, 2)}\n\`\`\``,
    '## Members',
    table(FIELD_HEAD, fieldRows(members, {})),
    '[All events](/docs/events)',
  ].join('\n\n');
  return { path: `/docs/events/${type}`, chapter: 'events', title: `Event ${type}`, summary: `${tells}.`, markdown };
}
