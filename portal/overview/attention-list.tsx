/** Items that need attention, each with a link to its page. */
import { WORST_LEVEL } from '#domain/verdict/kinds.ts';
import type { Answers } from '#portal/api/answers.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { Group, Paper, Text } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { Section } from '#portal/ui/page.tsx';
import { Symbol } from '#portal/ui/tone.tsx';
import { visible } from '#portal/ui/words.tsx';
import { type Matter, MAX_FLAGGED, mattersOf } from './attention.ts';
import { projectionOf } from './projection.ts';

const EVERY_MS = 30_000;
const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;

export function Attention({ daily }: { readonly daily: Answers['getDailyStats'] | undefined }) {
  const { user } = useSignIn();
  const live = { refetchInterval: EVERY_MS };
  const quota = useAnswer('getQuota', {}, live).data;
  const now = new Date();
  const from = new Date(now.getTime() - WEEK_DAYS * DAY_MS).toISOString().slice(0, 10);
  const flagged = { verdictLevel: WORST_LEVEL, from, pageSize: MAX_FLAGGED + 1 };
  const matters = mattersOf(
    {
      quota,
      projection: quota ? projectionOf(quota, now) : null,
      keys: useAnswer('listApiKeys', {}, live).data,
      webhooks: useAnswer('listWebhooks', {}, live).data,
      dead: useAnswer('listDeadDeliveries', {}, live).data,
      flagged: useAnswer('listSubmissions', flagged, live).data?.items,
      failed: daily?.days.slice(-WEEK_DAYS).reduce((sum, { failed }) => sum + failed, 0),
      isUnconfirmed: !user.emailVerified,
      deletion: useAnswer('getOrganization').data?.deletion ?? null,
    },
    now,
  );
  if (matters.length === 0) return null;
  return (
    <Section title="Needs attention">
      <Paper withBorder radius="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {matters.map((matter) => (
          <Row key={matter.text} {...matter} />
        ))}
      </Paper>
    </Section>
  );
}

function Row({ tone, text, to, params = {}, search = {}, action }: Matter) {
  return (
    <li className={`fx-tone-${tone} fx-matter`}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" wrap="nowrap" align="flex-start" style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <span style={{ color: 'var(--fx-tone)', display: 'inline-flex', paddingBlockStart: 3 }}>
            <Symbol
              tone={tone}
              symbol={tone === 'danger' ? 'alert' : tone === 'neutral' ? 'info' : 'warning'}
              size={18}
            />
          </span>
          <Text style={{ overflowWrap: 'anywhere' }}>{visible(text)}</Text>
        </Group>
        {to !== undefined && (
          <Link to={to} params={params} search={search} fz="sm">
            {action}
          </Link>
        )}
      </Group>
    </li>
  );
}
